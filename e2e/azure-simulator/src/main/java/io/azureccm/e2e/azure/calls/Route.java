package io.azureccm.e2e.azure.calls;

import io.azureccm.e2e.azure.arm.OperationEnd;
import io.azureccm.e2e.azure.operations.Latencies.Drawn;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import java.util.function.Supplier;

/**
 * Where a request leads.
 *
 * @param verb GET, LIST, PUT, PATCH, POST, DELETE or POLL
 * @param type type as in the path below the provider, such as {@code loadBalancers/backendAddressPools}
 * @param target id of the resource or collection
 */
public record Route(Kind kind, String verb, String type, String target, Handler handler) {
    /** What a request costs: reads and writes are what a controller is judged by. */
    public enum Kind {
        READ, WRITE, POLL, TOKEN, METADATA, CONTROL
    }

    /** One request with its time and end. */
    public record Visit(ArmRequest request, Drawn times, OperationEnd end) {}

    /** Does the work and returns what makes the reply after the time of the reply has passed. */
    public interface Handler {
        Supplier<ArmResponse> handle(Visit visit);
    }

    /** A route that only looks: it looks after the time has passed. */
    public static Route read(String verb, String type, String target,
            java.util.function.Function<ArmRequest, ArmResponse> look) {
        return new Route(Kind.READ, verb, type, target, visit -> () -> look.apply(visit.request()));
    }
}
