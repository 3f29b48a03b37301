package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.suite.state.AzureStateNormaliser;
import io.azureccm.e2e.suite.state.StateDiff;
import io.azureccm.e2e.suite.state.UidNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random sets of Services and changes on the simulators: whatever happens, ARM never refuses what is sent, what is foreign is
 * as it was, a restart has nothing to do, and nothing is left in the end. {@code -Dsequences=N} plays more of them,
 * {@code -Dsequences.first=SEED} begins with that one.
 */
@Order(1)
class ServiceSequencesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SERVICES = 5;
    private static final int STEPS = 6;
    private static final String FOREIGN = "blue-ip";

    @TempDir
    Path folder;

    static LongStream seeds() {
        long first = Long.getLong("sequences.first", 1);
        return LongStream.range(first, first + Long.getLong("sequences", 4));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everySequenceEndsAsItBegan(long seed) {
        Random random = new Random(seed);
        RandomServices services = new RandomServices(random);
        try (Scene scene = scene("sequence", seed)) {
            ObjectNode before = state(scene);
            scene.startController();
            Changes changes = new Changes(scene, services, random);
            for (int step = 0; step < STEPS; step++) {
                changes.next();
                scene.awaitQuiet();
                check(scene, before, "seed " + seed + ", step " + step);
                scene.assertSound(changes::lastGood);
            }
            restartWritesNothing(scene, seed);
            for (int number = 0; number < SERVICES; number++) {
                delete(scene, number);
            }
            scene.await("the Services to be gone", () -> IntStream.range(0, SERVICES)
                    .noneMatch(number -> scene.exists(RandomServices.name(number))));
            scene.awaitQuiet();
            check(scene, before, "seed " + seed + ", at the end");
            assertThat(StateDiff.lines(before, state(scene))).as("seed %d: what is left\n%s", seed, scene.story())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void oneByOneOrAllAtOnceIsTheSame(long seed) {
        List<ObjectNode> manifests = new ArrayList<>();
        RandomServices services = new RandomServices(new Random(seed));
        for (int number = 0; number < SERVICES; number++) {
            manifests.add(services.next(number));
        }
        ObjectNode oneByOne;
        try (Scene scene = scene("one-by-one", seed)) {
            scene.startController();
            for (ObjectNode manifest : manifests) {
                scene.cluster().apply(manifest);
                scene.awaitQuiet();
            }
            oneByOne = state(scene);
        }
        try (Scene scene = scene("at-once", seed)) {
            manifests.forEach(scene.cluster()::apply);
            scene.startController();
            scene.awaitQuiet();
            assertThat(StateDiff.lines(oneByOne, state(scene))).as("seed %d\n%s", seed, scene.story()).isEmpty();
        }
    }

    /** Pools of interfaces and pools of addresses in turn. */
    private Scene scene(String name, long seed) {
        Setting setting = Setting.of(3);
        if (seed % 2 == 0)
            setting = setting.config("loadBalancerBackendPoolConfigurationType", "nodeIP");
        try {
            Scene scene = Scene.open(Files.createDirectory(folder.resolve(name)), setting);
            ArrayNode foreign = JSON.createArrayNode();
            foreign.add(publicIp(scene, RandomServices.OWN_PUBLIC_IP));
            foreign.add(publicIp(scene, FOREIGN)
                    .set("tags", JSON.valueToTree(Map.of("k8s-azure-cluster-name", "blue", "k8s-azure-service",
                            "default/" + RandomServices.name(0)))));
            scene.azure().seed(foreign);
            addUsersRule(scene);
            return scene;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode publicIp(Scene scene, String name) {
        ObjectNode ip = JSON.createObjectNode()
                .put("id", scene.networkId("publicIPAddresses", name))
                .put("location", scene.estate().location());
        ip.putObject("sku").put("name", "Standard");
        ip.putObject("properties").put("publicIPAllocationMethod", "Static").put("publicIPAddressVersion", "IPv4");
        return ip;
    }

    private static void addUsersRule(Scene scene) {
        String id = scene.networkId("networkSecurityGroups", scene.estate().securityGroup());
        ObjectNode group = scene.azure().resource(id).orElseThrow().deepCopy();
        ObjectNode properties = (ObjectNode) group.get("properties");
        ObjectNode rule = properties.putArray("securityRules").addObject().put("name", "users-own");
        rule.putObject("properties")
                .put("priority", 501)
                .put("protocol", "Tcp")
                .put("access", "Allow")
                .put("direction", "Inbound")
                .put("sourcePortRange", "*")
                .put("sourceAddressPrefix", "10.9.0.0/16")
                .put("destinationAddressPrefix", "*")
                .put("destinationPortRange", "22");
        scene.azure().seed(JSON.createArrayNode().add(group));
    }

    /** Changes to Services and nodes; remembers what each Service asked for when it last asked for something possible. */
    private record Changes(Scene scene, RandomServices services, Random random, Map<String, ObjectNode> good) {
        Changes(Scene scene, RandomServices services, Random random) {
            this(scene, services, random, new HashMap<>());
        }

        void next() {
            int number = random.nextInt(SERVICES);
            switch (random.nextInt(6)) {
                case 0 -> {
                    good.remove(RandomServices.name(number));
                    delete(scene, number);
                }
                case 1 -> {
                    Map<String, String> label = new TreeMap<>();
                    label.put("node.kubernetes.io/exclude-from-external-load-balancers",
                            random.nextBoolean() ? "true" : null);
                    scene.cluster().labelNode(Scene.node(random.nextInt(2)), label);
                }
                case 2 -> IntStream.range(0, SERVICES).forEach(this::apply);
                default -> {
                    apply(number);
                    apply((number + 1) % SERVICES);
                }
            }
        }

        private void apply(int number) {
            ObjectNode manifest = services.next(number);
            scene.cluster().apply(manifest);
            if (!RandomServices.isMistaken(manifest))
                good.put(RandomServices.name(number), manifest);
        }

        ObjectNode lastGood(ObjectNode service) {
            return good.getOrDefault(service.at("/metadata/name").asText(), service);
        }
    }

    private static void delete(Scene scene, int number) {
        if (scene.exists(RandomServices.name(number)))
            scene.delete(RandomServices.name(number));
    }

    private static void check(Scene scene, ObjectNode before, String when) {
        List<String> refused = scene.azure()
                .calls()
                .all()
                .stream()
                .filter(call -> call.status() >= 400 && !(call.status() == 404 && call.isRead()))
                .map(CallRecord::line)
                .toList();
        assertThat(refused).as("%s: refused by ARM\n%s", when, scene.story()).isEmpty();
        ObjectNode now = state(scene);
        String foreign = "microsoft.network/publicipaddresses/" + FOREIGN;
        assertThat(now.get(foreign)).as("%s: public IP of another cluster", when).isEqualTo(before.get(foreign));
        assertThat(usersRule(now, scene)).as("%s: the user's rule", when).isEqualTo(usersRule(before, scene));
    }

    private static JsonNode usersRule(ObjectNode state, Scene scene) {
        String group = "microsoft.network/networksecuritygroups/" + scene.estate().securityGroup();
        for (JsonNode rule : state.path(group).path("properties").path("securityRules")) {
            if (rule.path("name").asText().equals("users-own"))
                return rule;
        }
        return null;
    }

    private static void restartWritesNothing(Scene scene, long seed) {
        scene.stopController();
        scene.resetCalls();
        scene.startController();
        scene.await("the first pass", () -> scene.azure().calls().counters().reads() > 0);
        scene.awaitQuiet();
        assertThat(scene.azure().calls().writes().stream().map(CallRecord::line))
                .as("seed %d: writes after a restart\n%s", seed, scene.story())
                .isEmpty();
    }

    private static ObjectNode state(Scene scene) {
        return new AzureStateNormaliser(new UidNames(scene.cluster().uids()))
                .normalise(scene.azure().state().values().stream().toList());
    }
}
