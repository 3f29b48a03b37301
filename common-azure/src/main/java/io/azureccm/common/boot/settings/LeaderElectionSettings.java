package io.azureccm.common.boot.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How one of several instances becomes the one that writes. Times and names come from the flags {@code --leader-elect-*}.
 *
 * @param mode What leadership is kept in: a Lease of coordination.k8s.io, or a ConfigMap as spring-cloud-kubernetes does it.
 */
@ConfigurationProperties("azureccm.leader-election")
public record LeaderElectionSettings(@DefaultValue("lease") Mode mode) {
    /** What leadership is kept in. */
    public enum Mode {
        /** A {@code coordination.k8s.io} Lease. */
        LEASE,
        /** The election that spring-cloud-kubernetes brings along. */
        CONFIGMAP
    }
}
