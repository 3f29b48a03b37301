package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceState;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One Service, its plan and the known state, as input of {@link ServiceResults}. */
abstract class ServiceResultsFixture {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final Set<String> UID = Set.of("uid-a");
    static final ServiceResult READY = new ServiceResult.Ready(List.of("20.0.0.1"));
    static final Outcome REFUSED = new Outcome.Rejected(400, "BadPort", "port 0 is not possible");

    final ServiceSpec service = RetryFixture.service("a");
    final Operation balancer = RetryFixture.put(RetryFixture.BALANCER, "shop/a");
    final Operation deletion = Operation.delete(RetryFixture.ADDRESS, List.of()).forSubjects(Set.of("shop/a"));
    final Map<Operation, OperationState> operations = new LinkedHashMap<>();
    final List<Preparation> preparations = new ArrayList<>();
    ServiceSpec asked = service;
    PlannedService planned = served(service);
    List<String> shown = List.of();
    Map<String, Instant> guarded = Map.of();
    Memory memory = Memory.NONE;
    Requests requests = Requests.NONE;
    KnownAzure azure = KnownAzure.NOTHING;

    void leave() {
        asked = service.gone();
        planned = planned(asked, Optional.empty(), Optional.empty());
    }

    PlannedService stopped(String code) {
        return new PlannedService(service,
                Optional.of(new Stop(Stage.TRAFFIC, new Refusal(code, "shop/a", "stopped by " + code))),
                Optional.of(List.of("20.0.0.1")), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    static PlannedService served(ServiceSpec service) {
        return planned(service, Optional.of(List.of("20.0.0.1")), Optional.empty());
    }

    static PlannedService planned(ServiceSpec service, Optional<List<String>> addresses,
            Optional<String> waiting) {
        return new PlannedService(service, Optional.empty(), addresses, Optional.empty(), waiting, List.of(),
                Optional.empty());
    }

    static OperationState blocked(Outcome outcome) {
        return new OperationState.Blocked("blocked: port 0 is not possible", outcome, NOW.plusSeconds(2));
    }

    Optional<ServiceResult> result() {
        return Optional.ofNullable(results().all().get("uid-a"));
    }

    ServiceResults results() {
        Map<ArmId, OperationState> states = new LinkedHashMap<>();
        operations.forEach((operation, state) -> states.put(operation.target(), state));
        ServicePlan plan = new ServicePlan(
                new Plan("lb=kubernetes", List.copyOf(operations.keySet()), List.of(), Plan.Basis.NONE),
                Map.of("uid-a", planned), MissingReads.NONE, false, Reading.of(List.of()), Assessment.NONE);
        return new ServiceResults(known(), plan, states, preparations, NOW);
    }

    KnownState known() {
        ClusterState cluster = new ClusterState(List.of(asked),
                Map.of("uid-a", new ServiceState(shown, Optional.empty(), Optional.empty())),
                List.of(), Set.of(), 1);
        return KnownState.begin(NOW)
                .with(new KnownState.Cluster(WatchedCluster.NOTHING, cluster, Set.of(), guarded))
                .with(memory)
                .with(azure)
                .with(requests);
    }
}
