package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.controller.ServiceControllerInProcess;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.status.ServiceWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A cluster on one scale set, on both simulators, for a service controller to work on. A controller in this process is held to
 * an invariant at every status it writes: Azure serves the address at that moment.
 */
public final class ServiceScenario implements Awaiting, AutoCloseable {
    static final String SCALE_SET = "vmss-a";
    /** For scenarios that wait for repeated tries: the same plans, sooner. */
    public static final ServiceTiming QUICK = new ServiceTiming(Duration.ofMillis(60), Duration.ofMillis(600),
            Duration.ofMillis(250),
            Duration.ofSeconds(2), Duration.ofMinutes(10));
    /** How long to leave Azure alone when it is busy and does not say until when. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(500);
    /** Longer than any idle window. */
    private static final Duration STILL = Duration.ofMillis(700);

    private final Path folder;
    private final ScenarioSetup setting;
    private final ObjectNode overlay;
    private final ScenarioSides sides;
    private final ScenarioAzure azure;
    private final KubernetesTarget kubernetes;
    private final Cluster cluster;
    private final ScenarioServices services;
    private final StatusInvariant invariant;
    private ServiceControllerInProcess controller;

    private ServiceScenario(Path folder, ScenarioSetup setting) {
        this.folder = folder;
        this.setting = setting;
        this.overlay = setting.config().deepCopy();
        Infrastructure infrastructure = setting.more()
                .apply(Infrastructure.standard().scaleSet(SCALE_SET, setting.machines()));
        this.sides = ScenarioSides.open(folder, setting.azure().infrastructure(infrastructure), setting.wired());
        this.azure = new ScenarioAzure(sides.azure(), infrastructure);
        this.kubernetes = sides.kubernetes();
        this.cluster = Cluster.on(kubernetes);
        this.services = new ScenarioServices(cluster);
        this.invariant = new StatusInvariant(azure.simulator());
    }

    /** Opens the scenario with a node for each machine of the scale set; no controller runs yet. */
    public static ServiceScenario open(Path folder, ScenarioSetup setting) {
        ServiceScenario scenario = new ServiceScenario(folder, setting);
        for (int machine = 0; machine < setting.machines(); machine++)
            scenario.addNode(machine);
        return scenario;
    }

    /** The same with a controller in this process. */
    public static ServiceScenario play(Path folder, ScenarioSetup setting) {
        ServiceScenario scenario = open(folder, setting);
        scenario.startController();
        return scenario;
    }

    public AzureSimulator azure() {
        return azure.simulator();
    }

    /** The embedded Kubernetes API, for its faults and its log of requests; on another API the scenario is skipped. */
    public ClusterSimulator api() {
        return kubernetes.simulatorOrSkip();
    }

    public Cluster cluster() {
        return cluster;
    }

    public Infrastructure infrastructure() {
        return azure.infrastructure();
    }

    public String scaleSetId() {
        return infrastructure().scaleSetId(SCALE_SET);
    }

    public String networkId(String type, String name) {
        return azure.networkId(type, name);
    }

    public String balancerId() {
        return networkId("loadBalancers", "kubernetes");
    }

    public void startController() {
        controller = startController("suite", UnaryOperator.identity(), WriteFence.OPEN);
    }

    /** One of several instances: the name that calls are logged by, and what it is kept from writing. The caller closes it. */
    public ServiceControllerInProcess startController(String client, UnaryOperator<ServiceWriter> writer,
            WriteFence fence) {
        return start(client, options(writer, fence, OrphanPolicy.OFF));
    }

    /** Starts a controller that looks for orphans. */
    public void startController(OrphanPolicy orphans) {
        controller = start("suite", options(UnaryOperator.identity(), WriteFence.OPEN, orphans));
    }

    /** Starts a controller that drains nodes. */
    public void startController(DrainPolicy draining) {
        controller = start("suite",
                options(UnaryOperator.identity(), WriteFence.OPEN, OrphanPolicy.OFF).draining(draining));
    }

    /** One that serves the Services of a class beside others; the caller closes it. */
    public ServiceControllerInProcess startController(LoadBalancerClass served) {
        return start("class", options(UnaryOperator.identity(), WriteFence.OPEN, OrphanPolicy.OFF).serving(served));
    }

    public ServiceControllerInProcess controller() {
        return controller;
    }

    private ServiceControllerInProcess start(String client, ServiceControllerInProcess.Options options) {
        ServiceControllerInProcess instance = new ServiceControllerInProcess(steadyState(STILL), this::look,
                options);
        instance.start(launch(cloudConfig(client + ".json", client), List.of()));
        return instance;
    }

    private ServiceControllerInProcess.Options options(UnaryOperator<ServiceWriter> writer, WriteFence fence,
            OrphanPolicy orphans) {
        return new ServiceControllerInProcess.Options(setting.timing(), new ArmPlanExecutor.Settings(32, SHORT_PAUSE),
                services -> writer.apply(invariant.around(services)), setting.lease(), fence, orphans);
    }

    public void stopController() {
        controller.close();
        controller = null;
    }

    /** Starts the controller anew with another value in its cloud config. */
    public void restartWith(String key, String value) {
        stopController();
        overlay.put(key, value);
        startController();
    }

    public Launch launch(Path cloudConfig, List<String> flags) {
        return new Launch(cloudConfig, kubernetes.kubeconfig(), flags, azure.azure().environment(), sides.world());
    }

    /** Writes a cloud config whose client the simulator's call log names. */
    public Path cloudConfig(String file, String client) {
        return azure.cloudConfig(folder.resolve(file), client, overlay);
    }

    public void addNode(int machine) {
        cluster.addNode(node(machine), "azure://" + machineId(machine), List.of(address(machine)), Map.of());
    }

    /** A node on the machine of this id. */
    public void addNode(String name, String machineId, Map<String, String> labels) {
        cluster.addNode(name, "azure://" + machineId, List.of(address(name)), labels);
    }

    public static String address(String node) {
        return "10.240.1." + Math.floorMod(node.hashCode(), 250);
    }

    public static String address(int machine) {
        return "10.240.0." + (10 + machine);
    }

    public static String node(int machine) {
        return SCALE_SET + "00000" + machine;
    }

    public String machineId(int machine) {
        return scaleSetId() + "/virtualMachines/" + machine;
    }

    /** Applies a Service with one TCP port; annotations are given as YAML members. */
    public void apply(String name, int port, String annotations) {
        services.apply(name, port, annotations);
    }

    public void apply(String name) {
        apply(name, 80, "{}");
    }

    public void delete(String name) {
        services.delete(name);
    }

    public boolean exists(String name) {
        return services.find(name).isPresent();
    }

    public List<String> addresses(String name) {
        return services.find(name).map(ScenarioServices::addresses).orElse(List.of());
    }

    public boolean hasAddress(String name) {
        return !addresses(name).isEmpty();
    }

    public void awaitAddresses(String... names) {
        await("addresses of " + List.of(names), () -> List.of(names).stream().allMatch(this::hasAddress));
    }

    public List<String> events(String name) {
        sides.settleEvents();
        return services.events(name);
    }

    /** Waits until neither side has been asked for anything for longer than the controller waits for more changes. */
    public void awaitQuiet() {
        steadyState(STILL).await(SteadyState.BOUND,
                () -> look().and(controller == null || !controller.isWorking()));
    }

    /** The same for writes to Azure alone. */
    public void awaitNoWrites(Duration still) {
        steadyState(still).await(SteadyState.BOUND, azure::lookAtWrites);
    }

    public Observation look() {
        return azure.look(cluster.fingerprint());
    }

    public void resetCalls() {
        azure.simulator().calls().reset();
    }

    public void assertCalls(int mostReads, int mostWrites) {
        azure.assertCalls(mostReads, mostWrites);
    }

    /** Every status ever written was true, every status there is now is, and Azure is consistent. */
    public void assertSound() {
        assertSound(service -> service);
    }

    /** The same; {@code asked} gives the Service whose wishes hold: of one that is refused, an older self. */
    public void assertSound(UnaryOperator<ObjectNode> asked) {
        assertThat(invariant.broken()).as(() -> "written into a status: " + story()).isEmpty();
        assertThat(services.all()).allSatisfy(service -> assertThat(new ServedAddresses(azure())
                .problems(asked.apply(service), ScenarioServices.addresses(service))).as(this::story).isEmpty());
        assertThat(azure().problems()).isEmpty();
    }

    /** Nothing that Services need is in Azure any more. */
    public void assertNothingLeft() {
        azure.assertNothingLeft();
        assertSound();
    }

    @Override
    public SteadyState steadyState(Duration still) {
        return sides.steadyState(still);
    }

    @Override
    public String story() {
        return azure.story(controller == null ? "" : controller.log());
    }

    @Override
    public void close() {
        if (controller != null)
            controller.close();
        cluster.close();
        sides.close();
    }
}
