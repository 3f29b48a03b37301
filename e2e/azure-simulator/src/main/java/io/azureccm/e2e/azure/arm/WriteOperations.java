package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.operations.Operation.Target;
import io.azureccm.e2e.azure.operations.Operations;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Starts the operations of writes and defines what happens when they end. Used under the lock of the service. */
record WriteOperations(World world, Operations operations, Commits commits) {
    /** Rejects a write while another operation runs on the same resource, or lets it supersede that operation. */
    void requireFree(ResourceType type, ResourceId id, String verb) {
        Optional<Operation> running = operations.runningOn(id.key());
        if (running.isEmpty()) {
            return;
        }
        Operation other = running.get();
        if (type.name().equals(ScaleSetInstances.NAME) && other.verb().equals("DELETE")) {
            throw new ArmError(409, "OperationNotAllowed", "Operation '" + (verb.equals("PUT") ? "Put" : "Delete")
                    + " on Virtual Machine Scale Set VM Instance' is not allowed since the Virtual Machine Scale Set VM"
                    + " Instance " + id + " is marked for deletion.");
        }
        String status = "/subscriptions/" + id.subscription() + "/providers/" + other.provider() + "/locations/"
                + other.location() + "/operations/" + other.id();
        switch (world.settings().busy()) {
            case CONFLICT -> throw new ArmError(409, "AnotherOperationInProgress",
                    "Another operation on this or dependent resource is in progress. To retrieve status of the operation"
                            + " use uri: " + status + ".");
            case TOO_MANY_REQUESTS -> throw new ArmError(429, "RetryableError", "A retryable error occurred.",
                    List.of(new ArmError.Detail("RetryableErrorDueToAnotherOperation", "Operation "
                            + other.verb() + " (" + other.id() + ") is updating resource " + id
                            + ". The call can be retried in " + retryAfter() + " seconds.")))
                    .header("Retry-After", Integer.toString(retryAfter()));
            case SUPERSEDE -> {
                if (other.verb().equals("DELETE")) {
                    throw new ArmError(409, "OperationNotAllowed", "Resource " + id + " is being deleted.");
                }
                operations.supersede(other, world.clock().now(), ArmService.canceled(id.text()));
            }
        }
    }

    private int retryAfter() {
        return Math.max(1, world.settings().retryAfterSeconds());
    }

    /** Stores the draft as updating, and ends the operation after the duration of the write. */
    Operation start(ResourceType type, Draft draft, Write write) {
        Optional<Resource> before = draft.existing();
        Resource after = commits.commit(type, draft, before.isEmpty() ? type.creatingState() : "Updating");
        type.stored(world, commits, before, after);
        ResourceId id = after.id();
        return begin(id, Json.textOr(draft.body(), "", "location"), "PUT", write, new Operation.Outcome() {
            @Override
            public void succeeded() {
                world.store()
                        .get(id)
                        .ifPresent(current -> commits
                                .putExactly(type.succeeded(world, current).withState("Succeeded")));
            }

            @Override
            public void failed() {
                before.ifPresentOrElse(commits::restore,
                        () -> world.store().get(id).ifPresent(made -> commits.isolate(made.withState("Failed"))));
            }
        });
    }

    Operation startDelete(Resource resource, Write write) {
        world.store().replace(resource.withState("Deleting"));
        ObjectNode body = resource.body();
        return begin(resource.id(), Json.textOr(body, "", "location"), "DELETE", write, new Operation.Outcome() {
            @Override
            public void succeeded() {
                world.store().get(resource.id()).ifPresent(commits::remove);
            }

            @Override
            public void failed() {
                world.store()
                        .get(resource.id())
                        .ifPresent(current -> world.store().replace(current.withState("Failed")));
            }
        });
    }

    private Operation begin(ResourceId id, String location, String verb, Write write, Operation.Outcome outcome) {
        Instant now = world.clock().now();
        Instant due = now.plus(write.times().reply()).plus(write.times().operation());
        String place = location.isEmpty() ? locationOfOwner(id) : location;
        Operation operation = new Operation(world.guids().next(), new Target(id.provider(), place, id.key()), verb, now,
                due, outcome);
        switch (write.end()) {
            case OperationEnd.Normal() -> {
            }
            case OperationEnd.Stuck() -> operation.stick();
            case OperationEnd.Fails(ArmError error) -> operation.failWith(error);
        }
        operations.add(operation);
        operations.settle(now);
        return operation;
    }

    private String locationOfOwner(ResourceId id) {
        return world.store().get(id.topLevel()).flatMap(owner -> Json.text(owner.body(), "location")).orElse("eastus");
    }

    /** An operation with a target other than one resource, such as the deletion of a group. */
    Operation begin(Target target, String verb, Write write, Operation.Outcome outcome) {
        Instant now = world.clock().now();
        Operation operation = new Operation(world.guids().next(), target, verb, now,
                now.plus(write.times().reply()).plus(write.times().operation()), outcome);
        operations.add(operation);
        operations.settle(now);
        return operation;
    }
}
