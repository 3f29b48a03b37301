package io.azureccm.e2e.suite.scenario.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.suite.scenario.RandomServices;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random changes of Services, labels and pods on several load balancers: ARM never refuses what is sent, every Service is on one
 * load balancer, a restart has nothing to do, and nothing is left in the end. {@code -Dsequences=N} plays more of them,
 * {@code -Dsequences.first=SEED} begins with that one.
 */
class PlacementSequencesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SERVICES = 5;
    private static final int STEPS = 5;
    private static final List<String> LABELS = List.of("{}", "{\"tier\": \"gold\"}", "{\"tier\": \"iron\"}");
    private static final String CONFIGURATIONS = """
            [{"name": "kubernetes", "primaryVMSet": "vmss-a"},
             {"name": "lb2", "primaryVMSet": "vmss-b", "serviceLabelSelector": {"matchLabels": {"tier": "gold"}}},
             {"name": "lb3", "primaryVMSet": "vmss-c", "nodeSelector": {"matchLabels": {"disk": "fast"}},
              "serviceLabelSelector": {"matchExpressions": [{"key": "tier", "operator": "Exists"}]}}]""";

    @TempDir
    Path folder;

    static LongStream seeds() {
        long first = Long.getLong("sequences.first", 1);
        return LongStream.range(first, first + Long.getLong("sequences", 3));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everySequenceLeavesEveryServiceInOnePlaceAndNothingInTheEnd(long seed) {
        Random random = new Random(seed);
        RandomServices services = new RandomServices(random);
        try (ServiceScenario scenario = scenario()) {
            IntStream.range(0, SERVICES).forEach(number -> pods(scenario, number, random));
            scenario.startController();
            for (int step = 0; step < STEPS; step++) {
                for (int i = 0; i < 3; i++) {
                    change(scenario, services, random);
                }
                scenario.awaitQuiet();
                check(scenario, "seed " + seed + ", step " + step);
            }
            assertThat(scenario.azure().calls().counters().of("PUT", "loadBalancers")).as("it was about something")
                    .isPositive();
            restartWritesNothing(scenario, seed);
            IntStream.range(0, SERVICES).forEach(number -> delete(scenario, number));
            scenario.await("the Services to be gone", () -> IntStream.range(0, SERVICES)
                    .noneMatch(number -> scenario.exists(RandomServices.name(number))));
            scenario.awaitQuiet();
            check(scenario, "seed " + seed + ", at the end");
            assertThat(scenario.azure().state().keySet()).as("seed %d\n%s", seed, scenario.story())
                    .noneMatch(id -> id.contains("/loadBalancers/"));
        }
    }

    private static void change(ServiceScenario scenario, RandomServices services, Random random) {
        int number = random.nextInt(SERVICES);
        switch (random.nextInt(5)) {
            case 0 -> delete(scenario, number);
            case 1 -> pods(scenario, number, random);
            case 2 -> scenario.cluster()
                    .labelNode("vmss-c000000", Map.of("disk", random.nextBoolean() ? "fast" : "slow"));
            default -> {
                ObjectNode manifest = services.next(number);
                ((ObjectNode) manifest.path("metadata")).set("labels", json(LABELS.get(random.nextInt(LABELS.size()))));
                scenario.cluster().apply(manifest);
            }
        }
    }

    private static void delete(ServiceScenario scenario, int number) {
        if (scenario.exists(RandomServices.name(number)))
            scenario.delete(RandomServices.name(number));
    }

    /** The pods of a Service run on one or two nodes. */
    private static void pods(ServiceScenario scenario, int number, Random random) {
        List<String> nodes = List.of("vmss-a000000", "vmss-a000001", "vmss-b000000", "vmss-c000000");
        Set<String> chosen = new TreeSet<>();
        chosen.add(nodes.get(random.nextInt(nodes.size())));
        chosen.add(nodes.get(random.nextInt(nodes.size())));
        ObjectNode slice = (ObjectNode) json("""
                {"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
                 "metadata": {"name": "%1$s", "namespace": "default", "labels": {"kubernetes.io/service-name": "%1$s"}},
                 "endpoints": []}""".formatted(RandomServices.name(number)));
        chosen.forEach(node -> slice.withArray("endpoints")
                .addObject()
                .put("nodeName", node)
                .putArray("addresses")
                .add("10.244.0.9"));
        scenario.cluster().apply(slice);
    }

    private static void check(ServiceScenario scenario, String when) {
        List<String> refused = scenario.azure()
                .calls()
                .all()
                .stream()
                .filter(call -> call.status() >= 400 && !(call.status() == 404 && call.isRead()))
                .map(CallRecord::line)
                .toList();
        assertThat(refused).as("%s: refused by ARM\n%s", when, scenario.story()).isEmpty();
        Map<String, Set<String>> places = new HashMap<>();
        Map<String, Set<String>> pairs = new HashMap<>();
        scenario.azure().state().forEach((id, balancer) -> {
            if (!id.contains("/loadBalancers/"))
                return;
            String name = balancer.path("name").asText();
            balancer.at("/properties/loadBalancingRules")
                    .forEach(rule -> places.computeIfAbsent(rule.path("name").asText().split("-")[0],
                            base -> new TreeSet<>()).add(name));
            balancer.at("/properties/backendAddressPools")
                    .forEach(pool -> pool.at("/properties/loadBalancerBackendAddresses")
                            .forEach(address -> pairs.computeIfAbsent(address.path("name").asText(),
                                    node -> new TreeSet<>()).add(name.replace("-internal", ""))));
        });
        assertThat(places.values()).as("%s: places of %s\n%s", when, places, scenario.story())
                .allMatch(all -> all.size() == 1);
        assertThat(pairs.values()).as("%s: nodes behind %s\n%s", when, pairs, scenario.story())
                .allMatch(all -> all.size() == 1);
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

    private ServiceScenario scenario() {
        ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(2)
                .config("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .configJson("multipleStandardLoadBalancerConfigurations", CONFIGURATIONS));
        for (String set : List.of("vmss-b", "vmss-c")) {
            scenario.cluster()
                    .addNode(set + "000000",
                            "azure://" + scenario.infrastructure().scaleSetId(set) + "/virtualMachines/0",
                            List.of("10.240.0." + (set.equals("vmss-b") ? 30 : 40)), Map.of());
        }
        ObjectNode ip = (ObjectNode) json("{\"sku\": {\"name\": \"Standard\"}, \"properties\": "
                + "{\"publicIPAllocationMethod\": \"Static\", \"publicIPAddressVersion\": \"IPv4\"}}");
        scenario.azure()
                .seed(JSON.createArrayNode()
                        .add(ip.put("id", scenario.networkId("publicIPAddresses", RandomServices.OWN_PUBLIC_IP))
                                .put("location", scenario.infrastructure().location())));
        return scenario;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }
}
