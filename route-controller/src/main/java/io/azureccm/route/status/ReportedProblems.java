package io.azureccm.route.status;

import io.azureccm.common.core.drift.DriftFinding;
import io.azureccm.common.core.drift.DriftRepeats;
import io.azureccm.common.core.drift.DriftText;
import io.azureccm.route.status.NodeResult.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was reported to nodes: by name, the drift that is there; how often the same drift was corrected; and by UID, the pod CIDRs without a
 * route. Immutable and pure.
 */
public record ReportedProblems(Map<String, String> drift, DriftRepeats repeats, Map<String, List<FailedRoute>> failed) {
    public static final ReportedProblems NONE = new ReportedProblems(Map.of(), DriftRepeats.NONE, Map.of());

    /**
     * A pod CIDR without a route, and how long the write had taken when that was first reported: a different duration would make it a
     * different message.
     */
    public record FailedRoute(Failure failure, Duration took) {}

    /** What is known after drift was found, and the messages about it, by name of the node. */
    public record Told(ReportedProblems after, Map<String, String> messages) {
        public Told {
            messages = Collections.unmodifiableMap(new LinkedHashMap<>(messages));
        }
    }

    public ReportedProblems {
        drift = Map.copyOf(drift);
        failed = Map.copyOf(failed);
    }

    /** Each finding is told in one message: whenever it was corrected, and once while it could not be. */
    public Told drifted(List<DriftFinding> findings) {
        Map<String, List<DriftFinding>> byNode = new LinkedHashMap<>();
        findings.forEach(
                finding -> byNode.computeIfAbsent(finding.change().cause().subject(), node -> new ArrayList<>())
                        .add(finding));
        Map<String, String> next = new LinkedHashMap<>();
        Map<String, String> messages = new LinkedHashMap<>();
        DriftRepeats counted = repeats;
        for (Map.Entry<String, List<DriftFinding>> each : byNode.entrySet()) {
            String node = each.getKey();
            String news = DriftText.withoutReasons(each.getValue());
            next.put(node, news);
            boolean corrected = each.getValue().stream().anyMatch(DriftFinding::isCorrected);
            if (news.equals(drift.get(node)) && !corrected)
                continue;
            String what = node + " " + news;
            counted = corrected ? counted.corrected(what) : counted;
            messages.put(node, DriftText.of(each.getValue()) + (corrected ? counted.remark(what) : ""));
        }
        return new Told(new ReportedProblems(next, counted, failed), messages);
    }

    /** The same with these failures, by UID of all nodes; {@code elapsed}: how long the last write of the table took. */
    public ReportedProblems failing(Map<String, List<Failure>> failures, Duration elapsed) {
        Map<String, List<FailedRoute>> next = new LinkedHashMap<>();
        failures.forEach((uid, each) -> next.put(uid, reported(failed.getOrDefault(uid, List.of()), each, elapsed)));
        return new ReportedProblems(drift, repeats, next);
    }

    private static List<FailedRoute> reported(List<FailedRoute> before, List<Failure> failures, Duration elapsed) {
        Map<Failure, FailedRoute> known = new HashMap<>();
        before.forEach(each -> known.put(each.failure(), each));
        return failures.stream()
                .distinct()
                .map(failure -> known.getOrDefault(failure, new FailedRoute(failure, elapsed)))
                .toList();
    }
}
