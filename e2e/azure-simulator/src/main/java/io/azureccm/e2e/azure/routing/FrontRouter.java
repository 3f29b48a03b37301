package io.azureccm.e2e.azure.routing;

import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.tokens.LoginRoutes;
import io.azureccm.e2e.azure.tokens.ManagedIdentityRoutes;
import io.azureccm.e2e.azure.wire.ArmRequest;
import java.util.Optional;

/** Dispatches to ARM, sign-in, managed identity, metadata and control by path and port. */
public record FrontRouter(ArmRouter arm, LoginRoutes login, ManagedIdentityRoutes identity, Routes metadata,
        Routes control) {
    /** The port that a request arrived on. */
    public enum Port {
        SECURE, PLAIN
    }

    /** Routes that may or may not know a path. */
    public interface Routes {
        Optional<Route> route(ArmRequest request);
    }

    public Route route(Port port, ArmRequest request) {
        // Managed identity comes first, because its metadata path ends like that of the token endpoint.
        Optional<Route> found = port == Port.PLAIN
                ? identity.route(request).or(() -> metadata.route(request)).or(() -> control.route(request))
                : Optional.empty();
        return found.or(() -> login.route(request)).orElseGet(() -> arm.route(request));
    }
}
