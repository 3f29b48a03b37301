package io.azureccm.service;

import io.azureccm.common.exec.RunResult;
import io.azureccm.service.apply.AzureNotices;
import io.azureccm.service.intent.Notice;
import io.azureccm.service.plan.Demand;
import io.azureccm.service.plan.ServicePlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a pass has come to so far: the plan carried out last, how each run ended, and all that any plan had to tell. */
final class Pass {
    private final List<RunResult> results = new ArrayList<>();
    private final Map<String, Set<Notice>> notices = new HashMap<>();
    private ServicePlan plan;

    void planned(ServicePlan next) {
        plan = next;
        next.notices()
                .forEach((uid, told) -> notices.computeIfAbsent(uid, service -> new LinkedHashSet<>()).addAll(told));
    }

    /** {@code demand}: tells which Service a subject is. */
    void ended(RunResult result, Demand demand) {
        results.add(result);
        Map<String, Set<Notice>> told = AzureNotices.of(result);
        demand.services()
                .stream()
                .filter(service -> told.containsKey(service.subject()))
                .forEach(service -> notices.computeIfAbsent(service.uid(), uid -> new LinkedHashSet<>())
                        .addAll(told.get(service.subject())));
    }

    ServicePlan plan() {
        return plan;
    }

    List<RunResult> results() {
        return results;
    }

    List<Notice> notices(String uid) {
        return List.copyOf(notices.getOrDefault(uid, Set.of()));
    }
}
