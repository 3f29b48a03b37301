package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.exec.RunResult;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One Service that Azure refuses does not take the others with it. */
class IsolationTest {
    /** An Azure that refuses the load balancer whenever a bad Service is in what it is asked to change. */
    private static final class PickyAzure {
        private final int status;
        private final Set<String> bad = new TreeSet<>();
        private final Set<String> served = new TreeSet<>();
        private final List<ClusterState> runs = new ArrayList<>();

        PickyAzure(int status) {
            this.status = status;
        }

        RunResult run(ClusterState clusterState) {
            runs.add(clusterState);
            Set<String> asked = new TreeSet<>();
            clusterState.services()
                    .stream()
                    .filter(service -> service.plans(Stage.TRAFFIC) && !served.contains(service.subject()))
                    .forEach(service -> asked.add(service.subject()));
            ArmId balancer = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
            List<Operation> operations = asked.isEmpty()
                    ? List.of()
                    : List.of(Operation.put(balancer, JsonNodeFactory.instance.objectNode(), "", List.of())
                            .forSubjects(asked));
            boolean refused = asked.stream().anyMatch(bad::contains);
            if (!refused)
                served.addAll(asked);
            Plan plan = new Plan("lb=kubernetes", operations, List.of(), Plan.Basis.NONE);
            Map<ArmId, Outcome> outcomes = operations.isEmpty()
                    ? Map.of()
                    : Map.of(balancer,
                            refused
                                    ? new Outcome.Rejected(status, "PrivateIPAddressIsAllocated", "taken")
                                    : new Outcome.Applied(null));
            return new RunResult(List.of(new PlanOutcome(plan, outcomes)), Optional.empty());
        }
    }

    @Property(tries = 200)
    void all_but_the_bad_ones_are_served(@ForAll @IntRange(min = 1, max = 40) int count,
            @ForAll @Size(max = 2) Set<@IntRange(min = 0, max = 39) Integer> bad) {
        PickyAzure azure = new PickyAzure(400);
        bad.stream().filter(index -> index < count).forEach(index -> azure.bad.add("shop/svc" + index));
        new Isolation(azure::run).run(clusterState(count));
        Set<String> good = new TreeSet<>();
        IntStream.range(0, count)
                .mapToObj(index -> "shop/svc" + index)
                .filter(name -> !azure.bad.contains(name))
                .forEach(good::add);
        if (azure.runs.size() < Isolation.MAX_RUNS) {
            assertThat(azure.served).isEqualTo(good);
            assertThat(stopped(azure.runs.getLast())).isEqualTo(azure.bad);
        }
        assertThat(azure.served).doesNotContainAnyElementsOf(azure.bad.isEmpty() ? Set.of("none") : azure.bad);
    }

    @Test
    void one_bad_service_among_thirty_is_found_and_told_why() {
        PickyAzure azure = new PickyAzure(400);
        azure.bad.add("shop/svc17");
        new Isolation(azure::run).run(clusterState(30));
        assertThat(azure.served).hasSize(29);
        ServiceSpec found = azure.runs.getLast()
                .services()
                .stream()
                .filter(service -> service.stop().isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(found.stop().orElseThrow().refusal().code()).isEqualTo("PrivateIPAddressIsAllocated");
        assertThat(azure.runs).hasSizeLessThanOrEqualTo(Isolation.MAX_RUNS);
    }

    @Test
    void missing_permission_is_not_blamed_on_a_service() {
        PickyAzure azure = new PickyAzure(403);
        azure.bad.add("shop/svc1");
        new Isolation(azure::run).run(clusterState(3));
        assertThat(azure.runs).hasSize(1);
    }

    /** An Azure that will not write one public IP now, and a load balancer that needs it for whoever is not stopped. */
    private static RunResult withBusyAddress(ClusterState clusterState, Outcome ofAddress) {
        ArmId address = ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "kubernetes-a1");
        ArmId balancer = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
        boolean waits = clusterState.services().get(1).plans(Stage.ADDRESS);
        Operation balancerWrite = Operation.put(balancer, JsonNodeFactory.instance.objectNode(), "", List.of())
                .forSubjects(waits ? Set.of("shop/svc0", "shop/svc1") : Set.of("shop/svc0"));
        if (!waits)
            return result(List.of(balancerWrite), Map.of(balancer, new Outcome.Applied(null)));
        return result(List.of(
                Operation.put(address, JsonNodeFactory.instance.objectNode(), "", List.of())
                        .forSubjects(Set.of("shop/svc1")),
                balancerWrite.after(Set.of(address))),
                Map.of(address, ofAddress, balancer, new Outcome.NotAttempted(
                        Outcome.NotAttempted.Reason.PREREQUISITE_FAILED, "needs kubernetes-a1 first")));
    }

    private static RunResult result(List<Operation> operations, Map<ArmId, Outcome> outcomes) {
        Plan plan = new Plan("lb=kubernetes", operations, List.of(), Plan.Basis.NONE);
        return new RunResult(List.of(new PlanOutcome(plan, outcomes)), Optional.empty());
    }

    static List<Outcome> notNow() {
        return List.of(new Outcome.Throttled(Instant.EPOCH, "429"), new Outcome.Unknown("reset"),
                new Outcome.Rejected(403, "AuthorizationFailed", "no"));
    }

    @ParameterizedTest
    @MethodSource("notNow")
    void public_ip_that_cannot_be_written_now_keeps_only_its_own_service_from_the_load_balancer(Outcome outcome) {
        List<ClusterState> runs = new ArrayList<>();
        RunResult last = new Isolation(clusterState -> {
            runs.add(clusterState);
            return withBusyAddress(clusterState, outcome);
        }).run(clusterState(2));

        assertThat(runs).hasSize(2);
        assertThat(last.allGood()).isTrue();
        assertThat(stopped(runs.getLast())).containsExactly("shop/svc1");
        assertThat(runs.getLast().services().get(1).stop().orElseThrow().refusal().message())
                .contains("publicIPAddresses/kubernetes-a1", outcome.problem());
    }

    @Test
    void each_service_waits_for_what_it_needs_itself() {
        Instant later = Instant.EPOCH.plusSeconds(3_600);
        HeldUp heldUp = new HeldUp(withBusyAddress(clusterState(2), new Outcome.Throttled(later, "429")));
        assertThat(heldUp.notBefore("shop/svc1")).contains(later);
        assertThat(heldUp.notBefore("shop/svc0")).contains(later);
        assertThat(heldUp.notBefore("shop/other")).isEmpty();
    }

    private static Set<String> stopped(ClusterState clusterState) {
        Set<String> names = new TreeSet<>();
        clusterState.services()
                .stream()
                .filter(service -> service.stop().isPresent())
                .forEach(service -> names.add(service.subject()));
        return names;
    }

    private static ClusterState clusterState(int count) {
        ServiceSpecParser parser = new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz"));
        List<ServiceSpec> services = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            services.add(parser.parse(new ServiceBuilder().withNewMetadata()
                    .withName("svc" + i)
                    .withNamespace("shop")
                    .withUid("uid-" + i)
                    .endMetadata()
                    .withNewSpec()
                    .withType("LoadBalancer")
                    .addNewPort()
                    .withPort(80)
                    .withNodePort(30080)
                    .withProtocol("TCP")
                    .endPort()
                    .endSpec()
                    .build(), i));
        }
        return new ClusterState(services, List.of(), Set.of(), count);
    }
}
