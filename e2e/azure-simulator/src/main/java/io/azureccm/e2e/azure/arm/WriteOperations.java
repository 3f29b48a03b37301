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
import java.util.Optional;

/** Starts the operations of writes and defines what happens when they end. Used under the lock of the service. */
record WriteOperations(World world, Operations operations, Commits commits) {
    /** Rejects a write while another operation runs on the same resource, or lets it supersede that operation. */
    void requireFree(ResourceType type, ResourceId id, String verb) {
        Optional<Operation> running = operations.runningOn(id.key());
        if (running.isEmpty())
            return;
        Operation other = running.get();
        if (type.name().equals(ScaleSetInstances.NAME) && other.verb().equals("DELETE"))
            throw ArmError.of("OperationNotAllowed.instance", verb.equals("PUT") ? "Put" : "Delete", id);
        String status = "/subscriptions/" + id.subscription() + "/providers/" + other.target().provider()
                + "/locations/"
                + other.target().location() + "/operations/" + other.id();
        switch (world.settings().busy()) {
            case CONFLICT -> throw ArmError.of("AnotherOperationInProgress", status);
            case TOO_MANY_REQUESTS -> throw ArmError.of("RetryableError")
                    .detail("RetryableErrorDueToAnotherOperation", "Operation "
                            + other.verb() + " (" + other.id() + ") is updating resource " + id
                            + ". The call can be retried in " + retryAfter() + " seconds.")
                    .header("Retry-After", Integer.toString(retryAfter()));
            case SUPERSEDE -> {
                if (other.verb().equals("DELETE"))
                    throw ArmError.of("OperationNotAllowed.deletion", id);
                operations.supersede(other, world.clock().now(),
                        ArmError.of("CanceledAndSupersededDueToAnotherOperation", id));
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
        return begin(id, draft.body(), "PUT", write, new Operation.Outcome(
                () -> world.store()
                        .get(id)
                        .ifPresent(current -> commits
                                .putExactly(type.succeeded(world, current).withState("Succeeded"))),
                () -> before.ifPresentOrElse(commits::restore,
                        () -> world.store().get(id).ifPresent(made -> commits.isolate(made.withState("Failed"))))));
    }

    Operation startDelete(Resource resource, Write write) {
        world.store().replace(resource.withState("Deleting"));
        ResourceId id = resource.id();
        return begin(id, resource.body(), "DELETE", write, new Operation.Outcome(
                () -> world.store().get(id).ifPresent(commits::remove),
                () -> world.store()
                        .get(id)
                        .ifPresent(current -> world.store().replace(current.withState("Failed")))));
    }

    private Operation begin(ResourceId id, ObjectNode body, String verb, Write write, Operation.Outcome outcome) {
        String location = Json.text(body, "location")
                .or(() -> world.store().get(id.topLevel()).flatMap(owner -> Json.text(owner.body(), "location")))
                .orElse("eastus");
        return begin(new Target(id.provider(), location, id.key()), verb, write, outcome);
    }

    /** Begins an operation that ends after the duration of the write. */
    Operation begin(Target target, String verb, Write write, Operation.Outcome outcome) {
        Instant now = world.clock().now();
        Operation operation = new Operation(world.guids().next(), target, verb, now,
                write.times().reply().plus(write.times().operation()), write.end(), outcome);
        operations.add(operation);
        operations.settle(now);
        return operation;
    }
}
