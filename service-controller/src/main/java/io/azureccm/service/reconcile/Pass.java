package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.exec.RunResult;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.status.AzureNotices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a pass has come to so far: the plan carried out last, how each run ended, and all that any plan had to tell. */
final class Pass {
    private final List<RunResult> results = new ArrayList<>();
    private final Map<String, Set<Notice>> planned = new HashMap<>();
    private final Map<String, Set<Notice>> failures = new HashMap<>();
    private ServicePlan plan;

    void planned(ServicePlan next) {
        plan = next;
        next.notices()
                .forEach((uid, told) -> planned.computeIfAbsent(uid, service -> new LinkedHashSet<>()).addAll(told));
    }

    /** {@code clusterState}: tells which Service a subject is. */
    void ended(RunResult result, ClusterState clusterState) {
        results.add(result);
        Map<String, Set<Notice>> told = AzureNotices.of(result);
        clusterState.services()
                .stream()
                .filter(service -> told.containsKey(service.subject()))
                .forEach(service -> failures.computeIfAbsent(service.uid(), uid -> new LinkedHashSet<>())
                        .addAll(told.get(service.subject())));
    }

    ServicePlan plan() {
        return plan;
    }

    List<RunResult> results() {
        return results;
    }

    /** Who is behind a load balancer was changed at the machines. */
    boolean wroteMachines() {
        return results.stream().anyMatch(Pass::wroteMachines);
    }

    boolean wroteFrontends() {
        return results.stream().anyMatch(Pass::wroteFrontends);
    }

    /** What holds after the pass: what the last plan had to tell and, for a Service that {@code failed}, what Azure has refused. */
    Set<Notice> lasting(String uid, boolean failed) {
        Set<Notice> lasting = new LinkedHashSet<>(plan.notices().getOrDefault(uid, List.of()));
        if (failed)
            lasting.addAll(failures.getOrDefault(uid, Set.of()));
        return lasting;
    }

    /** What was to be told in the course of the pass and is over: a refusal that another round has mended, an address given up. */
    Set<Notice> passing(String uid, boolean failed) {
        Set<Notice> passing = new LinkedHashSet<>(planned.getOrDefault(uid, Set.of()));
        passing.addAll(failures.getOrDefault(uid, Set.of()));
        passing.removeAll(lasting(uid, failed));
        return passing;
    }

    private static boolean wroteMachines(RunResult result) {
        return result.outcomes()
                .entrySet()
                .stream()
                .anyMatch(written -> written.getValue() instanceof Outcome.Applied
                        && isMachine(written.getKey()));
    }

    private static boolean wroteFrontends(RunResult result) {
        return result.rounds()
                .stream()
                .flatMap(round -> round.plan().operations().stream())
                .filter(operation -> result.outcomes().get(operation.target()) instanceof Outcome.Applied)
                .flatMap(operation -> operation.changes().stream())
                .anyMatch(change -> change.element().equals("frontend"));
    }

    static boolean isMachine(ArmId target) {
        return target.hasType(ArmTypes.SCALE_SET_VM) || target.hasType(ArmTypes.NETWORK_INTERFACE);
    }
}
