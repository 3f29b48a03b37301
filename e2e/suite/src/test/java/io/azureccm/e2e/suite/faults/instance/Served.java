package io.azureccm.e2e.suite.faults.instance;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.scenario.ServedAddresses;
import java.util.List;

/** Whether addresses are served as far as that is for a load balancer to say: nodes may all be away, or be excluded. */
public final class Served {
    private static final String NO_NODES = "nothing behind port";

    private Served() {}

    public static List<String> problems(Simulation simulation, JsonNode service, List<String> addresses) {
        return new ServedAddresses(simulation.azure())
                .problems(service, addresses)
                .stream()
                .filter(problem -> !problem.contains(NO_NODES))
                .toList();
    }

    /**
     * What is wrong with publishing these addresses now. A load balancer may read as Updating while the instance writes none: the answer
     * to a write was lost, or its sender has died. What it shows is what was asked for, and it is published as the reference publishes
     * it; a write that fails in the end is repaired. While the instance itself writes a load balancer, addresses that a Service does not
     * show yet have to wait; {@code isEarly}: they are such, and that write had begun before they were to be published.
     */
    public static List<String> unpublishable(List<String> problems, boolean isEarly, KillSwitch killSwitch) {
        return problems.stream()
                .filter(problem -> isEarly && killSwitch.writesLoadBalancer() || !problem.endsWith("is Updating"))
                .toList();
    }

    /**
     * The addresses that no load balancer has. Whether all ports are served cannot be judged for a Service that has been changed:
     * it is told what came of its older self.
     */
    public static List<String> ghosts(Simulation simulation, JsonNode service, List<String> addresses) {
        return problems(simulation, service, addresses).stream()
                .filter(problem -> !problem.contains("no rule for port") && !problem.contains("no security rule"))
                .toList();
    }
}
