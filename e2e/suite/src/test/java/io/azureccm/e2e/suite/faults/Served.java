package io.azureccm.e2e.suite.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.suite.scenario.ServedAddresses;
import java.util.List;

/** Whether addresses are served as far as that is for a load balancer to say: nodes may all be away, or be excluded. */
final class Served {
    private static final String NO_NODES = "nothing behind port";
    private static final String UPDATING = "its load balancer is Updating";

    private Served() {}

    static List<String> problems(Ground ground, JsonNode service, List<String> addresses) {
        return new ServedAddresses(ground.azure())
                .problems(service, addresses)
                .stream()
                .filter(problem -> !problem.contains(NO_NODES))
                .filter(problem -> !(ground.isReachedAtOnce() && problem.contains(UPDATING)))
                .toList();
    }

    /**
     * The addresses that no load balancer has. Whether all ports are served cannot be judged for a Service that has been changed:
     * it is told what came of its older self.
     */
    static List<String> ghosts(Ground ground, JsonNode service, List<String> addresses) {
        return problems(ground, service, addresses).stream()
                .filter(problem -> !problem.contains("no rule for port") && !problem.contains("no security rule"))
                .toList();
    }
}
