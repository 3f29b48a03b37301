package io.azureccm.archfixture.common.core;

import com.azure.core.util.Context;
import io.azureccm.archfixture.common.record.Step;
import io.azureccm.common.boot.doctor.DoctorReport;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Instant;

/**
 * Breaks the rules for {@code core} on purpose: reads the clock and knows the SDK, the Kubernetes client, a later layer, a tool
 * and internals of a library.
 */
public record ImpureIdentifier(Context context, KubernetesClient client, Step step,
        AtomicRateLimiter limiter, DoctorReport report) {
    public Instant readTheClock() {
        return Instant.now();
    }
}
