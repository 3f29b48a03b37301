package io.azureccm.common.arm.http;

import io.azureccm.common.arm.ArmException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Stands before every single HTTP exchange with ARM and hears of every answer. Thread-safe. */
public interface ArmExchangeGate {
    /** Lets everything through. */
    ArmExchangeGate OPEN = new ArmExchangeGate() {
        @Override
        public void admit(ArmExchange exchange) {
            // Nothing is counted.
        }

        @Override
        public void answered(ArmExchange exchange, Answer answer) {
            // Nothing is learnt.
        }
    };

    /**
     * What an answer tells about limits. {@code code} is ARM's error code, "" for a success; {@code fromGateway} says that ARM
     * itself refused, not the provider behind it. {@code remaining} is what is left by the end of the header name after
     * {@code x-ms-ratelimit-remaining-}; {@code policies} is the same for the policies of a provider.
     */
    record Answer(int status, String code, boolean fromGateway, Optional<Instant> retryAfter,
            Map<String, Integer> remaining, Map<String, Integer> policies) {
        /** Too many calls; not that another operation on the resource is under way, which comes as 429 too. */
        public boolean isThrottled() {
            return status == 429 && !code.startsWith("RetryableError");
        }
    }

    /** Returns when the exchange may be sent, after a wait of bounded length; otherwise throws an {@link ArmException} of kind THROTTLED. */
    void admit(ArmExchange exchange);

    void answered(ArmExchange exchange, Answer answer);
}
