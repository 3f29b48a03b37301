package io.azureccm.service.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.exec.RunResult;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.Needs;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.UnreadableException;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a pass came to for each Service, less what is not sure enough to be told: that nothing of it is left, while lists may be
 * older than what was made for it, and an address that is new, on a load balancer that a write for others has left broken.
 */
final class CarefulVerdicts {
    private final ObservedStateReader reader;
    private final UnsureWrites unsure;

    CarefulVerdicts(ObservedStateReader reader, UnsureWrites unsure) {
        this.reader = reader;
        this.unsure = unsure;
    }

    /** By UID; {@code reasons}: why Services were stopped before anything was planned; of others their refusals tell. */
    Map<String, ServiceResult> of(ClusterState clusterState, ServicePlan plan, RunResult result,
            Map<String, RetryReason> reasons) {
        Map<String, ServiceResult> serviceResults = new HashMap<>();
        Set<String> news = new TreeSet<>();
        plan.plannedServices().forEach((uid, plannedService) -> {
            ServiceResult serviceResult = ServiceResult.of(plannedService, result,
                    reasons.getOrDefault(uid, RefusalReasons.of(plannedService.service())));
            if (serviceResult instanceof ServiceResult.Gone)
                serviceResult = unsure.until(plannedService.service().subject())
                        .<ServiceResult>map(ServiceResult.Unsure::new)
                        .orElse(serviceResult);
            if (isNews(serviceResult, plannedService.service()))
                news.add(uid);
            serviceResults.put(uid, serviceResult);
        });
        Set<ArmId> doubtful = doubtful(result);
        if (!news.isEmpty() && !doubtful.isEmpty())
            brokenFor(news, doubtful, Drafts.publicIpGroups(clusterState))
                    .forEach((uid, problem) -> serviceResults.put(uid,
                            new ServiceResult.Failed(problem, RetryReason.FAILED)));
        return serviceResults;
    }

    private static boolean isNews(ServiceResult serviceResult, ServiceSpec service) {
        return serviceResult instanceof ServiceResult.Ready(var addresses)
                && !service.statusIps().containsAll(addresses);
    }

    /** The load balancers whose last write was sent and not good. */
    private static Set<ArmId> doubtful(RunResult result) {
        return result.lastPlan()
                .operations()
                .stream()
                .map(Operation::target)
                .filter(target -> target.hasType(ArmTypes.LOAD_BALANCER))
                .filter(target -> !result.last().of(target).isGood()
                        && !(result.last().of(target) instanceof Outcome.NotAttempted))
                .collect(Collectors.toSet());
    }

    /** Looks at these load balancers anew; the Services that have rules on one that is broken, with what is wrong. */
    private Map<String, String> brokenFor(Set<String> uids, Set<ArmId> doubtful, Set<String> groups) {
        Map<String, String> problems = new HashMap<>();
        try {
            for (ObjectNode balancer : reader.readFrontends(groups, Needs.NONE).loadBalancers()) {
                ArmId id = ArmId.parse(ArmJson.text(balancer, "id"));
                if (doubtful.contains(id) && ProvisioningState.isBroken(balancer)) {
                    List<String> bases = ArmJson.list(balancer, "properties", "loadBalancingRules")
                            .stream()
                            .map(rule -> ServiceNames.baseOf(ArmJson.name(rule)))
                            .toList();
                    uids.stream()
                            .filter(uid -> bases.contains(ServiceNames.base(uid)))
                            .forEach(uid -> problems.put(uid, id.shortName() + " is " + ProvisioningState.of(balancer)
                                    + " after a write for other Services, so the address is not told yet"));
                }
            }
        } catch (UnreadableException unreadable) {
            uids.forEach(uid -> problems.put(uid, Optional.ofNullable(unreadable.getMessage()).orElse("")));
        }
        return problems;
    }
}
