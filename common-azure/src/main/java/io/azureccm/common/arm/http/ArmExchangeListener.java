package io.azureccm.common.arm.http;

import io.azureccm.common.core.ArmId;
import java.time.Duration;
import java.util.Map;

/** Told of every single HTTP exchange with ARM, pages and polls included. Must be quick and must not throw. */
public interface ArmExchangeListener {
    /**
     * {@code status} 0 means that no answer came. {@code remaining} is what ARM says is left, by the end of the header name
     * after {@code x-ms-ratelimit-remaining-}, for example {@code subscription-writes}.
     */
    void exchanged(String verb, ArmId target, int status, Duration took, Map<String, Integer> remaining);

    /** One that tells both. */
    default ArmExchangeListener and(ArmExchangeListener other) {
        return (verb, target, status, took, remaining) -> {
            exchanged(verb, target, status, took, remaining);
            other.exchanged(verb, target, status, took, remaining);
        };
    }
}
