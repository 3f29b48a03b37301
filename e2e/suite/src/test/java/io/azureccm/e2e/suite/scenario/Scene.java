package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.Cluster;
import io.azureccm.e2e.suite.harness.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.EmbeddedKubernetes;
import io.azureccm.e2e.suite.harness.ServiceControllerInProcess;
import io.azureccm.e2e.suite.harness.SimulatedAzure;
import io.azureccm.e2e.suite.harness.Stillness;
import io.azureccm.e2e.suite.harness.Stillness.Look;
import io.azureccm.service.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A cluster on one scale set, on both simulators, for a service controller to work on. A controller in this process is held to
 * a promise at every status it writes: Azure serves the address at that moment.
 */
final class Scene implements AutoCloseable {
    static final String SCALE_SET = "vmss-a";
    /** For scenarios that wait for repeated tries: the same passes, sooner. */
    static final Timing QUICK = new Timing(Duration.ofMillis(60), Duration.ofMillis(600), Duration.ofMillis(250),
            Duration.ofSeconds(2), Duration.ofMinutes(10));
    /** How long to leave Azure alone when it is busy and does not say until when. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(500);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration BOUND = Duration.ofSeconds(60);
    /** Longer than any idle window. */
    private static final Duration STILL = Duration.ofMillis(700);

    /** What a scene is made of; {@code more} is added to the estate, {@code config} is laid over the cloud config. */
    record Setting(AzureSimulatorBuilder azure, int machines, UnaryOperator<Estate> more, ObjectNode config,
            Timing timing, boolean lease) {
        static Setting of(int machines) {
            return new Setting(AzureSimulator.builder(), machines, estate -> estate, JSON.createObjectNode(), QUICK,
                    false);
        }

        Setting azure(AzureSimulatorBuilder builder) {
            return new Setting(builder, machines, more, config, timing, lease);
        }

        Setting config(String key, String value) {
            return new Setting(azure, machines, more, config.deepCopy().put(key, value), timing, lease);
        }

        /** The same for a value that is no string, written as JSON. */
        Setting configJson(String key, String json) {
            try {
                ObjectNode next = config.deepCopy();
                next.set(key, JSON.readTree(json));
                return new Setting(azure, machines, more, next, timing, lease);
            } catch (IOException e) {
                throw new UncheckedIOException(json, e);
            }
        }

        Setting timing(Timing value) {
            return new Setting(azure, machines, more, config, value, lease);
        }

        Setting estate(UnaryOperator<Estate> value) {
            return new Setting(azure, machines, value, config, timing, lease);
        }

        /** The controller holds the resource lease while it writes. */
        Setting resourceLease() {
            return new Setting(azure, machines, more, config, timing, true);
        }
    }

    private final Path folder;
    private final Setting setting;
    private final ObjectNode overlay;
    private final Estate estate;
    private final SimulatedAzure azure;
    private final EmbeddedKubernetes kubernetes;
    private final Cluster cluster;
    private final StatusPromise promise;
    private ServiceControllerInProcess controller;

    private Scene(Path folder, Setting setting) {
        this.folder = folder;
        this.setting = setting;
        this.overlay = setting.config().deepCopy();
        this.estate = setting.more().apply(Estate.standard().scaleSet(SCALE_SET, setting.machines()));
        this.azure = new SimulatedAzure(setting.azure().estate(estate).start(), folder);
        this.kubernetes = EmbeddedKubernetes.start(folder);
        this.cluster = new Cluster(kubernetes.kubeconfig());
        this.promise = new StatusPromise(azure.simulator());
    }

    /** Opens the scene with a node for each machine of the scale set; no controller runs yet. */
    static Scene open(Path folder, Setting setting) {
        Scene scene = new Scene(folder, setting);
        for (int machine = 0; machine < setting.machines(); machine++) {
            scene.addNode(machine);
        }
        return scene;
    }

    /** The same with a controller in this process. */
    static Scene play(Path folder, Setting setting) {
        Scene scene = open(folder, setting);
        scene.startController();
        return scene;
    }

    AzureSimulator azure() {
        return azure.simulator();
    }

    ClusterSimulator api() {
        return kubernetes.simulator();
    }

    Cluster cluster() {
        return cluster;
    }

    Estate estate() {
        return estate;
    }

    String scaleSetId() {
        return estate.scaleSetId(SCALE_SET);
    }

    String networkId(String type, String name) {
        return "/subscriptions/" + estate.subscription() + "/resourceGroups/" + estate.resourceGroup()
                + "/providers/Microsoft.Network/" + type + "/" + name;
    }

    String balancerId() {
        return networkId("loadBalancers", "kubernetes");
    }

    void startController() {
        controller = new ServiceControllerInProcess(new Stillness(STILL), this::look,
                new ServiceControllerInProcess.Options(setting.timing(), new ArmPlanExecutor.Settings(32, SHORT_PAUSE),
                        promise::around, setting.lease()));
        controller.start(launch(cloudConfig("azure.json", "suite"), List.of()));
    }

    void stopController() {
        controller.close();
        controller = null;
    }

    /** Starts the controller anew with another value in its cloud config. */
    void restartWith(String key, String value) {
        stopController();
        overlay.put(key, value);
        startController();
    }

    Launch launch(Path cloudConfig, List<String> flags) {
        return new Launch(cloudConfig, kubernetes.kubeconfig(), flags, azure.environment());
    }

    /** Writes a cloud config whose client the simulator's call log names. */
    Path cloudConfig(String file, String client) {
        ObjectNode config = JSON.createObjectNode()
                .put("subscriptionId", estate.subscription())
                .put("resourceGroup", estate.resourceGroup())
                .put("location", estate.location())
                .put("vnetName", estate.network())
                .put("subnetName", estate.subnet())
                .put("securityGroupName", estate.securityGroup())
                .put("loadBalancerSku", "Standard");
        config.setAll(azure.access());
        config.put("aadClientId", client).setAll(overlay);
        try {
            return Files.writeString(folder.resolve(file), JSON.writeValueAsString(config));
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + file, e);
        }
    }

    /** A node on the machine of this number. */
    void addNode(int machine) {
        cluster.addNode(node(machine), "azure://" + machineId(machine), List.of(address(machine)), Map.of());
    }

    /** A node on the machine of this id. */
    void addNode(String name, String machineId, Map<String, String> labels) {
        cluster.addNode(name, "azure://" + machineId, List.of(address(name)), labels);
    }

    static String address(String node) {
        return "10.240.1." + Math.floorMod(node.hashCode(), 250);
    }

    static String address(int machine) {
        return "10.240.0." + (10 + machine);
    }

    static String node(int machine) {
        return SCALE_SET + "00000" + machine;
    }

    String machineId(int machine) {
        return scaleSetId() + "/virtualMachines/" + machine;
    }

    /** Applies a Service with one TCP port; annotations are given as YAML members. */
    void apply(String name, int port, String annotations) {
        cluster.apply((ObjectNode) JSON.createObjectNode()
                .put("apiVersion", "v1")
                .put("kind", "Service")
                .setAll(Map.of("metadata", metadata(name, annotations), "spec", spec(port))));
    }

    void apply(String name) {
        apply(name, 80, "{}");
    }

    private static JsonNode metadata(String name, String annotations) {
        try {
            ObjectNode metadata = JSON.createObjectNode().put("name", name).put("namespace", "default");
            return metadata.set("annotations", JSON.readTree(annotations));
        } catch (IOException e) {
            throw new UncheckedIOException(annotations, e);
        }
    }

    private static JsonNode spec(int port) {
        ObjectNode spec = JSON.createObjectNode().put("type", "LoadBalancer");
        spec.putArray("ports").addObject().put("port", port).put("protocol", "TCP");
        return spec;
    }

    void delete(String name) {
        cluster.delete("default/" + name);
    }

    boolean exists(String name) {
        return api().get("services", "default", name).isPresent();
    }

    /** Addresses in the status of a Service. */
    List<String> addresses(String name) {
        return api().get("services", "default", name)
                .map(service -> service.at("/status/loadBalancer").findValuesAsText("ip"))
                .orElse(List.of());
    }

    boolean hasAddress(String name) {
        return !addresses(name).isEmpty();
    }

    void awaitAddresses(String... names) {
        await("addresses of " + List.of(names), () -> List.of(names).stream().allMatch(this::hasAddress));
    }

    /** Reasons of the events about a Service, with their messages. */
    List<String> events(String name) {
        List<String> events = new ArrayList<>();
        for (ObjectNode event : api().list("events", "default")) {
            if (event.at("/involvedObject/name").asText(event.at("/regarding/name").asText()).equals(name)) {
                events.add(event.path("reason").asText() + ": "
                        + event.path("message").asText(event.path("note").asText()));
            }
        }
        return events;
    }

    /** Waits for a condition, for a generous time: no test says how long something may take. */
    void await(String what, BooleanSupplier condition) {
        await(what, condition, () -> "");
    }

    /** The same; {@code found} says in the message of a failed test what there was instead. */
    void await(String what, BooleanSupplier condition, Supplier<String> found) {
        try {
            new Stillness(Duration.ZERO).await(BOUND, () -> new Look(condition.getAsBoolean(), ""));
        } catch (AssertionError late) {
            throw new AssertionError("waited in vain for " + what + ", found " + found.get() + "\n" + story(), late);
        }
    }

    /** Waits until neither side has been asked for anything for longer than the controller waits for more changes. */
    void awaitQuiet() {
        new Stillness(STILL).await(BOUND, this::look);
    }

    /** Waits until Azure has not been written to for so long; candidates renew their leases all the time. */
    void awaitNoWrites(Duration still) {
        new Stillness(still).await(BOUND, () -> new Look(azure.simulator().runningOperations() == 0,
                azure.simulator().calls().counters().writes() + " writes"));
    }

    private Look look() {
        return new Look(azure.simulator().runningOperations() == 0,
                azure.fingerprint() + " version " + api().resourceVersion());
    }

    /** Forgets the calls made so far. */
    void resetCalls() {
        azure.simulator().calls().reset();
    }

    void assertCalls(int mostReads, int mostWrites) {
        var calls = azure.simulator().calls().counters();
        assertThat(calls.reads()).as(() -> "reads of" + azure.callLog()).isLessThanOrEqualTo(mostReads);
        assertThat(calls.writes()).as(() -> "writes of" + azure.callLog()).isLessThanOrEqualTo(mostWrites);
    }

    /** Every status ever written was true, every status there is now is, and Azure is consistent. */
    void assertSound() {
        assertSound(service -> service);
    }

    /** The same; {@code asked} gives the Service whose wishes hold: of one that is refused, an older self. */
    void assertSound(UnaryOperator<ObjectNode> asked) {
        assertThat(promise.broken()).as(() -> "written into a status: " + story()).isEmpty();
        for (ObjectNode service : api().list("services", "default")) {
            String name = service.at("/metadata/name").asText();
            assertThat(new ServedAddresses(azure()).problems(asked.apply(service), addresses(name))).as(this::story)
                    .isEmpty();
        }
        assertThat(azure.simulator().problems()).isEmpty();
    }

    /** Nothing that Services need is in Azure any more. */
    void assertNothingLeft() {
        assertThat(azure.simulator().state().keySet())
                .noneMatch(id -> id.contains("/loadBalancers/") || id.contains("/publicIPAddresses/"));
        JsonNode group = azure.simulator()
                .resource(networkId("networkSecurityGroups", estate.securityGroup()))
                .orElseThrow();
        assertThat(group.at("/properties/securityRules")).as("security rules").isEmpty();
        assertSound();
    }

    /** What happened, for the message of a failed test. */
    String story() {
        return (controller == null ? "" : end(controller.log(), 8000)) + end(azure.callLog(), 4000);
    }

    private static String end(String text, int length) {
        return text.length() <= length ? text : "..." + text.substring(text.length() - length);
    }

    @Override
    public void close() {
        if (controller != null) {
            controller.close();
        }
        cluster.close();
        kubernetes.close();
        azure.close();
    }
}
