package io.azureccm.common.arm.http;

import io.azureccm.common.arm.ArmException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Called before every HTTP exchange with ARM and after every response. Thread-safe. */
public interface ArmExchangeGate {
    /** Admits everything. */
    ArmExchangeGate OPEN = new ArmExchangeGate() {
        @Override
        public void admit(ArmExchange exchange) {
            // Not counted.
        }

        @Override
        public void answered(ArmExchange exchange, Response response) {
            // Ignored.
        }
    };

    /**
     * The information about limits in a response. {@code code} is ARM's error code, "" for a success; {@code fromGateway} is
     * true if ARM itself refused, not the provider behind it. {@code remaining} maps the part of the header name after
     * {@code x-ms-ratelimit-remaining-} to the remaining calls; {@code policies} contains the same for the policies of a
     * provider.
     */
    record Response(int status, String code, boolean fromGateway, Optional<Instant> retryAfter,
            Map<String, Integer> remaining, Map<String, Integer> policies) {
        /** Throttled; false if another operation on the resource is in progress, which is also a 429. */
        public boolean isThrottled() {
            return status == 429 && !code.startsWith("RetryableError");
        }
    }

    /**
     * Returns when the exchange may be sent, after a wait of limited length; otherwise throws an {@link ArmException} of kind
     * THROTTLED.
     */
    void admit(ArmExchange exchange);

    void answered(ArmExchange exchange, Response response);
}
