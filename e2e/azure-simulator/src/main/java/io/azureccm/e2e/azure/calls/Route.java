package io.azureccm.e2e.azure.calls;

import io.azureccm.e2e.azure.arm.Write;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import java.util.function.Supplier;

/**
 * The route of a request.
 *
 * @param verb GET, LIST, PUT, PATCH, POST, DELETE or POLL
 * @param type type as in the path below the provider, such as {@code loadBalancers/backendAddressPools}
 * @param target ID of the resource or collection
 */
public record Route(Kind kind, String verb, String type, String target, Handler handler) {
    /** The kind of a request for the counters: controllers are judged by reads and writes. */
    public enum Kind {
        READ, WRITE, POLL, TOKEN, METADATA, CONTROL
    }

    /** Does the work and returns a supplier of the response, which is called after the latency has passed. */
    public interface Handler {
        Supplier<ArmResponse> handle(Write visit);
    }

    /** A read-only route: it reads after the latency has passed. */
    public static Route read(String verb, String type, String target,
            java.util.function.Function<ArmRequest, ArmResponse> look) {
        return new Route(Kind.READ, verb, type, target, visit -> () -> look.apply(visit.request()));
    }
}
