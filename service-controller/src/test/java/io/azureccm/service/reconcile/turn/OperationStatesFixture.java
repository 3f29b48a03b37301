package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The operations of a plan and the known state, as input of {@link OperationStates}. */
abstract class OperationStatesFixture {
    static final ArmId BALANCER = RetryFixture.BALANCER;
    static final ArmId ADDRESS = RetryFixture.ADDRESS;
    static final ArmId GROUP = ArmId.of("s", "rg", ArmTypes.SECURITY_GROUP, "nsg");
    static final ArmId SCALE_SET = ArmId.of("s", "rg", ArmTypes.SCALE_SET, "vmss");
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final Outcome REFUSED = new Outcome.Rejected(400, "BadPort", "port 0 is not possible");
    static final Set<String> A = Set.of("uid-a");

    final List<ServiceSpec> services = List.of(RetryFixture.service("a"), RetryFixture.service("b"));
    final Operation address = RetryFixture.put(ADDRESS, "shop/a");
    final Operation balancer = RetryFixture.put(BALANCER, "shop/a", "shop/b");
    final Set<String> busy = new HashSet<>();
    final Lanes underWay = busy::contains;
    KnownState known = KnownState.begin(NOW)
            .with(new KnownState.Cluster(WatchedCluster.NOTHING,
                    new ClusterState(services, Map.of(), List.of(), Set.of(), 2), Set.of(),
                    Map.of()));
    List<Preparation> preparations = List.of();
    Set<ArmId> outdated = Set.of();

    void poolsChange() {
        known = known.with(KnownAzure.NOTHING.poolsChange());
    }

    void refuse(Operation operation) {
        remember(ended(known.memory().writes(), operation, REFUSED));
    }

    static WriteMemory ended(WriteMemory writes, Operation operation, Outcome outcome) {
        return writes.after(operation, outcome, subject -> true, ServiceTiming.DEFAULT.retries(), NOW);
    }

    void remember(WriteMemory writes) {
        known = known.with(Memory.NONE.with(writes));
    }

    void request(Requests requests) {
        known = known.with(requests);
    }

    OperationState.Waits waits(Instant now, Operation operation) {
        return (OperationState.Waits) states(now, operation).get(operation.target());
    }

    Map<ArmId, OperationState> states(Instant now, Operation... operations) {
        OperationStates states = of(now, operations);
        Map<ArmId, OperationState> all = states.all();
        outdated = states.outdated();
        return all;
    }

    OperationStates of(Instant now, Operation... operations) {
        return new OperationStates(known, RetryFixture.planFor(services, operations).plan().operations(), preparations,
                ServiceTiming.DEFAULT, underWay, now);
    }
}
