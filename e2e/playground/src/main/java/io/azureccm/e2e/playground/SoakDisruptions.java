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

    private record Disruption(String name, Runnable brings) {}

    private final LocalCloud cloud;
    private final List<Disruption> disruptions;
    private int next;

    SoakDisruptions(LocalCloud cloud) {
        this.cloud = cloud;
        this.disruptions = List.of(
                azure("Azure throttles public IPs", "PUT", "publicIPAddresses",
                        new FaultAction.Throttle("TooManyRequests", "2"), 3),
                azure("Azure drops reads", "LIST", "*", new FaultAction.ResetBefore(), 2),
                new Disruption("the Kubernetes API drops all connections", () -> cloud.cluster().cutConnections()),
                azure("answers to load balancer writes are lost", "PUT", "loadBalancers",
                        new FaultAction.ResetAfter(), 1),
                azure("Azure fails", "*", "*", new FaultAction.Refuse(500, "InternalServerError", "try later"), 3),
                new Disruption("watches are too old", () -> {
                    cloud.cluster().expireHistory();
                    cloud.cluster().endWatches(Watches.End.EXPIRED);
                }), azure("another client writes the load balancer", "PUT", "loadBalancers",
                        new FaultAction.TouchEtag(), 1),
                new Disruption("leaders lose their leases", this::takeLeases),
                azure("Azure throttles lists", "LIST", "*", new FaultAction.Throttle("TooManyRequests", "3"), 2));
    }

    /** Causes the next one and returns its description. */
    String turn() {
        cloud.azure().faults().clear();
        Disruption disruption = disruptions.get(next++ % disruptions.size());
        disruption.brings().run();
        return disruption.name();
    }

    int brought() {
        return next;
    }

    void end() {
        cloud.azure().faults().clear();
        cloud.cluster().faults().clear();
    }

    private Disruption azure(String name, String verb, String type, FaultAction action, int times) {
        return new Disruption(name, () -> cloud.azure().faults().add(Fault.on(verb, type, action).times(times)));
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
