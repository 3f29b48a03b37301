package io.azureccm.service.status;

import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.drift.DriftFinding;
import io.azureccm.common.core.drift.DriftText;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assigns the drift found by a plan to Services: to the Services that own the changed element, or to the oldest Service if many share it.
 * Each Service gets one message for all its drift.
 */
public final class DriftNotices {
    /** The event reason. */
    static final String REASON = "AzureDrift";

    /** The notice for a Service, the text that decides whether it is new, and whether any of the drift was corrected. */
    public record DriftNotice(Notice notice, String news, boolean isCorrected) {}

    private DriftNotices() {}

    public static Map<String, DriftNotice> byUid(ClusterState cluster, PlanOutcome round) {
        Map<String, List<DriftFinding>> byUid = new LinkedHashMap<>();
        for (DriftFinding finding : DriftFinding.of(List.of(round))) {
            concerned(finding, cluster)
                    .forEach(service -> byUid.computeIfAbsent(service.uid(), none -> new ArrayList<>()).add(finding));
        }
        Map<String, DriftNotice> notices = new LinkedHashMap<>();
        byUid.forEach((uid, each) -> notices.put(uid,
                new DriftNotice(Notice.warning(Notice.Source.AZURE, REASON, DriftText.of(each)),
                        DriftText.withoutReasons(each),
                        each.stream().anyMatch(DriftFinding::isCorrected))));
        return notices;
    }

    private static List<ServiceSpec> concerned(DriftFinding finding, ClusterState cluster) {
        Set<String> named = Set.copyOf(Arrays.asList(finding.change().cause().subject().split("[, ]")));
        List<ServiceSpec> owners = cluster.services()
                .stream()
                .filter(service -> named.contains(service.subject()))
                .toList();
        if (!owners.isEmpty())
            return owners;
        // Oldest first, those that the write was for before the others.
        return cluster.services()
                .stream()
                .filter(service -> service.wanted()
                        && service.mistake().filter(mistake -> mistake.covers(Stage.TRAFFIC)).isEmpty())
                .sorted(Comparator.comparing(service -> !finding.subjects().contains(service.subject())))
                .limit(1)
                .toList();
    }
}
