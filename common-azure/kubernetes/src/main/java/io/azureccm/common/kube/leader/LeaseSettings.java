package io.azureccm.common.kube.leader;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;

/**
 * The lease that candidates compete for and its times, with the same meaning as in client-go: others may acquire the lease if
 * it has not changed for {@code leaseDuration}; the leader stops acting {@code renewDeadline} after its last renewal and
 * tries to renew every {@code retryPeriod}.
 */
public record LeaseSettings(String namespace, String name, String identity, Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod) {
    public LeaseSettings {
        if (leaseDuration.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException("leaseDuration " + leaseDuration + " must be longer than renewDeadline "
                    + renewDeadline + ", or two instances could act at once");
        }
        if (renewDeadline.toMillis() <= retryPeriod.toMillis() * 1.2) {
            throw new IllegalArgumentException(
                    "renewDeadline " + renewDeadline + " must be longer than 1.2 times retryPeriod " + retryPeriod);
        }
        if (retryPeriod.toMillis() < 1 || leaseDuration.toSeconds() < 1) {
            throw new IllegalArgumentException("leaseDuration must be at least one second and retryPeriod at"
                    + " least one millisecond");
        }
    }

    /** {@code <hostname>_<uuid>}, different each time: a restarted process is a new candidate. */
    public static String identityOfThisProcess() {
        return hostname() + "_" + UUID.randomUUID();
    }

    String lease() {
        return namespace + "/" + name;
    }

    private static String hostname() {
        String variable = System.getenv("HOSTNAME");
        if (variable != null && !variable.isBlank())
            return variable;
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
