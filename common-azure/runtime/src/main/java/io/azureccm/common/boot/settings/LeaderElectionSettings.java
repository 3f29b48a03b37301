package io.azureccm.common.boot.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How one of several instances becomes the one that writes. Times and names come from the flags {@code --leader-elect-*}.
 *
 * @param mode The object that holds leadership: a Lease of coordination.k8s.io, or a ConfigMap as in Spring Cloud Kubernetes, which has no
 *            expiry: a leader is replaced only when its pod is gone or not ready.
 *
 * @param lightStandbyAfter How long an instance is ready and waits for the lease before a program with little memory waits in its place, in
 *            the same process; 0 to wait as it is.
 */
@ConfigurationProperties("azureccm.leader-election")
public record LeaderElectionSettings(@DefaultValue("lease") Mode mode,
        @DefaultValue("1m") Duration lightStandbyAfter) {
    public LeaderElectionSettings {
        InvalidSetting.unless(!lightStandbyAfter.isNegative(), "light-standby-after", lightStandbyAfter,
                "a duration such as 1m, or 0 to wait with the whole app");
    }

    /** The object that holds leadership. */
    public enum Mode {
        /** A {@code coordination.k8s.io} Lease. */
        LEASE,
        /** The ConfigMap-based election of spring-cloud-kubernetes. */
        CONFIGMAP
    }
}
