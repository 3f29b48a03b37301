package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What kubelets and operators do to nodes and their machines, past all trouble of the API. */
public final class Kubelets {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EXCLUDED = "node.kubernetes.io/exclude-from-external-load-balancers";

    private final Simulation simulation;
    private final boolean initialised;
    private final NodeTruth truth;

    /** Without a node controller nodes join as it would have left them. */
    public Kubelets(Simulation simulation, World world) {
        this.simulation = simulation;
        this.initialised = !world.hasNodes();
        this.truth = new NodeTruth(simulation);
    }

    public boolean isThere(String node) {
        return simulation.api().get("nodes", "", node).isPresent();
    }

    public List<ObjectNode> nodes() {
        return simulation.api().list("nodes", "");
    }

    public void join(String node) {
        if (isThere(node) || !truth.machineLives(node))
            return;
        ObjectNode made = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
        made.putObject("metadata").put("name", node).putObject("labels").put("kubernetes.io/hostname", node);
        String podCidr = "10.244." + (1 + Simulation.NODES.indexOf(node)) + ".0/24";
        ObjectNode spec = made.putObject("spec").put("podCIDR", podCidr);
        spec.putArray("podCIDRs").add(podCidr);
        ObjectNode status = made.putObject("status");
        status.set("conditions", conditions("True"));
        if (initialised) {
            spec.put("providerID", "azure://" + simulation.machineId(node));
            status.set("addresses", addresses(node, truth.addresses(node)));
        } else {
            spec.putArray("taints")
                    .addObject()
                    .put("key", "node.cloudprovider.kubernetes.io/uninitialized")
                    .put("value", "true")
                    .put("effect", "NoSchedule");
        }
        unlessGone(() -> simulation.api().apply(made));
    }

    /** A controller may delete the Node at the same moment. */
    private static void unlessGone(Runnable change) {
        try {
            change.run();
        } catch (ApiError gone) {
            if (gone.code() != 404)
                throw gone;
        }
    }

    public void leave(String node) {
        simulation.api().delete("nodes", "", node);
    }

    public void ready(String node, boolean ready) {
        for (boolean written = false; !written;) {
            Optional<ObjectNode> there = simulation.api().get("nodes", "", node);
            written = there.isEmpty() || wasSaid(there.get(), ready ? "True" : "Unknown");
        }
    }

    /** A merge patch replaces the list, so what others have said is said again, unless they have said more meanwhile. */
    private boolean wasSaid(ObjectNode node, String ready) {
        ArrayNode all = conditions(ready);
        node.at("/status/conditions").forEach(each -> {
            if (!each.path("type").asText().equals("Ready"))
                all.add(each);
        });
        ObjectNode status = JSON.createObjectNode().set("conditions", all);
        try {
            simulation.api()
                    .patchStatus("nodes", "", node.at("/metadata/name").asText(),
                            node.at("/metadata/resourceVersion").asText(), status);
            return true;
        } catch (ApiError changed) {
            return false;
        }
    }

    public void move(String node, String address) {
        if (isThere(node)) {
            ObjectNode patch = JSON.createObjectNode();
            patch.set("addresses", addresses(node, Set.of(address)));
            unlessGone(() -> simulation.api().patchStatus("nodes", "", node, patch));
        }
    }

    public void exclude(String node, boolean excluded) {
        if (isThere(node)) {
            ObjectNode patch = JSON.createObjectNode();
            ObjectNode labels = patch.putObject("metadata").putObject("labels");
            if (excluded)
                labels.put(EXCLUDED, "true");
            else
                labels.putNull(EXCLUDED);
            unlessGone(() -> simulation.api().patch("nodes", "", node, patch));
        }
    }

    public void power(String node, boolean on) {
        if (!truth.machineLives(node))
            return;
        simulation.azure().machines().power(simulation.machineId(node), on ? "running" : "deallocated");
        ready(node, on);
    }

    public void removeMachine(String node) {
        if (truth.machineLives(node))
            simulation.azure().machines().remove(simulation.machineId(node));
        ready(node, false);
    }

    /** All nodes whose machines live are there, ready, and where their machines are. */
    public void settle() {
        for (String node : Simulation.NODES) {
            if (!truth.machineLives(node)) {
                ready(node, false);
                continue;
            }
            join(node);
            power(node, true);
            exclude(node, false);
            if (initialised && isThere(node))
                move(node, truth.addresses(node).iterator().next());
        }
    }

    private static ArrayNode addresses(String node, Set<String> internal) {
        ArrayNode addresses = JSON.createArrayNode();
        internal.forEach(address -> addresses.addObject().put("type", "InternalIP").put("address", address));
        addresses.addObject().put("type", "Hostname").put("address", node);
        return addresses;
    }

    private ArrayNode conditions(String ready) {
        String now = simulation.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        ArrayNode conditions = JSON.createArrayNode();
        conditions.addObject()
                .put("type", "Ready")
                .put("status", ready)
                .put("reason", "Suite")
                .put("message", "said by the suite")
                .put("lastHeartbeatTime", now)
                .put("lastTransitionTime", now);
        return conditions;
    }
}
