package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.operations.Operations;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.Names;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.ResourceType.ShowOptions;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.types.compute.FlexibleInstances;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.types.compute.ScaleSets;
import io.azureccm.e2e.azure.updates.PatchEffect;
import io.azureccm.e2e.azure.updates.UpdateRules;
import io.azureccm.e2e.azure.updates.Updates;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads and writes of resources. One lock guards the state for short times; no simulated latency is spent while it is
 * held, so requests for different resources run concurrently, however slow they are.
 */
public final class ArmService {
    private final ReentrantLock lock = new ReentrantLock();
    private final World world;
    private final Operations operations;
    private final Presenter presenter;
    private final Preconditions preconditions;
    private final Commits commits;
    private final WriteOperations writes;

    public ArmService(World world, Operations operations) {
        this.world = world;
        this.operations = operations;
        this.presenter = new Presenter(world);
        this.preconditions = new Preconditions(world);
        this.commits = new Commits(world);
        this.writes = new WriteOperations(world, operations, commits);
    }

    /**
     * Runs the action after all due operations have been settled. Within the action no others are settled, because it
     * may use an older state, in which the end of an operation would be lost.
     */
    public <T> T settled(Supplier<T> action) {
        lock.lock();
        try {
            if (lock.getHoldCount() == 1)
                operations.settle(world.clock().now());
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    public void settled(Runnable action) {
        settled(() -> {
            action.run();
            return null;
        });
    }

    public World world() {
        return world;
    }

    public Operations operations() {
        return operations;
    }

    public Preconditions preconditions() {
        return preconditions;
    }

    Commits commits() {
        return commits;
    }

    WriteOperations writeOperations() {
        return writes;
    }

    public ObjectNode get(ResourceId id, ShowOptions options) {
        return settled(() -> presenter.show(preconditions.require(id), options));
    }

    public ObjectNode show(Resource resource, ShowOptions options) {
        return presenter.show(resource, options);
    }

    /** A child that is embedded in its parent. */
    public ObjectNode getChild(ResourceId id, EmbeddedChild child) {
        return settled(() -> {
            preconditions.requireGroup(id.subscription(), id.group());
            Resource owner = world.store().get(id.parent(1)).orElseThrow(() -> preconditions.notFound(id));
            return Json.named(presenter.show(owner, ShowOptions.PLAIN), id.name(), "properties", child.name())
                    .orElseThrow(() -> preconditions.notFound(id));
        });
    }

    public List<ObjectNode> listChildren(ResourceId owner, EmbeddedChild child) {
        return settled(() -> Json.objects(presenter.show(preconditions.require(owner), ShowOptions.PLAIN),
                "properties", child.name()));
    }

    /** Resources of a type in a group, or in the subscription if the group is null. */
    public List<ObjectNode> list(String subscription, String group, ResourceType type, ShowOptions options) {
        return settled(() -> {
            if (group != null)
                preconditions.requireGroup(subscription, group);
            return world.store()
                    .list(subscription, group, type.name())
                    .stream()
                    .map(resource -> presenter.show(resource, options))
                    .toList();
        });
    }

    /** Instances of a scale set; for a flexible one its machines. */
    public List<ObjectNode> listInstances(ResourceId setId, ShowOptions options) {
        return settled(() -> {
            Resource set = preconditions.require(setId);
            List<ObjectNode> shown = new ArrayList<>();
            if (ScaleSets.isFlexible(set.body()))
                FlexibleInstances.of(world, set).forEach(machine -> shown.add(asInstance(set, machine, options)));
            else
                world.store()
                        .children(setId, ScaleSetInstances.NAME)
                        .forEach(instance -> shown.add(presenter.show(instance, options)));
            return shown;
        });
    }

    private ObjectNode asInstance(Resource set, Resource machine, ShowOptions options) {
        ObjectNode shown = presenter.show(machine, options);
        shown.put("id", set.id() + "/virtualMachines/" + machine.id().name());
        shown.put("type", ScaleSetInstances.NAME).put("instanceId", machine.id().name());
        return shown;
    }

    /** A stored resource under the lock, for views with their own format. */
    public <T> T view(ResourceId id, Function<Resource, T> view) {
        return settled(() -> view.apply(preconditions.require(id)));
    }

    /** PUT of a resource. */
    public Write.Accepted put(ResourceType type, ResourceId id, Write write) {
        ObjectNode body = Preconditions.body(write.request());
        return settled(() -> {
            preconditions.groupWritable(id);
            if (!id.isTopLevel())
                preconditions.requireParent(id);
            return putChecked(type, id, body, write);
        });
    }

    private Write.Accepted putChecked(ResourceType type, ResourceId id, ObjectNode body, Write write) {
        Optional<Resource> existing = world.store().get(id);
        ResourceId real = existing.map(Resource::id).orElse(id);
        if (existing.isEmpty() && !type.name().equals(ScaleSetInstances.NAME))
            Names.check(world, id.name());
        preconditions.etag(write.request(), type, real, existing);
        existing.ifPresent(old -> Updates.put(type.name(), body, old.body()));
        preconditions.location(type, body, existing, real);
        preconditions.tags(body);
        writes.requireFree(type, real, "PUT");
        return new Write.Accepted(start(type, real, body, existing, write), existing.isEmpty(), null);
    }

    private Operation start(ResourceType type, ResourceId id, ObjectNode body, Optional<Resource> existing,
            Write write) {
        Draft draft = new Draft(id, body, existing, world, false);
        type.complete(draft);
        type.verify(draft);
        return writes.start(type, draft, write);
    }

    /** PUT of a child that is embedded in its parent: a write of the parent. */
    public Write.Accepted putChild(ResourceType ownerType, ResourceId id, EmbeddedChild child, Write write) {
        ObjectNode body = Preconditions.body(write.request());
        return settled(() -> {
            Resource owner = preconditions.requireParent(id);
            preconditions.etag(write.request(), ownerType, id, Optional.of(owner));
            writes.requireFree(ownerType, owner.id(), "PUT");
            ObjectNode changed = owner.body().deepCopy();
            var items = Json.arrayAt(Json.properties(changed), child.name());
            int index = Json.indexOf(items, id.name());
            body.put("name", index < 0 ? id.name() : Json.textOr(items.get(index), id.name(), "name"));
            if (index < 0) {
                items.add(body);
            } else {
                Updates.put(ownerType.name() + "/" + child.name(), body, (ObjectNode) items.get(index));
                items.set(index, body);
            }
            Operation operation = start(ownerType, owner.id(), changed, Optional.of(owner), write);
            return new Write.Accepted(operation, index < 0, null);
        });
    }

    /** DELETE of a child that is embedded in its parent; empty if it did not exist. */
    public Optional<Operation> deleteChild(ResourceType ownerType, ResourceId id, EmbeddedChild child, Write write) {
        return settled(() -> {
            preconditions.requireGroup(id.subscription(), id.group());
            Optional<Resource> owner = world.store().get(id.parent(1));
            if (owner.isEmpty())
                return Optional.empty();
            ObjectNode changed = owner.get().body().deepCopy();
            var items = Json.arrayAt(Json.properties(changed), child.name());
            int index = Json.indexOf(items, id.name());
            if (index < 0)
                return Optional.empty();
            preconditions.etag(write.request(), ownerType, id, owner);
            writes.requireFree(ownerType, owner.get().id(), "DELETE");
            items.remove(index);
            return Optional.of(start(ownerType, owner.get().id(), changed, owner, write));
        });
    }

    /** DELETE; empty if there was nothing to delete. */
    public Optional<Operation> delete(ResourceType type, ResourceId id, Write write) {
        return settled(() -> {
            preconditions.requireGroup(id.subscription(), id.group());
            Optional<Resource> existing = world.store().get(id);
            if (existing.isEmpty())
                return Optional.empty();
            preconditions.etag(write.request(), type, existing.get().id(), existing);
            writes.requireFree(type, existing.get().id(), "DELETE");
            type.checkDelete(world, existing.get());
            return Optional.of(writes.startDelete(existing.get(), write));
        });
    }

    /**
     * PATCH according to {@link io.azureccm.e2e.azure.updates.UpdateRules}: of tags only immediately, of more like a
     * PUT.
     */
    public Write.Accepted patch(ResourceType type, ResourceId id, Write write) {
        ObjectNode patch = Preconditions.body(write.request());
        return settled(() -> {
            Resource existing = preconditions.require(id);
            preconditions.etag(write.request(), type, existing.id(), Optional.of(existing));
            ObjectNode body = Updates.patch(type.name(), existing.body(), patch);
            if (UpdateRules.patch(type.name()) == PatchEffect.MERGED)
                return putChecked(type, existing.id(), body, write);
            preconditions.tags(body);
            writes.requireFree(type, existing.id(), "PATCH");
            Resource changed = commits.commit(type, new Draft(existing.id(), body, Optional.of(existing), world, false),
                    existing.state());
            return new Write.Accepted(null, false, presenter.show(changed, ShowOptions.PLAIN));
        });
    }
}
