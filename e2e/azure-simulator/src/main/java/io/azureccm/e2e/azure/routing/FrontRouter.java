package io.azureccm.e2e.azure.routing;

import io.azureccm.e2e.azure.tokens.LoginRoutes;
import io.azureccm.e2e.azure.tokens.ManagedIdentityRoutes;
import io.azureccm.e2e.azure.wire.ArmRequest;
import java.util.Optional;
import java.util.function.Function;

/** Tells ARM, sign-in, managed identity, metadata and control apart by path and port. */
public final class FrontRouter {
    /** Which port a request came in by. */
    public enum Port {
        SECURE, PLAIN
    }

    /** Routes that may or may not know a path. */
    public interface Routes {
        Optional<Route> route(ArmRequest request);
    }

    private final ArmRouter arm;
    private final LoginRoutes login;
    private final ManagedIdentityRoutes identity;
    private final Routes metadata;
    private final Routes control;

    public FrontRouter(ArmRouter arm, LoginRoutes login, ManagedIdentityRoutes identity, Routes metadata,
            Routes control) {
        this.arm = arm;
        this.login = login;
        this.identity = identity;
        this.metadata = metadata;
        this.control = control;
    }

    public Route route(Port port, ArmRequest request) {
        Function<Routes, Optional<Route>> ask = routes -> routes.route(request);
        Optional<Route> found = login.route(request);
        if (found.isEmpty() && port == Port.PLAIN) {
            found = identity.route(request).or(() -> ask.apply(metadata)).or(() -> ask.apply(control));
        }
        return found.orElseGet(() -> arm.route(request));
    }
}
