package io.azureccm.service.reconcile.record;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.record.Digests;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.RecordedPlans;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.reconcile.turn.OperationState;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.status.ServiceResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What turns decide, as it is compared: the plan with the bodies of its writes, and everything beside it, in the same order anywhere. What
 * is computed of a plan is kept for the next one, also of another segment. Thread-safe.
 */
public final class PlanRecord {
    private static final TypedValues VALUES = new TypedValues(module -> module);

    /** What a turn decides beside writes to Azure, states and results. */
    private record Rest(Optional<AzureReading.Extent> reading, List<List<ArmId>> missing, boolean zones,
            List<Preparation> preparations, TurnPlan.Batching batching) {
        static Rest of(TurnPlan plan) {
            MissingReads missing = plan.reading().map(AzureReading::missing).orElse(MissingReads.NONE);
            return new Rest(plan.reading().map(AzureReading::extent),
                    List.of(sorted(missing.subnets()), sorted(missing.privateLinks()), sorted(missing.singles()),
                            sorted(missing.outdated())),
                    missing.zones(), plan.preparations(), plan.batching());
        }
    }

    /** What a plan says of one Service. */
    private record Told(Optional<Stop> stop, Optional<List<String>> addresses, Optional<List<String>> meanwhile,
            Optional<String> waiting, List<Notice> notices) {
        static Told of(PlannedService service) {
            return new Told(service.stop(), service.addresses(), service.meanwhile(), service.waiting(),
                    service.notices());
        }
    }

    private final String scope;
    private final RecordedPlans plans = new RecordedPlans("services");
    private final Digests<OperationState> states = Digests.ofJson(each -> VALUES.write(OperationState.class, each));
    private final Digests<ServiceResult> results = Digests.ofJson(each -> VALUES.write(ServiceResult.class, each));
    private final Digests<PlannedService> services = Digests.ofJson(each -> VALUES.write(Told.class, Told.of(each)));

    /** {@code scope}: as plans are printed. */
    public PlanRecord(String scope) {
        this.scope = scope;
    }

    public synchronized RecordedPlan of(TurnPlan plan) {
        Map<String, OperationState> byTarget = HashMap.newHashMap(plan.states().size());
        plan.states().forEach((target, state) -> byTarget.put(target.toString(), state));
        return plans.of(plan.printable(scope), String.join(" ", Digests.of(VALUES.write(Rest.class, Rest.of(plan))),
                states.of(byTarget), results.of(plan.results()),
                services.of(plan.services().map(ServicePlan::plannedServices).orElse(Map.of()))));
    }

    private static List<ArmId> sorted(Collection<ArmId> ids) {
        return ids.stream().sorted().toList();
    }
}
