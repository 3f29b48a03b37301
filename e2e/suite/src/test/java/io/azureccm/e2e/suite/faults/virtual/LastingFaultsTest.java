package io.azureccm.e2e.suite.faults.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.e2e.azure.faults.Faults;
import io.azureccm.e2e.suite.harness.QuietLogs;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.LastingFaults;
import io.azureccm.e2e.suite.scenario.RandomServices;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The runs with lasting faults themselves: each fault strikes the controllers, and each broken promise is noticed. */
@Execution(ExecutionMode.CONCURRENT)
@ExtendWith(QuietLogs.class)
class LastingFaultsTest {
    private final Tally tally = new Tally();
    private final Findings findings = new Findings();

    private VirtualEnvironment environment(World world) {
        return new VirtualEnvironment(world, VirtualEnvironment.Api.of(1), Pace.USUAL, world.config(new Random(1)),
                findings, tally,
                () -> RemovalPolicy.NONE);
    }

    private static ObjectNode service(int number) {
        return Foreign
                .json("""
                        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "%s", "namespace": "default", "annotations": {}},
                         "spec": {"type": "LoadBalancer", "ports": [
                          {"name": "http", "port": %d, "protocol": "TCP", "nodePort": %d}]}}"""
                        .formatted(RandomServices.name(number), 8000 + number, 30100 + number));
    }

    private static Map<String, ObjectNode> services(LastingFaults lasting) {
        Map<String, ObjectNode> services = new TreeMap<>();
        for (int number = 0; number < 3; number++)
            services.put(RandomServices.name(number), lasting.shape().wanted().apply(number, service(number)));
        return services;
    }

    @ParameterizedTest
    @EnumSource
    void everyKindOfALastingFaultStrikesTheControllersOfItsWorld(World world) {
        List<String> withoutEffect = new ArrayList<>();
        int kinds;
        try (VirtualEnvironment any = environment(world)) {
            kinds = LastingFaults.ofEachKind(world, any.simulation()).size();
        }
        for (int kind = 0; kind < kinds; kind++) {
            try (VirtualEnvironment played = environment(world)) {
                LastingFaults lasting = LastingFaults.ofEachKind(world, played.simulation()).get(kind);
                played.play(() -> come(played, world, lasting));
                int struck = played.simulation().azure().faults().all().stream().mapToInt(Faults.Status::fired).sum();
                if (struck == 0)
                    withoutEffect.add(lasting.active().toString());
            }
        }
        assertThat(withoutEffect).isEmpty();
        assertThat(tally.of("lasting faults")).hasSize(kinds);
    }

    /** Everybody comes, and goes. */
    private void come(VirtualEnvironment played, World world, LastingFaults lasting) {
        begin(played, world, lasting);
        played.start();
        played.pause(Duration.ofSeconds(40));
        played.users().deleteAll();
        Simulation.NODES.forEach(played.kubelets()::leave);
        played.pause(Duration.ofSeconds(40));
    }

    private void begin(VirtualEnvironment played, World world, LastingFaults lasting) {
        lasting.seed(played.simulation());
        Simulation.NODES.forEach(played.kubelets()::join);
        lasting.at(0, played.simulation(), tally);
        if (world.hasServices())
            services(lasting).values().forEach(played.users()::apply);
    }

    /** What goes wrong beside the controllers while somebody's public IP is refused. */
    private interface Sabotage {
        void begin(VirtualEnvironment played) throws InterruptedException;
    }

    /** What is found when controllers run while the quota of public IPs is used up for the first Service, and afterwards. */
    private Optional<String> found(boolean withControllers, Sabotage sabotage) {
        try (VirtualEnvironment played = environment(World.SERVICES)) {
            LastingFaults lasting = LastingFaults.ofEachKind(World.SERVICES, played.simulation())
                    .stream()
                    .filter(each -> each.plannedKinds().contains("quota of public ips"))
                    .findFirst()
                    .orElseThrow();
            played.play(() -> {
                begin(played, World.SERVICES, lasting);
                if (withControllers)
                    played.start();
                sabotage.begin(played);
                VirtualIsolation isolation = new VirtualIsolation(World.SERVICES, played, lasting,
                        new VirtualQuiet(played, Pace.USUAL, findings), new Random(1), tally, line -> {});
                VirtualIsolation.Wanted wanted = new VirtualIsolation.Wanted(services(lasting),
                        Set.copyOf(Simulation.NODES), null);
                isolation.play(wanted);
                isolation.end(wanted);
            });
            return Optional.empty();
        } catch (Violation found) {
            return Optional.of(found.getMessage());
        }
    }

    private static Sabotage every(Duration period, Consumer<VirtualEnvironment> act) {
        return played -> played.time().start("sabotage", () -> {
            for (int i = 0; i < 1000; i++) {
                played.pause(period);
                act.accept(played);
            }
        });
    }

    @Test
    void nothingIsFoundWhereEveryPromiseIsKept() {
        assertThat(found(true, played -> {})).isEmpty();
        assertThat(tally.longest()).containsKeys("others", "a new Service", "another port", "fewer source ranges",
                "a deletion", "after the faults");
    }

    @Test
    void othersWhoDoNotGetWhatTheyWantAreNoticed() {
        assertThat(found(false, played -> {})).get()
                .asString()
                .contains("others do not have what they want", "svc-1 says of azureccm.io/Programmed \"\"",
                        "svc-2 says", "svc-0 does not say PublicIPCountLimitReached");
    }

    @Test
    void anotherRuleThatIsMissingForAWhileIsNoticed() {
        assertThat(found(true, every(Duration.ofMillis(200), played -> {
            if (played.users().find("svc-7").isPresent())
                played.simulation().azure().edit(played.simulation().securityGroupId(), body -> {
                    ((ObjectNode) body.path("properties")).putArray("securityRules");
                    return body;
                });
        }))).get().asString().contains("a new Service: others do not have what they want within");
    }

    @Test
    void writesThatAreRefusedTooOftenAreNoticed() {
        assertThat(found(true, every(Duration.ofSeconds(6), played -> {
            ObjectNode body = Foreign.json("""
                    {"location": "eastus", "tags": {"k8s-azure-service": "default/svc-0"}}""");
            put(played, played.simulation().networkId("publicIPAddresses", "any"), body);
        }))).get()
                .asString()
                .contains("refused writes: service-9 wrote publicIPAddresses any 9 times in vain within 48 s");
    }

    @Test
    void writesThatChangeNothingAreNoticed() {
        assertThat(found(true, every(Duration.ofMinutes(3), played -> put(played, played.simulation().routeTableId(),
                Foreign.copy(played.simulation(), played.simulation().routeTableId()))))).get()
                .asString()
                .contains("written while nothing was to be done but what Azure refuses", "routeTables");
    }

    @Test
    void statusesThatAreWrittenAgainAndAgainAreNoticed() {
        int[] times = new int[1];
        assertThat(found(true, every(Duration.ofSeconds(20), played -> {
            ObjectNode patch = Foreign.json("{\"metadata\": {\"labels\": {\"time\": \"" + times[0]++ + "\"}}}");
            played.simulation().api().patch("services", "default", "svc-1", patch);
        }))).get().asString().contains("writes to the cluster in PT5M while nothing changed");
    }

    @Test
    void whatIsStillRefusedAfterTheEndIsNoticed() {
        assertThat(found(true, played -> played.simulation()
                .azure()
                .faults()
                .all()
                .forEach(each -> played.simulation().azure().faults().add(each.fault())))).get()
                .asString()
                .contains("what was refused is not there after the end of the faults", "svc-0");
    }

    private static void put(VirtualEnvironment played, String id, ObjectNode body) {
        String claims = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"appid\": \"service-9\"}".getBytes(
                        StandardCharsets.UTF_8));
        played.simulation()
                .azure()
                .answer("PUT", URI.create("https://management.azure.com" + id + "?api-version=2025-05-01"),
                        Map.of("authorization", "Bearer e30." + claims + ".sig"),
                        body.toString().getBytes(StandardCharsets.UTF_8));
    }
}
