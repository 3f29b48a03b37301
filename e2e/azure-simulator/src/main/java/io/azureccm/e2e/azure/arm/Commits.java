package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.ResourceType.EtagStyle;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Commits drafts to the store: revisions, etags, references, and the etags of referenced resources. */
record Commits(World world) implements ResourceType.Writer {
    private static final List<String> DERIVED = List.of("id", "name", "type", "etag");

    Resource commit(ResourceType type, Draft draft, String state) {
        ObjectNode body = draft.body();
        body.remove(DERIVED);
        Json.properties(body).remove("provisioningState");
        Optional<Resource> before = world.store().get(draft.id());
        ResourceId id = before.map(Resource::id).orElse(draft.id());
        long revision = before.map(Resource::revision).orElse(0L);
        boolean changed = before.isEmpty() || type.etagStyle() != EtagStyle.COUNTER_OF_CHANGES
                || !before.get().body().equals(body);
        Resource resource = new Resource(id, type.name(), body, draft.hidden(), newEtag(), state,
                changed ? revision + 1 : revision);
        put(type, resource);
        return resource;
    }

    private String newEtag() {
        return "W/\"" + world.guids().next() + "\"";
    }

    /** References that a running write removes are still in use; they are free only when the operation has ended. */
    private void put(ResourceType type, Resource resource) {
        List<Reference> references = type.references(resource);
        if (resource.isBusy())
            references = Stream.concat(references.stream(), world.store().from(resource.id()).stream())
                    .distinct()
                    .toList();
        touch(resource.id(), world.store().from(resource.id()), references);
        world.store().put(resource, references);
    }

    /** Stores a version with exactly its own references: a restored older one, or one whose write has ended. */
    void putExactly(Resource resource) {
        put(world.types().require(resource.type()), resource);
    }

    /** What a failed write has left: the earlier content under another etag, except for what others changed meanwhile. */
    void restore(Resource before) {
        world.store().get(before.id()).ifPresent(current -> {
            Resource restored = world.types().require(before.type()).restored(before, current);
            putExactly(restored.withState("Failed").withEtag(newEtag()).withRevision(current.revision() + 1));
        });
    }

    /** Removes all references of the resource. */
    void isolate(Resource resource) {
        touch(resource.id(), world.store().from(resource.id()), List.of());
        world.store().put(resource, List.of());
    }

    /** Gives a new etag to each resource that is newly referenced or no longer referenced. */
    private void touch(ResourceId from, List<Reference> before, List<Reference> after) {
        if (before.equals(after))
            return;
        Set<String> changed = new HashSet<>();
        before.stream().filter(reference -> !after.contains(reference)).forEach(r -> changed.add(r.to()));
        after.stream().filter(reference -> !before.contains(reference)).forEach(r -> changed.add(r.to()));
        Set<String> done = new HashSet<>();
        for (String target : changed)
            ResourceId.parse(target)
                    .map(ResourceId::topLevel)
                    .filter(id -> !id.key().equals(from.key()) && done.add(id.key()))
                    .flatMap(id -> world.store().get(id))
                    .ifPresent(owner -> world.store().replace(owner.withEtag(newEtag())));
    }

    /** Gives the resource a new etag, as if another client had written it. */
    void touch(ResourceId id) {
        world.store()
                .get(id)
                .ifPresent(resource -> world.store()
                        .replace(resource.withEtag(newEtag()).withRevision(resource.revision() + 1)));
    }

    @Override
    public void store(Draft draft) {
        ResourceType type = world.types().require(draft.id().type());
        type.complete(draft);
        Resource stored = commit(type, draft, "Succeeded");
        world.store().replace(type.succeeded(world, stored));
    }

    @Override
    public void replace(Resource resource) {
        world.store().replace(resource);
    }

    @Override
    public void remove(Resource resource) {
        ResourceType type = world.types().require(resource.type());
        type.removing(world, this, resource);
        touch(resource.id(), world.store().from(resource.id()), List.of());
        world.store().remove(resource.id());
    }
}
