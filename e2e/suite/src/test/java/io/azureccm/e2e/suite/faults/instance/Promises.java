package io.azureccm.e2e.suite.faults.instance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.NodeTruth;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.e2e.suite.scenario.route.RouteInvariant;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.status.NodeWriter;
import io.azureccm.route.status.ConditionWriter;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Holds the controllers to what they are about to write into the cluster: Azure is looked at just before. */
public final class Promises {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Simulation simulation;
    private final Findings findings;
    private final Users users;
    private final NodeTruth truth;

    public Promises(Simulation simulation, Users users, Findings findings) {
        this.simulation = simulation;
        this.users = users;
        this.findings = findings;
        this.truth = new NodeTruth(simulation);
    }

    /** Addresses are served, and a Service that is let go has nothing left in Azure. */
    public ServiceWriter around(ServiceWriter writer, Work.Ports ports) {
        KillSwitch killSwitch = ports.guards().killSwitch();
        return new ServiceWriter() {
            @Override
            public boolean addFinalizer(Service service) {
                boolean[] present = new boolean[1];
                killSwitch.write(() -> present[0] = writer.addFinalizer(service));
                return present[0];
            }

            @Override
            public void removeFinalizer(Service service) {
                judge("let go", ports, () -> Leftovers.of(simulation, service.getMetadata().getUid()));
                killSwitch.write(() -> writer.removeFinalizer(service));
            }

            @Override
            public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
                boolean writesBalancer = killSwitch.writesLoadBalancer();
                conditions.set()
                        .forEach(each -> findings.judgeReason(service.getMetadata().getName(), each.getMessage()));
                JsonNode shown = JSON.valueToTree(service);
                boolean changed = !shown.at("/status/loadBalancer").findValuesAsText("ip").equals(addresses);
                boolean isEarly = changed && writesBalancer;
                if (changed || saysProgrammed(conditions))
                    judge("written into a status", ports,
                            () -> Served.unpublishable(users.isFresh(service.getMetadata().getName())
                                    ? Served.problems(simulation, shown, addresses)
                                    : Served.ghosts(simulation, shown, addresses), isEarly, killSwitch));
                if (saysProgrammed(conditions) && addresses.isEmpty())
                    findings.add(service.getMetadata().getName() + " is called programmed and has no address");
                String[] version = new String[1];
                killSwitch.write(() -> version[0] = writer.setStatus(service, addresses, conditions));
                return version[0];
            }
        };
    }

    /** What is not sent any more, by one that has died or lost the lease, is not judged: others act meanwhile. */
    private void judge(String what, Work.Ports ports, Supplier<List<String>> problems) {
        findings.judge(what, () -> {
            List<String> found = problems.get();
            return ports.mayWrite() ? found : List.of();
        });
    }

    private static boolean saysProgrammed(ConditionChange conditions) {
        return ConditionChange.of(conditions.set(), ServiceConditions.PROGRAMMED)
                .filter(each -> each.getStatus().equals("True"))
                .isPresent();
    }

    /** A node is called connected, or routed after all, only when the table leads to it. */
    public ConditionWriter around(ConditionWriter writer, Work.Ports ports) {
        RouteInvariant promise = new RouteInvariant(simulation.azure(), simulation.routeTableId());
        return (node, conditions) -> {
            JsonNode shown = JSON.valueToTree(node);
            conditions.routed()
                    .ifPresent(each -> findings.judgeReason(node.getMetadata().getName(), each.message()));
            boolean isMended = conditions.routed().filter(routed -> !routed.isProblem()).isPresent();
            if (isMended || conditions.isConnected() && !RouteInvariant.condition(shown).startsWith("False"))
                judge("written into a condition", ports, () -> promise.problems(shown));
            ports.guards().killSwitch().write(() -> writer.write(node, conditions));
        };
    }

    /** No Node is deleted whose machine lives, and none is told wrong facts. */
    public NodeWriter around(NodeWriter writer, Work.Ports ports) {
        return (Node seen, NodeWrite write, Consumer<Node> shown) -> {
            truth.problems(seen.getMetadata().getName(), write).forEach(findings::add);
            PatchOutcome[] outcome = new PatchOutcome[1];
            ports.guards().killSwitch().write(() -> outcome[0] = writer.write(seen, write, shown));
            return outcome[0];
        };
    }
}
