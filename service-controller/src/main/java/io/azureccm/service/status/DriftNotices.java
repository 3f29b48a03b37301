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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which Services hear of what a plan found that nobody asked for: those that it belongs to, and for what many share the oldest of
 * them. Each hears of all of it in one message.
 */
public final class DriftNotices {
    /** The reason that events have. */
    static final String REASON = "AzureDrift";

    /** What a Service is told, what makes that news, and whether any of it was put right. */
    public record Told(Notice notice, String news, boolean isPutRight) {}

    private final ClusterState clusterState;
    private final List<DriftFinding> findings;

    public DriftNotices(ClusterState clusterState, List<PlanOutcome> rounds) {
        this.clusterState = clusterState;
        this.findings = DriftFinding.of(rounds);
    }

    public Map<String, Told> byUid() {
        Map<String, List<DriftFinding>> byUid = new LinkedHashMap<>();
        for (DriftFinding finding : findings) {
            concerned(finding).forEach(service -> byUid.computeIfAbsent(service.uid(), none -> new ArrayList<>())
                    .add(finding));
        }
        Map<String, Told> told = new LinkedHashMap<>();
        byUid.forEach((uid, each) -> told.put(uid,
                new Told(Notice.warning(Notice.Source.AZURE, REASON, DriftText.of(each)),
                        DriftText.withoutReasons(each),
                        each.stream().anyMatch(DriftFinding::isPutRight))));
        return told;
    }

    private List<ServiceSpec> concerned(DriftFinding finding) {
        Set<String> named = Set.copyOf(Arrays.asList(finding.change().cause().subject().split("[, ]")));
        List<ServiceSpec> owners = clusterState.services()
                .stream()
                .filter(service -> named.contains(service.subject()))
                .toList();
        if (!owners.isEmpty())
            return owners;
        return Stream.concat(served().filter(service -> finding.subjects().contains(service.subject())), served())
                .limit(1)
                .toList();
    }

    /** Oldest first. */
    private Stream<ServiceSpec> served() {
        return clusterState.services()
                .stream()
                .filter(service -> service.wanted()
                        && service.mistake().filter(mistake -> mistake.covers(Stage.TRAFFIC)).isEmpty());
    }
}
