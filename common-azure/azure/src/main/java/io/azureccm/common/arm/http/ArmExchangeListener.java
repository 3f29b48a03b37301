package io.azureccm.common.arm.http;

import io.azureccm.common.core.ArmId;
import java.time.Duration;
import java.util.Map;

/** Receives every HTTP exchange with ARM, including pages and polls. Must return quickly and must not throw. */
public interface ArmExchangeListener {
    /**
     * {@code status} 0 means that there was no response. {@code remaining} contains the remaining calls according to ARM, by
     * the part of the header name after {@code x-ms-ratelimit-remaining-}, for example {@code subscription-writes}.
     */
    void exchanged(String verb, ArmId target, int status, Duration took, Map<String, Integer> remaining);
}
