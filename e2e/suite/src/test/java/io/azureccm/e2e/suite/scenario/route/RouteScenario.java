package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.controller.CrashPoint;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.azureccm.e2e.suite.scenario.Awaiting;
import io.azureccm.e2e.suite.scenario.ScenarioSides;
import io.azureccm.route.reconcile.RouteTiming;
import io.azureccm.route.status.ConditionWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A route table and a cluster on both simulators, for a route controller to work on that is held to its invariant. */
public final class RouteScenario implements Awaiting, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Longer than any idle window and than the period of comparing in a scenario that compares often. */
    private static final Duration STILL = Duration.ofMillis(900);

    private final Path folder;
    private final Infrastructure infrastructure;
    private final ScenarioSides sides;
    private final SimulatedAzure azure;
    private final KubernetesTarget kubernetes;
    private final Cluster cluster;
    private final SimulatedRouteTable table;
    private final RouteInvariant invariant;
    private final ObjectNode config;
    private final RouteTiming timing;
    private RouteControllerInProcess controller;
    /** How much one plan of a controller that starts from now on may take away. */
    Function<KubernetesClient, RemovalPolicy> removals = client -> RemovalPolicy.NONE;

    /** {@code config} is laid over the cloud config. */
    public RouteScenario(Path folder, AzureSimulatorBuilder builder, RouteTiming timing, ObjectNode config) {
        this(folder, builder, Infrastructure.standard(), timing, config, false);
    }

    private RouteScenario(Path folder, AzureSimulatorBuilder builder, Infrastructure infrastructure, RouteTiming timing,
            ObjectNode config, boolean wired) {
        this.folder = folder;
        this.infrastructure = infrastructure;
        this.sides = ScenarioSides.open(folder, builder.infrastructure(infrastructure), wired);
        this.azure = sides.azure();
        this.kubernetes = sides.kubernetes();
        this.cluster = Cluster.on(kubernetes);
        this.table = new SimulatedRouteTable(azure, infrastructure);
        this.invariant = new RouteInvariant(azure.simulator(), table.id());
        this.config = config;
        this.timing = timing;
    }

    static RouteScenario play(Path folder) {
        return play(folder, Infrastructure.standard());
    }

    static RouteScenario play(Path folder, Infrastructure infrastructure) {
        RouteScenario scenario = new RouteScenario(folder, AzureSimulator.builder().retryAfter(0), infrastructure,
                RouteControllerInProcess.QUICK, JSON.createObjectNode(), false);
        scenario.startController();
        return scenario;
    }

    /** Over connections and in the time of the machine; the caller starts the controller. */
    static RouteScenario onTheWire(Path folder, RouteTiming timing, ObjectNode config) {
        return new RouteScenario(folder, AzureSimulator.builder().retryAfter(0), Infrastructure.standard(), timing,
                config, true);
    }

    static RouteScenario playOnTheWire(Path folder) {
        RouteScenario scenario = onTheWire(folder, RouteControllerInProcess.QUICK, JSON.createObjectNode());
        scenario.startController();
        return scenario;
    }

    AzureSimulator azure() {
        return azure.simulator();
    }

    /** The embedded API, for faults; on another one the scenario is skipped. */
    ClusterSimulator api() {
        return kubernetes.simulatorOrSkip();
    }

    public SimulatedRouteTable table() {
        return table;
    }

    Cluster cluster() {
        return cluster;
    }

    public void startController() {
        startController(List.of());
    }

    public void startController(List<String> flags) {
        controller = startController(flags, UnaryOperator.identity(), WriteFence.OPEN, CrashPoint.never());
    }

    /** One of several instances, what it is kept from writing, and where it dies. The caller closes it. */
    public RouteControllerInProcess startController(List<String> flags, UnaryOperator<ConditionWriter> writer,
            WriteFence fence,
            CrashPoint crashPoint) {
        RouteControllerInProcess instance = new RouteControllerInProcess(steadyState(STILL), this::look,
                new RouteControllerInProcess.Options(timing, nodes -> writer.apply(invariant.around(nodes)), fence,
                        removals),
                crashPoint);
        instance.start(launch(flags));
        return instance;
    }

    /** The ways of an app to both simulators. */
    Launch launch(List<String> flags) {
        List<String> all = new ArrayList<>(List.of("--cluster-cidr=10.244.0.0/16,fd00:10:244::/48"));
        all.addAll(flags);
        return new Launch(cloudConfig(), kubernetes.kubeconfig(), all, azure.environment(), sides.world());
    }

    public RouteControllerInProcess controller() {
        return controller;
    }

    void stopController() {
        controller.close();
        controller = null;
    }

    /** A node with one range of IPv4 pods. */
    public void addNode(String name, int number) {
        addNode(name, number, List.of("10.244." + number + ".0/24"));
    }

    public void addNode(String name, int number, List<String> podCidrs) {
        cluster.addNode(name, "azure:///subscriptions/" + infrastructure.subscription()
                + "/resourceGroups/k8s/providers/Microsoft.Compute/virtualMachines/" + name, addresses(number),
                Map.of(), podCidrs);
    }

    /** Replaces the internal addresses of a node, whatever trouble the API has. */
    void moveNode(String name, List<String> addresses) {
        cluster.moveNode(name, addresses);
    }

    static List<String> addresses(int number) {
        return List.of("10.240.1." + number, "fd00:10:240::" + Integer.toHexString(number));
    }

    /** The routes as {@code name prefix type hop}, sorted. */
    public List<String> routes() {
        return table.routes();
    }

    /** Status and reason of the condition of a node, "" when it has none. */
    String condition(String node) {
        return RouteInvariant.condition(cluster.nodes().get(node));
    }

    void awaitCondition(String node, String condition) {
        await("condition " + condition + " of " + node, () -> condition(node).equals(condition)
                ? List.of()
                : List.of(node + " says \"" + condition(node) + "\""));
    }

    /** Waits until there are no problems any more, and none come up for a while. */
    public void await(String what, Supplier<List<String>> problems) {
        try {
            steadyState(STILL).await(SteadyState.BOUND, () -> {
                List<String> found = problems.get();
                return new Observation(found.isEmpty() && azure.simulator().runningOperations() == 0, found + " "
                        + azure.simulator().calls().counters().writes() + " " + cluster.fingerprint());
            });
        } catch (AssertionError late) {
            throw new AssertionError("waited in vain for " + what + ": " + late.getMessage() + story(), late);
        }
    }

    /** Waits until neither side has been asked for anything for longer than the controller waits for more changes. */
    void awaitQuiet() {
        controller.awaitQuiet(SteadyState.BOUND);
    }

    private Observation look() {
        return new Observation(azure.simulator().runningOperations() == 0,
                azure.fingerprint() + " " + cluster.fingerprint());
    }

    /** Reasons and messages of the events about a node. */
    public List<String> events(String node) {
        sides.settleEvents();
        return cluster.events()
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(node))
                .map(event -> event.path("reason").asText() + ": " + event.path("message").asText())
                .toList();
    }

    /** What the table and the conditions are not as the nodes ask, {@code foreign} being all routes that are not for nodes. */
    List<String> problems(List<String> foreign) {
        return invariant.problems(cluster.nodes(), routes(), foreign);
    }

    /** Every good condition ever written was true when it was written, and Azure is consistent. */
    void assertSound() {
        assertThat(invariant.broken()).as(() -> "conditions that were not true: " + story()).isEmpty();
        assertThat(azure.simulator().problems()).isEmpty();
    }

    void resetCalls() {
        azure.simulator().calls().reset();
    }

    void assertCalls(int reads, int writes) {
        var calls = azure.simulator().calls().counters();
        assertThat(List.of(calls.reads(), calls.writes())).as(() -> "reads and writes of" + azure.callLog())
                .isEqualTo(List.of(reads, writes));
    }

    private Path cloudConfig() {
        ObjectNode json = JSON.createObjectNode()
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("vmType", "vmss")
                .put("routeTableName", infrastructure.routeTable());
        json.setAll(azure.access());
        json.setAll(config);
        try {
            return Files.writeString(folder.resolve("azure.json"), JSON.writeValueAsString(json));
        } catch (IOException e) {
            throw new UncheckedIOException("writing the cloud config", e);
        }
    }

    @Override
    public SteadyState steadyState(Duration still) {
        return sides.steadyState(still);
    }

    @Override
    public String story() {
        return "\n" + (controller == null ? "" : end(controller.log(), 8000)) + end(azure.callLog(), 4000);
    }

    private static String end(String text, int length) {
        return text.length() <= length ? text : "..." + text.substring(text.length() - length);
    }

    @Override
    public void close() {
        if (controller != null)
            controller.close();
        cluster.close();
        sides.close();
    }
}
