package io.azureccm.common.arm.operation;

import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.arm.http.ArmRequest;
import io.azureccm.common.arm.http.ArmResponse;
import java.net.URI;
import java.util.Optional;

/** Where the end of a long-running operation is visible, and how a response from there is interpreted. */
public record PollRoute(Style style, URI url) {
    /** In the order of preference of ARM's own clients. */
    public enum Style {
        /** A status document with {@code status} and {@code error}. */
        OPERATION,
        /** 202 until the end, then the result. */
        LOCATION,
        /** The resource itself with {@code properties.provisioningState}. */
        RESOURCE
    }

    /** From the first response to a write; empty if it names no route, so that only the resource itself can be polled. */
    public static Optional<PollRoute> of(ArmRequest request, ArmResponse first) {
        Optional<PollRoute> operation = first.url("Azure-AsyncOperation", request.url())
                .or(() -> first.url("Operation-Location", request.url()))
                .map(url -> new PollRoute(Style.OPERATION, url));
        // On an ordinary 201, a Location is only the address of the created resource.
        Optional<PollRoute> location = (first.status() == 202 || request.kind() != Kind.PUT
                ? first.url("Location", request.url())
                : Optional.<URI>empty()).map(url -> new PollRoute(Style.LOCATION, url));
        // The result of an action is only available at its Location.
        return request.kind() == Kind.POST ? location.or(() -> operation) : operation.or(() -> location);
    }

    public static PollRoute resource(URI url) {
        return new PollRoute(Style.RESOURCE, url);
    }

    /** Azure may move the status document while the operation runs. */
    PollRoute next(ArmResponse poll) {
        Optional<URI> moved = switch (style) {
            case OPERATION -> poll.url("Azure-AsyncOperation", url).or(() -> poll.url("Operation-Location", url));
            case LOCATION -> poll.url("Location", url);
            case RESOURCE -> Optional.empty();
        };
        return moved.map(other -> new PollRoute(style, other)).orElse(this);
    }
}
