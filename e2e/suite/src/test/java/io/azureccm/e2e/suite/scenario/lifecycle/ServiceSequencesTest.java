package io.azureccm.e2e.suite.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.suite.scenario.RandomServices;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
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
        try (ServiceScenario scenario = scenario("sequence", seed)) {
            ObjectNode before = state(scenario);
            scenario.startController();
            Changes changes = new Changes(scenario, services, random);
            for (int step = 0; step < STEPS; step++) {
                changes.next();
                scenario.awaitQuiet();
                check(scenario, before, "seed " + seed + ", step " + step);
                scenario.assertSound(changes::lastGood);
            }
            restartWritesNothing(scenario, seed);
            for (int number = 0; number < SERVICES; number++) {
                delete(scenario, number);
            }
            scenario.await("the Services to be gone", () -> IntStream.range(0, SERVICES)
                    .noneMatch(number -> scenario.exists(RandomServices.name(number))));
            scenario.awaitQuiet();
            check(scenario, before, "seed " + seed + ", at the end");
            assertThat(StateDiff.lines(before, state(scenario))).as("seed %d: what is left\n%s", seed, scenario.story())
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
        try (ServiceScenario scenario = scenario("one-by-one", seed)) {
            scenario.startController();
            for (ObjectNode manifest : manifests) {
                scenario.cluster().apply(manifest);
                String name = manifest.at("/metadata/name").asText();
                scenario.await("an event of " + name, () -> !scenario.events(name).isEmpty());
                scenario.awaitQuiet();
            }
            oneByOne = state(scenario);
        }
        try (ServiceScenario scenario = scenario("at-once", seed)) {
            manifests.forEach(scenario.cluster()::apply);
            scenario.startController();
            scenario.awaitQuiet();
            assertThat(StateDiff.lines(oneByOne, state(scenario))).as("seed %d\n%s", seed, scenario.story()).isEmpty();
        }
    }

    /** Pools of interfaces and pools of addresses in turn. */
    private ServiceScenario scenario(String name, long seed) {
        ScenarioSetup setting = ScenarioSetup.of(3);
        if (seed % 2 == 0)
            setting = setting.config("loadBalancerBackendPoolConfigurationType", "nodeIP");
        try {
            ServiceScenario scenario = ServiceScenario.open(Files.createDirectory(folder.resolve(name)), setting);
            ArrayNode foreign = JSON.createArrayNode();
            foreign.add(publicIp(scenario, RandomServices.OWN_PUBLIC_IP));
            foreign.add(publicIp(scenario, FOREIGN)
                    .set("tags", JSON.valueToTree(Map.of("k8s-azure-cluster-name", "blue", "k8s-azure-service",
                            "default/" + RandomServices.name(0)))));
            scenario.azure().seed(foreign);
            addUsersRule(scenario);
            return scenario;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode publicIp(ServiceScenario scenario, String name) {
        ObjectNode ip = JSON.createObjectNode()
                .put("id", scenario.networkId("publicIPAddresses", name))
                .put("location", scenario.infrastructure().location());
        ip.putObject("sku").put("name", "Standard");
        ip.putObject("properties").put("publicIPAllocationMethod", "Static").put("publicIPAddressVersion", "IPv4");
        return ip;
    }

    private static void addUsersRule(ServiceScenario scenario) {
        String id = scenario.networkId("networkSecurityGroups", scenario.infrastructure().securityGroup());
        ObjectNode group = scenario.azure().resource(id).orElseThrow().deepCopy();
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
        scenario.azure().seed(JSON.createArrayNode().add(group));
    }

    /** Changes to Services and nodes; remembers what each Service asked for when it last asked for something possible. */
    private record Changes(ServiceScenario scenario, RandomServices services, Random random,
            Map<String, ObjectNode> good) {
        Changes(ServiceScenario scenario, RandomServices services, Random random) {
            this(scenario, services, random, new HashMap<>());
        }

        void next() {
            int number = random.nextInt(SERVICES);
            switch (random.nextInt(6)) {
                case 0 -> {
                    good.remove(RandomServices.name(number));
                    delete(scenario, number);
                }
                case 1 -> {
                    Map<String, String> label = new TreeMap<>();
                    label.put("node.kubernetes.io/exclude-from-external-load-balancers",
                            random.nextBoolean() ? "true" : null);
                    scenario.cluster().labelNode(ServiceScenario.node(random.nextInt(2)), label);
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
            scenario.cluster().apply(manifest);
            if (!RandomServices.isMistaken(manifest))
                good.put(RandomServices.name(number), manifest);
        }

        ObjectNode lastGood(ObjectNode service) {
            return good.getOrDefault(service.at("/metadata/name").asText(), service);
        }
    }

    private static void delete(ServiceScenario scenario, int number) {
        if (scenario.exists(RandomServices.name(number)))
            scenario.delete(RandomServices.name(number));
    }

    private static void check(ServiceScenario scenario, ObjectNode before, String when) {
        List<String> refused = scenario.azure()
                .calls()
                .all()
                .stream()
                .filter(call -> call.status() >= 400 && !(call.status() == 404 && call.isRead()))
                .map(CallRecord::line)
                .toList();
        assertThat(refused).as("%s: refused by ARM\n%s", when, scenario.story()).isEmpty();
        ObjectNode now = state(scenario);
        String foreign = "microsoft.network/publicipaddresses/" + FOREIGN;
        assertThat(now.get(foreign)).as("%s: public IP of another cluster", when).isEqualTo(before.get(foreign));
        assertThat(usersRule(now, scenario)).as("%s: the user's rule", when).isEqualTo(usersRule(before, scenario));
    }

    private static JsonNode usersRule(ObjectNode state, ServiceScenario scenario) {
        String group = "microsoft.network/networksecuritygroups/" + scenario.infrastructure().securityGroup();
        for (JsonNode rule : state.path(group).path("properties").path("securityRules")) {
            if (rule.path("name").asText().equals("users-own"))
                return rule;
        }
        return null;
    }

    private static void restartWritesNothing(ServiceScenario scenario, long seed) {
        scenario.stopController();
        scenario.resetCalls();
        scenario.startController();
        scenario.await("the first reads", () -> scenario.azure().calls().counters().reads() > 0);
        scenario.awaitQuiet();
        assertThat(scenario.azure().calls().writes().stream().map(CallRecord::line))
                .as("seed %d: writes after a restart\n%s", seed, scenario.story())
                .isEmpty();
    }

    private static ObjectNode state(ServiceScenario scenario) {
        return new AzureStateNormaliser(new UidNames(scenario.cluster().uids()))
                .normalise(scenario.azure().state().values().stream().toList());
    }
}
