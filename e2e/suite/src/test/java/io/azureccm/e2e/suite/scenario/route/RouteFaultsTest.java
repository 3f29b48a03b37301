package io.azureccm.e2e.suite.scenario.route;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.Latencies.Mode;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.api.call.ApiFaults;
import io.azureccm.route.reconcile.RouteTiming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nodes come, go, move and change while Azure and the Kubernetes API misbehave and somebody else edits the table. Whatever happens, a node is
 * reported as connected only when it is, and in the end table and conditions are what the nodes ask for. {@code -Droutes.seed=N} plays
 * one sequence again.
 */
@Order(1)
class RouteFaultsTest {
    private static final int STEPS = 6;
    private static final int BURST = 6;
    private static final String TABLES = "routeTables";
    /** Names of which some begin with others. */
    private static final List<String> NAMES = List.of("n", "n1", "n10", "n11", "n1-0", "n2", "n20", "np-1", "np-10");
    private static final RouteTiming OFTEN = new RouteTiming(Duration.ofMillis(40), Duration.ofMillis(300),
            Duration.ofMillis(100), Duration.ofMillis(800), Duration.ofMillis(400), Duration.ZERO);

    private final Map<String, Integer> numbers = new TreeMap<>();
    private final List<String> foreign = new ArrayList<>();
    private int next = 1;

    static LongStream seeds() {
        Long given = Long.getLong("routes.seed");
        return given != null
                ? LongStream.of(given)
                : LongStream.generate(() -> ThreadLocalRandom.current().nextLong(1_000_000)).limit(2);
    }

    @ParameterizedTest(name = "routes.seed={0}")
    @MethodSource("seeds")
    void everyQuietPointAgreesWithTheNodesAndWithAzure(long seed, @TempDir Path folder) {
        System.out.println("routes.seed=" + seed);
        Random random = new Random(seed);
        ObjectNode config = new ObjectMapper().createObjectNode().put("routeTableCacheTTLInSeconds", 1);
        try (RouteScenario scenario = RouteScenario.onTheWire(folder, OFTEN, config)) {
            scenario.azure()
                    .latencies(Latencies.builder().write("PUT", TABLES, Duration.ofMillis(30), Mode.OPERATION).build());
            scenario.startController();
            for (int step = 0; step < STEPS; step++) {
                trouble(scenario, random);
                trouble(scenario.api(), random);
                for (int i = random.nextInt(BURST); i >= 0; i--)
                    change(scenario, random);
                scenario.azure()
                        .faults()
                        .add(
                                Fault.on("PUT", TABLES, oneOf(random, faults())).times(random.nextInt(2) + 1));
                scenario.await("seed " + seed + ", step " + step, () -> scenario.problems(foreign));
                scenario.assertSound();
                scenario.azure().faults().clear();
                scenario.api().faults().clear();
                interfere(scenario, random);
            }
            scenario.await("seed " + seed + ", the end", () -> scenario.problems(foreign));
            scenario.assertSound();
        }
    }

    private static void trouble(RouteScenario scenario, Random random) {
        for (int i = random.nextInt(3); i > 0; i--) {
            String verb = random.nextInt(4) == 0 ? "GET" : "PUT";
            scenario.azure()
                    .faults()
                    .add(
                            Fault.on(verb, TABLES, oneOf(random, verb.equals("GET") ? readFaults() : faults()))
                                    .times(random.nextInt(3) + 1));
        }
    }

    /** The Kubernetes API has its own bad moments: conditions cannot be written, watches end. */
    private static void trouble(ClusterSimulator api, Random random) {
        ApiFaults.Target conditions = new ApiFaults.Target("patch", "nodes/status");
        int times = random.nextInt(4) + 1;
        switch (random.nextInt(5)) {
            case 0 -> api.faults()
                    .add(conditions, new ApiFaults.Effect.Refuse(500, "InternalError", "no", Duration.ZERO), times);
            case 1 -> api.faults().add(conditions, new ApiFaults.Effect.Stale(), times);
            case 2 -> api.faults().add(conditions, new ApiFaults.Effect.Cut(), times);
            case 3 -> api.cutConnections();
            default -> {
                // It is well.
            }
        }
    }

    private static List<FaultAction> faults() {
        return List.of(new FaultAction.Refuse(500, "InternalServerError", "no"),
                new FaultAction.RefuseAfter(500, "InternalServerError", "no"),
                new FaultAction.Refuse(409, "AnotherOperationInProgress", "busy"),
                new FaultAction.Refuse(400, "SomethingWrong", "no"), new FaultAction.Throttle("TooManyRequests", "1"),
                new FaultAction.TouchEtag(), new FaultAction.ResetBefore(), new FaultAction.ResetAfter(),
                new FaultAction.HalfReply(), new FaultAction.EmptyBody(), new FaultAction.MalformedJson(),
                new FaultAction.FailOperation("InternalServerError", "no"), new FaultAction.CancelOperation());
    }

    private static List<FaultAction> readFaults() {
        return List.of(new FaultAction.Refuse(500, "InternalServerError", "no"), new FaultAction.ResetBefore(),
                new FaultAction.Throttle("TooManyRequests", "1"), new FaultAction.MalformedJson());
    }

    private void change(RouteScenario scenario, Random random) {
        String name = oneOf(random, NAMES);
        if (!numbers.containsKey(name)) {
            join(scenario, random, name);
            return;
        }
        switch (random.nextInt(5)) {
            case 0, 1 -> leave(scenario, name);
            case 2 -> {
                leave(scenario, name);
                join(scenario, random, name);
            }
            case 3 -> scenario.moveNode(name, RouteScenario.addresses(next++ % 250));
            default -> scenario.cluster().labelNode(name, Map.of("role", "r" + next++));
        }
    }

    private void join(RouteScenario scenario, Random random, String name) {
        int number = next++ % 250;
        String ipv4 = "10.244." + number + ".0/24";
        String ipv6 = "fd00:10:244:" + Integer.toHexString(number) + "::/64";
        scenario.addNode(name, number, switch (random.nextInt(6)) {
            case 0 -> List.of();
            case 1, 2 -> List.of(ipv4, ipv6);
            default -> List.of(ipv4);
        });
        numbers.put(name, number);
    }

    private void leave(RouteScenario scenario, String name) {
        scenario.cluster().removeNode(name);
        numbers.remove(name);
    }

    /** At a quiet point somebody else takes away a route of ours, spoils one, or adds one of their own. */
    private void interfere(RouteScenario scenario, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> {
                String name = "user-" + next++;
                String prefix = "172.16." + next++ % 250 + ".0/24";
                scenario.table().addForeignRoute(name, prefix);
                foreign.add(name + " " + prefix + " VirtualAppliance 10.250.0.4");
            }
            case 1 -> scenario.table()
                    .edit(table -> table.withObjectProperty("properties")
                            .withArrayProperty("routes")
                            .removeIf(route -> route.path("name").asText().contains("____") && random.nextBoolean()));
            case 2 -> scenario.table()
                    .edit(table -> table.withObjectProperty("properties")
                            .withArrayProperty("routes")
                            .forEach(route -> {
                                if (route.path("name").asText().contains("____") && random.nextBoolean())
                                    ((ObjectNode) route.path("properties")).put("nextHopIpAddress", "10.240.9.9");
                            }));
            default -> {
                scenario.stopController();
                change(scenario, random);
                scenario.startController();
            }
        }
    }

    private static <T> T oneOf(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
