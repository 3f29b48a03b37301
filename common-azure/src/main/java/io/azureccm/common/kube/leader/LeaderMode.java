package io.azureccm.common.kube.leader;

import java.util.Locale;

/** How the leader is elected; the property {@code leader-election.mode}. */
public enum LeaderMode {
    /** {@link LeaderElection} on a Lease. */
    LEASE,
    /** The election of the Spring Cloud Kubernetes starter on a ConfigMap, followed by an {@link EventLeadership}. */
    CONFIGMAP;

    /** Throws {@link IllegalArgumentException} naming the modes there are. */
    public static LeaderMode parse(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "", "lease" -> LEASE;
            case "configmap" -> CONFIGMAP;
            default -> throw new IllegalArgumentException(
                    "leader-election.mode is \"" + text + "\": use lease or configmap");
        };
    }
}
