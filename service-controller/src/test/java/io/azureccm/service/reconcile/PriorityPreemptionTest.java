package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceState;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** For which changes a write that waits for the call budget is withdrawn. */
class PriorityPreemptionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final World world = new World(2);
    private final ServiceSpec first = world.service(Services.named("a").port("TCP", 80).yaml());
    private final Operation ofFirst = balancer();
    private final ServiceSpec second = world.service(Services.named("b").port("TCP", 81).yaml());

    @Test
    void newServiceIsMoreUrgentThanAWriteThatDoesNothingForIt() {
        assertThat(urgency(ofFirst, second, List.of())).isEqualTo(CallPriority.NEW_OR_DELETED);
    }

    @Test
    void changeOfAServedServiceIsLessUrgentThanANewOne() {
        assertThat(urgency(ofFirst, second, List.of("20.0.0.1"))).isEqualTo(CallPriority.CHANGED);
    }

    @Test
    void writeThatServesTheChangedServiceIsNotWithdrawn() {
        assertThat(urgency(balancer(), second, List.of())).isEqualTo(CallPriority.BACKGROUND);
        assertThat(urgency(ofFirst, first, List.of())).isEqualTo(CallPriority.BACKGROUND);
    }

    @Test
    void writeOfAnotherResourceIsNotWithdrawn() {
        Operation address = world.plan()
                .plan()
                .operations()
                .stream()
                .filter(operation -> operation.target().hasType(ArmTypes.PUBLIC_IP)
                        && operation.subjects().contains(first.subject()))
                .findFirst()
                .orElseThrow();
        assertThat(urgency(address, second, List.of())).isEqualTo(CallPriority.BACKGROUND);
    }

    /** {@code shown}: the addresses in the status of the changed Service. */
    private CallPriority urgency(Operation underWay, ServiceSpec changed, List<String> shown) {
        ClusterState cluster = new ClusterState(List.of(first, second),
                Map.of(changed.uid(), new ServiceState(shown, Optional.empty(), Optional.empty())), List.of(),
                Set.of(), 1);
        KnownState known = KnownState.begin(NOW)
                .with(new KnownState.Cluster(WatchedCluster.NOTHING, cluster, Set.of(), Map.of()))
                .with(Memory.NONE.with(WriteMemory.NONE.sent(underWay)))
                .with(Requests.NONE.changed(new ChangedObjects(Set.of(changed.uid()), false), NOW));
        return PriorityPreemption.urgency(known, new TurnPlan(Optional.empty(), List.of(), Optional.of(world.plan()),
                Map.of(), Map.of(), Set.of(), TurnPlan.Batching.NONE));
    }

    private Operation balancer() {
        return world.plan()
                .plan()
                .operations()
                .stream()
                .filter(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER))
                .findFirst()
                .orElseThrow();
    }
}
