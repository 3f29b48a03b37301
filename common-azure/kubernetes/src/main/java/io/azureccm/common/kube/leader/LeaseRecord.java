package io.azureccm.common.kube.leader;

import java.time.Instant;

/** The content of a lease, as in {@code coordination.k8s.io/v1}. An empty holder means that the lease is free. */
public record LeaseRecord(String holder, int leaseDurationSeconds, Instant acquireTime, Instant renewTime,
        int transitions) {
    boolean isFree() {
        return holder.isEmpty();
    }
}
