package io.azureccm.e2e.playground;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.util.List;

/** What goes wrong now and then: Azure throttles, fails and cuts, the Kubernetes API comes anew, a leader loses its lease. */
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
                azure("Azure cuts reads", "LIST", "*", new FaultAction.ResetBefore(), 2),
                new Disruption("the Kubernetes API cuts all connections", () -> cloud.cluster().cutConnections()),
                azure("answers to load balancer writes are lost", "PUT", "loadBalancers",
                        new FaultAction.ResetAfter(), 1),
                azure("Azure fails", "*", "*", new FaultAction.Refuse(500, "InternalServerError", "try later"), 3),
                new Disruption("watches are too old", () -> {
                    cloud.cluster().expireHistory();
                    cloud.cluster().endWatches(Watches.End.EXPIRED);
                }), azure("somebody else writes the load balancer", "PUT", "loadBalancers",
                        new FaultAction.TouchEtag(), 1),
                new Disruption("leaders lose their leases", this::takeLeases),
                azure("Azure throttles lists", "LIST", "*", new FaultAction.Throttle("TooManyRequests", "3"), 2));
    }

    /** Brings the next one; returns what it is. */
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

    /** Somebody else holds them until they expire; then whoever asks first leads. */
    private void takeLeases() {
        for (ObjectNode lease : cloud.cluster().list("leases", "kube-system")) {
            ObjectNode patch = JSON.createObjectNode();
            patch.putObject("spec").put("holderIdentity", "soak-" + next);
            cloud.cluster().patch("leases", "kube-system", lease.at("/metadata/name").asText(), patch);
        }
    }
}
