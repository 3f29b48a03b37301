package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.azureccm.node.plan.NodeWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What is true of the machine behind a node, as Azure has it at this moment. */
public final class NodeTruth {
    private static final String TAINT = "node.cloudprovider.kubernetes.io/uninitialized";
    private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
    private static final String REGION = "topology.kubernetes.io/region";

    private final Simulation simulation;

    public NodeTruth(Simulation simulation) {
        this.simulation = simulation;
    }

    public boolean machineLives(String node) {
        return simulation.azure().resource(simulation.machineId(node)).isPresent();
    }

    /** The private addresses of the machine. */
    public Set<String> addresses(String node) {
        return new TreeSet<>(simulation.azure().machines().privateAddresses(simulation.machineId(node)));
    }

    /** What is wrong with a write that is about to be sent; facts of a machine that goes meanwhile are not judged. */
    public List<String> problems(String node, NodeWrite write) {
        if (write instanceof NodeWrite.Delete)
            return machineLives(node) ? List.of(node + " is deleted although its machine lives") : List.of();
        List<String> problems = wrongFacts(node, write);
        return machineLives(node) ? problems : List.of();
    }

    private List<String> wrongFacts(String node, NodeWrite write) {
        List<String> problems = new ArrayList<>();
        switch (write) {
            case NodeWrite.SetAddresses(var before, var wanted) -> {
                Set<String> told = new TreeSet<>();
                wanted.stream()
                        .filter(each -> each.type().equals("InternalIP"))
                        .forEach(each -> told.add(each.address()));
                if (!told.equals(addresses(node)))
                    problems.add(node + " is told the addresses " + told + " and has " + addresses(node));
            }
            case NodeWrite.Initialise(var labels, var providerId) -> {
                if (!providerId.isEmpty() && !isMachine(node, providerId))
                    problems.add(node + " is told the machine " + providerId);
                differing(node, labels.get(INSTANCE_TYPE), labels.get(REGION), problems);
            }
            default -> {
            }
        }
        return problems;
    }

    private void differing(String node, String size, String region, List<String> problems) {
        JsonNode machine = simulation.azure().resource(simulation.machineId(node)).orElse(MissingNode.getInstance());
        String real = machine.at("/sku/name").asText(machine.at("/properties/hardwareProfile/vmSize").asText());
        if (size != null && !size.equals(real))
            problems.add(node + " is told the size " + size + " and has " + real);
        if (region != null && !region.equals(simulation.infrastructure().location()))
            problems.add(node + " is told the region " + region);
    }

    private boolean isMachine(String node, String providerId) {
        return providerId.equalsIgnoreCase("azure://" + simulation.machineId(node));
    }

    /** What is wrong with a node as it is: one without the taint has all facts, and they are true. */
    public List<String> problems(JsonNode shown) {
        String node = shown.at("/metadata/name").asText();
        List<String> problems = new ArrayList<>();
        if (shown.at("/spec/taints").toString().contains(TAINT) || !machineLives(node))
            return problems;
        if (!isMachine(node, shown.at("/spec/providerID").asText()))
            problems.add(node + " is initialised as " + shown.at("/spec/providerID"));
        Set<String> told = new TreeSet<>();
        shown.at("/status/addresses").forEach(each -> {
            if (each.path("type").asText().equals("InternalIP"))
                told.add(each.path("address").asText());
        });
        if (!told.equals(addresses(node)))
            problems.add(node + " is initialised with the addresses " + told + " and has " + addresses(node));
        JsonNode labels = shown.at("/metadata/labels");
        if (!labels.has(INSTANCE_TYPE) || !labels.has(REGION))
            problems.add(node + " is initialised without labels: " + labels);
        else
            differing(node, labels.path(INSTANCE_TYPE).asText(), labels.path(REGION).asText(), problems);
        return problems;
    }

    public static boolean isInitialised(JsonNode shown) {
        return !shown.at("/spec/taints").toString().contains(TAINT);
    }
}
