package io.azureccm.service.reconcile.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.TypedValues;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.turn.OperationState;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.status.ServiceResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a turn decides, as it is compared: the plan with the bodies of its writes, and everything beside it, in the same order anywhere. */
public record PlanRecord(Optional<AzureReading.Extent> reading, List<List<ArmId>> missing, boolean zones,
        List<Preparation> preparations, Map<ArmId, OperationState> states, Map<String, ServiceResult> results,
        TurnPlan.Batching batching, Map<String, Told> services) {
    private static final TypedValues VALUES = new TypedValues(module -> module);

    /** What a plan says of one Service. */
    private record Told(Optional<Stop> stop, Optional<List<String>> addresses, Optional<List<String>> meanwhile,
            Optional<String> waiting, List<Notice> notices) {
        static Told of(PlannedService service) {
            return new Told(service.stop(), service.addresses(), service.meanwhile(), service.waiting(),
                    service.notices());
        }
    }

    /** {@code scope}: as plans are printed. */
    public static RecordedPlan of(TurnPlan plan, String scope) {
        MissingReads missing = plan.reading().map(AzureReading::missing).orElse(MissingReads.NONE);
        Map<String, Told> services = plan.services()
                .map(ServicePlan::plannedServices)
                .orElse(Map.of())
                .entrySet()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> Told.of(each.getValue())));
        JsonNode more = VALUES.write(PlanRecord.class,
                new PlanRecord(plan.reading().map(AzureReading::extent),
                        List.of(sorted(missing.subnets()), sorted(missing.privateLinks()), sorted(missing.singles()),
                                sorted(missing.outdated())),
                        missing.zones(), plan.preparations(), plan.states(), plan.results(), plan.batching(),
                        services));
        return RecordedPlan.of("services", plan.printable(scope), more);
    }

    private static List<ArmId> sorted(Collection<ArmId> ids) {
        return ids.stream().sorted().toList();
    }
}
