package io.azureccm.e2e.suite.faults.lasting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.faults.check.StateChecks;
import io.azureccm.e2e.suite.faults.cluster.NodeTruth;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.scenario.route.RouteInvariant;
import io.azureccm.e2e.suite.state.StateDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether others have what they want although Azure refuses what is for the culprits, and whether these are told why. */
public final class IsolationChecks {
    private static final String PROGRAMMED = "azureccm.io/Programmed";
    private static final String INITIALIZED = "azureccm.io/Initialized";

    private final World world;
    private final Simulation simulation;
    private final StateChecks checks;
    private final List<LastingFault> faults;

    /** {@code faults}: the active ones, all of them about some culprits. */
    public IsolationChecks(World world, Simulation simulation, StateChecks checks, List<LastingFault> faults) {
        this.world = world;
        this.simulation = simulation;
        this.checks = checks;
        this.faults = List.copyOf(faults);
    }

    public Set<String> culprits() {
        Set<String> culprits = new TreeSet<>();
        faults.forEach(each -> culprits.addAll(each.culprits()));
        return culprits;
    }

    /** What others do not have yet, and culprits are not told. */
    public List<String> open(Map<String, ObjectNode> desired, Set<String> machines) {
        List<String> open = new ArrayList<>(checks.unfulfilled(desired, machines, culprits()));
        for (LastingFault fault : faults)
            fault.culprits().forEach(culprit -> untold(fault, culprit, open));
        return open;
    }

    private void untold(LastingFault fault, String culprit, List<String> open) {
        simulation.api().get("services", "default", culprit).ifPresent(service -> {
            if (conditions(service).stream().noneMatch(each -> each.path("message").asText().contains(fault.code())))
                open.add(culprit + " does not say " + fault.code() + ": " + conditions(service));
            if (status(service, PROGRAMMED).equals("True"))
                open.add(culprit + " is called programmed although Azure refuses it: " + fault.kind());
        });
        simulation.api().get("nodes", "", culprit).ifPresent(node -> {
            boolean ofMachine = fault.code().isEmpty();
            if (ofMachine && !NodeTruth.isInitialised(node) && status(node, INITIALIZED).isEmpty())
                open.add(culprit + " does not say why it is not initialised");
            if (!ofMachine
                    && conditions(node).stream()
                            .noneMatch(each -> each.path("message").asText().contains(fault.code())))
                open.add(culprit + " does not say " + fault.code() + ": " + conditions(node));
            if (!ofMachine && RouteInvariant.condition(node).startsWith("False"))
                open.add(culprit + " is called connected although Azure refuses its route: " + fault.kind());
        });
    }

    /** Whether somebody tells of each fault that concerns everybody, if somebody is not served; culprits have reasons of their own. */
    public List<String> untoldOfAll(List<LastingFault> all) {
        List<JsonNode> unserved = new ArrayList<>();
        for (JsonNode service : simulation.api().list("services", ""))
            if (status(service, PROGRAMMED).equals("False"))
                unserved.add(service);
        for (JsonNode node : simulation.api().list("nodes", ""))
            if (RouteInvariant.condition(node).startsWith("True"))
                unserved.add(node);
        unserved.removeIf(each -> culprits().contains(each.at("/metadata/name").asText()));
        return all.stream()
                .filter(fault -> !unserved.isEmpty() && unserved.stream()
                        .flatMap(each -> conditions(each).stream())
                        .noneMatch(each -> each.path("message").asText().contains(fault.code())))
                .map(fault -> "nobody says " + fault.code() + " of those who are not served: " + unserved.stream()
                        .map(each -> each.at("/metadata/name").asText() + " " + conditions(each))
                        .toList())
                .toList();
    }

    private static List<JsonNode> conditions(JsonNode object) {
        return object.at("/status/conditions").valueStream().toList();
    }

    private static String status(JsonNode object, String type) {
        return conditions(object).stream()
                .filter(each -> each.path("type").asText().equals(type))
                .map(each -> each.path("status").asText())
                .findFirst()
                .orElse("");
    }

    /** In what Services that are no culprits differ from how they look without any faults. */
    public List<String> differences(Map<String, ObjectNode> desired, ObjectNode reference) {
        boolean isUnreadable = faults.stream().anyMatch(each -> each.code().isEmpty());
        boolean anywhere = world.hasSeveralLoadBalancers() || isUnreadable;
        ServiceSlice expected = new ServiceSlice(reference, anywhere);
        ServiceSlice found = new ServiceSlice(checks.state(), anywhere);
        List<String> differences = new ArrayList<>();
        desired.forEach((name, manifest) -> {
            if (!culprits().contains(name))
                StateDiff.lines(expected.of(manifest), found.of(manifest))
                        .forEach(line -> differences.add(name + ": " + line));
        });
        return differences;
    }
}
