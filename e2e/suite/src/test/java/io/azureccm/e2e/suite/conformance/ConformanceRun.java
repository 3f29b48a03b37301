package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.conformance.ConformanceCase.CallLimits;
import io.azureccm.e2e.suite.conformance.ConformanceCase.NodeSpec;
import io.azureccm.e2e.suite.conformance.ConformanceCase.Step;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.Azure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.state.AllocatedAddresses;
import io.azureccm.e2e.suite.state.AzureStateNormaliser;
import io.azureccm.e2e.suite.state.ServiceStateNormaliser;
import io.azureccm.e2e.suite.state.StateDiff;
import io.azureccm.e2e.suite.state.UidNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Plays one case on an ARM, a Kubernetes API and a controller, and says in which points the outcome is another than expected. */
final class ConformanceRun {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ConformanceCase given;
    private final Azure azure;
    private final Cluster cluster;
    private final ControllerUnderTest controller;
    private final List<String> problems = new ArrayList<>();

    ConformanceRun(ConformanceCase given, Azure azure, Cluster cluster, ControllerUnderTest controller) {
        this.given = given;
        this.azure = azure;
        this.cluster = cluster;
        this.controller = controller;
    }

    /** The problems as lines; empty when the case conforms. The cloud config of the launch is written. */
    List<String> play(Launch launch) {
        azure.seed(given.azure());
        for (NodeSpec node : given.nodes()) {
            cluster.addNode(node.name(), node.providerId(), node.addresses(), node.labels());
        }
        writeCloudConfig(launch.cloudConfig());
        controller.start(launch);
        given.steps().forEach(step -> {
            play(step);
            controller.awaitQuiet(SteadyState.BOUND);
        });
        checkCalls();
        checkOutcome();
        cluster.deleteAllServices();
        controller.awaitQuiet(SteadyState.BOUND);
        checkNothingIsLeft();
        return List.copyOf(problems);
    }

    private void play(Step step) {
        switch (step) {
            case Step.Apply(List<ObjectNode> manifests) -> manifests.forEach(cluster::apply);
            case Step.Delete(List<String> services) -> services.forEach(cluster::delete);
            case Step.LabelNodes(Map<String, Map<String, String>> labels) -> labels.forEach(cluster::labelNode);
        }
    }

    private void writeCloudConfig(Path file) {
        ObjectNode config = given.cloudConfig().deepCopy();
        config.setAll(azure.access());
        try {
            Files.writeString(file, JSON.writeValueAsString(config));
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + file, e);
        }
    }

    private void checkCalls() {
        CallLimits limits = given.limits();
        Azure.Calls calls = azure.calls();
        if (calls.reads() > limits.reads() || calls.writes() > limits.writes()) {
            problems.add("calls: at most " + limits.reads() + " reads and " + limits.writes() + " writes, spent "
                    + calls.reads() + " and " + calls.writes());
        }
    }

    private void checkOutcome() {
        UidNames uids = new UidNames(cluster.uids());
        List<ObjectNode> resources = azure.resources();
        checkAzure("azure", given.expect().azure(), uids, resources);

        ServiceStateNormaliser services = new ServiceStateNormaliser(new AllocatedAddresses(resources, uids));
        ObjectNode found = JSON.createObjectNode();
        cluster.services().forEach((name, service) -> found.set(name, services.normalise(service)));
        add("services", given.expect().services(), found);

        Set<String> expected = given.expect()
                .warnings()
                .stream()
                .map(warning -> warning.service() + ": " + warning.reason())
                .collect(Collectors.toCollection(TreeSet::new));
        add("warnings", JSON.valueToTree(expected), JSON.valueToTree(cluster.warnings()));
    }

    private void checkNothingIsLeft() {
        cluster.services().forEach((name, service) -> {
            if (service != null) {
                problems.add("after delete: Service " + name + " is still there with finalizers "
                        + service.path("metadata").path("finalizers"));
            }
        });
        checkAzure("after delete", given.expect().afterDelete(), new UidNames(cluster.uids()), azure.resources());
    }

    private void checkAzure(String what, ObjectNode expected, UidNames uids, List<ObjectNode> resources) {
        AzureStateNormaliser normaliser = new AzureStateNormaliser(uids);
        add(what, normaliser.renormalise(expected), normaliser.normalise(resources));
    }

    private void add(String what, JsonNode expected, JsonNode found) {
        StateDiff.lines(expected, found).forEach(line -> problems.add(what + ": " + line));
    }
}
