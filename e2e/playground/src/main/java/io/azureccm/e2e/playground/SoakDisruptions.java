package io.azureccm.e2e.playground;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.util.List;

/**
 * Occasional disruptions: Azure throttles, fails and drops connections, the Kubernetes API restarts, a leader loses its
 * lease.
 */
final class SoakDisruptions {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final LocalCloud cloud;
    private final List<Runnable> disruptions;
    private int next;

    SoakDisruptions(LocalCloud cloud) {
        this.cloud = cloud;
        // In turn: throttled public IPs, dropped reads, broken connections, lost answers, failures, watches that are too
        // old, another client's write, lost leases, throttled lists.
        this.disruptions = List.of(
                azure("PUT", "publicIPAddresses", new FaultAction.Throttle("TooManyRequests", "2"), 3),
                azure("LIST", "*", new FaultAction.ResetBefore(), 2), cloud.cluster()::cutConnections,
                azure("PUT", "loadBalancers", new FaultAction.ResetAfter(), 1),
                azure("*", "*", new FaultAction.Refuse(500, "InternalServerError", "try later"), 3),
                this::endWatches, azure("PUT", "loadBalancers", new FaultAction.TouchEtag(), 1), this::takeLeases,
                azure("LIST", "*", new FaultAction.Throttle("TooManyRequests", "3"), 2));
    }

    /** Causes the next one. */
    void turn() {
        cloud.azure().faults().clear();
        disruptions.get(next++ % disruptions.size()).run();
    }

    int brought() {
        return next;
    }

    void end() {
        cloud.azure().faults().clear();
        cloud.cluster().faults().clear();
    }

    private Runnable azure(String verb, String type, FaultAction action, int times) {
        return () -> cloud.azure().faults().add(Fault.on(verb, type, action).times(times));
    }

    private void endWatches() {
        cloud.cluster().expireHistory();
        cloud.cluster().endWatches(Watches.End.EXPIRED);
    }

    /** Another holder has them until they expire; then the first instance to acquire a lease leads. */
    private void takeLeases() {
        for (ObjectNode lease : cloud.cluster().list("leases", "kube-system")) {
            ObjectNode patch = JSON.createObjectNode();
            patch.putObject("spec").put("holderIdentity", "soak-" + next);
            cloud.cluster().patch("leases", "kube-system", lease.at("/metadata/name").asText(), patch);
        }
    }
}
