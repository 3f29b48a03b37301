package io.azureccm.e2e.suite.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.controller.NodeControllerInProcess;
import io.azureccm.e2e.suite.harness.controller.NodeControllerInProcess.Flags;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.azureccm.e2e.suite.scenario.ScenarioSides;
import io.azureccm.e2e.suite.state.NodeStateNormaliser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A simulated Azure with machines, a Kubernetes API with nodes, and a node controller between them. */
final class NodeScenario implements AutoCloseable {
    static final Flags QUICK = Flags.DEFAULT.monitoring(Duration.ofSeconds(1));
    static final String UNINITIALISED = "node.cloudprovider.kubernetes.io/uninitialized";
    static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown=:NoSchedule";
    static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service=:NoExecute";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Infrastructure infrastructure;
    private final ScenarioSides sides;
    private final KubernetesTarget kubernetes;
    private final SimulatedAzure azure;
    private final Cluster cluster;
    private final List<NodeControllerInProcess> controllers = new ArrayList<>();

    /** In virtual time. */
    NodeScenario(Path folder, Infrastructure infrastructure) {
        this(folder, infrastructure, false);
    }

    /** Over connections and in the time of the machine, for faults of the Kubernetes API. */
    static NodeScenario onTheWire(Path folder, Infrastructure infrastructure) {
        return new NodeScenario(folder, infrastructure, true);
    }

    private NodeScenario(Path folder, Infrastructure infrastructure, boolean wired) {
        this.folder = folder;
        this.infrastructure = infrastructure;
        this.sides = ScenarioSides.open(folder, AzureSimulator.builder().infrastructure(infrastructure).pageSize(2),
                wired);
        this.kubernetes = sides.kubernetes();
        this.azure = sides.azure();
        this.cluster = Cluster.on(kubernetes);
    }

    SimulatedAzure azure() {
        return azure;
    }

    AzureSimulator arm() {
        return azure.simulator();
    }

    Cluster cluster() {
        return cluster;
    }

    /** The embedded API, for faults; on another one the scenario is skipped. */
    ClusterSimulator api() {
        return kubernetes.simulatorOrSkip();
    }

    NodeControllerInProcess start(Flags flags, String... config) {
        return start(flags, UnaryOperator.identity(), config);
    }

    /** {@code config} are more keys of the cloud config with their values; {@code way} stands before Azure. */
    NodeControllerInProcess start(Flags flags, UnaryOperator<ArmGateway> way, String... config) {
        NodeControllerInProcess controller = new NodeControllerInProcess(launch(config), flags, way);
        controllers.add(controller);
        return controller;
    }

    Launch launch(String... config) {
        ObjectNode json = azure.access()
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("vmType", "vmss");
        for (int i = 0; i + 1 < config.length; i += 2) {
            if (config[i + 1].matches("[0-9]+")) {
                json.put(config[i], Integer.parseInt(config[i + 1]));
            } else {
                json.put(config[i], config[i + 1]);
            }
        }
        try {
            return new Launch(Files.writeString(folder.resolve("azure.json"), json.toString()), kubernetes.kubeconfig(),
                    List.of(), azure.environment(), sides.world());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a machine with one interface into Azure; {@code more} are further properties of the machine, in single quotes. */
    String single(String group, String name, String computerName, String address, String more) {
        String nic = id(group, "Microsoft.Network/networkInterfaces/" + name + "-nic");
        String machine = id(group, "Microsoft.Compute/virtualMachines/" + name);
        seed("{'id':'" + nic + "','location':'eastus','properties':{'ipConfigurations':[{'name':'ip','properties':"
                + "{'primary':true,'privateIPAddress':'" + address + "','subnet':{'id':'" + infrastructure.subnetId()
                + "'}}}]}}");
        seed("{'id':'" + machine + "','location':'eastus','properties':{'hardwareProfile':{'vmSize':'Standard_B2s'},"
                + "'osProfile':{'computerName':'" + computerName + "'},'networkProfile':{'networkInterfaces':[{'id':'"
                + nic + "','properties':{'primary':true}}]}" + more + "}}");
        return machine;
    }

    void seed(String resource) {
        try {
            azure.seed(List.of((ObjectNode) JSON.readTree(resource.replace('\'', '"'))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String id(String group, String rest) {
        return "/subscriptions/" + infrastructure.subscription() + "/resourceGroups/" + group + "/providers/" + rest;
    }

    String instance(String set, int number) {
        return infrastructure.scaleSetId(set) + "/virtualMachines/" + number;
    }

    /** The id of a machine of a flexible scale set. */
    String flexible(String set) {
        return arm().state()
                .keySet()
                .stream()
                .filter(id -> id.contains("Microsoft.Compute/virtualMachines/" + set + "_"))
                .findFirst()
                .orElseThrow();
    }

    /** An initialised node on an instance of a scale set, which stops being ready. */
    void unready(String set, int number) {
        String name = set + "00000" + number;
        if (cluster.node(name).isEmpty())
            cluster.addNode(name, "azure://" + instance(set, number), List.of("10.240.0." + (4 + number)), Map.of());
        cluster.setReady(name, "Unknown");
    }

    ObjectNode state(String node) {
        return NodeStateNormaliser.normalise(cluster.node(node).orElseThrow());
    }

    List<String> taints(String node) {
        List<String> taints = new ArrayList<>();
        cluster.node(node)
                .ifPresent(found -> NodeStateNormaliser.normalise(found)
                        .path("taints")
                        .forEach(taint -> taints.add(taint.asText())));
        return taints;
    }

    List<String> addresses(String node) {
        List<String> addresses = new ArrayList<>();
        state(node).path("addresses").forEach(address -> addresses.add(address.asText()));
        return addresses;
    }

    boolean isInitialised(String node) {
        return cluster.node(node).filter(found -> !hasTaint(found)).isPresent();
    }

    private static boolean hasTaint(JsonNode node) {
        return node.at("/spec/taints").toString().contains(UNINITIALISED);
    }

    void await(BooleanSupplier condition) {
        sides.steadyState(Duration.ZERO)
                .await(SteadyState.BOUND,
                        () -> new SteadyState.Observation(condition.getAsBoolean(), logs()));
    }

    /** Waits until Azure has not been asked, and nothing was written to Kubernetes, for this long. */
    void awaitStill(Duration still) {
        sides.steadyState(still)
                .await(SteadyState.BOUND, () -> new SteadyState.Observation(true, azure.fingerprint()
                        + writes()));
    }

    /** Changes with each write to Kubernetes; on the embedded API also with one that failed. */
    private String writes() {
        return kubernetes.simulator()
                .map(api -> "" + api.requests().matching(RequestLog.Entry::isWrite).size())
                .orElseGet(cluster::fingerprint);
    }

    String logs() {
        StringBuilder logs = new StringBuilder();
        controllers.forEach(each -> logs.append(each.log()));
        return logs.toString();
    }

    void stop() {
        controllers.forEach(NodeControllerInProcess::close);
        controllers.clear();
    }

    @Override
    public void close() {
        stop();
        cluster.close();
        sides.close();
    }
}
