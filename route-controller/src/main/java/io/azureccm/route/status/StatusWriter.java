package io.azureccm.route.status;

import io.azureccm.common.core.drift.DriftFinding;
import io.azureccm.common.core.drift.DriftRepeats;
import io.azureccm.common.core.drift.DriftText;
import io.azureccm.common.kube.patch.SideBySide;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.plan.PlannedNode;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.NodeResult.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the state of their routes to nodes, as events and as a condition. A node that changed since the result was
 * determined is skipped; the next turn handles its new state.
 */
public final class StatusWriter {
    private static final Logger log = LoggerFactory.getLogger(StatusWriter.class);
    private static final SideBySide SIDE_BY_SIDE = new SideBySide("condition", 24);

    private final NodeIndex index;
    private final ConditionWriter writer;
    private final NodeEvents events;
    private final Map<String, String> toldDrift = new HashMap<>();
    private DriftRepeats repeats = DriftRepeats.NONE;
    /**
     * By UID: what was reported, and how long the write had taken then, since a different duration would make it a
     * different message.
     */
    private final Map<String, Map<Failure, Duration>> lastReported = new HashMap<>();

    public StatusWriter(NodeIndex index, ConditionWriter writer, NodeEvents events) {
        this.index = index;
        this.writer = writer;
        this.events = events;
    }

    /** This instance becomes the leader; no event has been recorded yet. */
    public void begin() {
        lastReported.clear();
        repeats = DriftRepeats.NONE;
        events.begin();
    }

    /** Reports the routed pod CIDRs that are outside the ranges of the cluster. */
    public void reportOutsideClusterCidr(List<PlannedNode> nodes) {
        nodes.forEach(node -> entry(node.node())
                .ifPresent(entry -> events.outsideClusterCidr(entry, node.outside())));
    }

    /**
     * Reports drift to nodes, each finding in one message: whenever it was corrected, and once while it could not be.
     */
    public void reportDrift(List<DriftFinding> findings) {
        Map<String, List<DriftFinding>> byNode = new LinkedHashMap<>();
        findings.forEach(
                finding -> byNode.computeIfAbsent(finding.change().cause().subject(), node -> new ArrayList<>())
                        .add(finding));
        toldDrift.keySet().retainAll(byNode.keySet());
        byNode.forEach((node, each) -> {
            String news = DriftText.withoutReasons(each);
            boolean corrected = each.stream().anyMatch(DriftFinding::isCorrected);
            if (!news.equals(toldDrift.put(node, news)) || corrected) {
                String what = node + " " + news;
                repeats = corrected ? repeats.corrected(what) : repeats;
                String again = corrected ? repeats.remark(what) : "";
                index.entry(node).ifPresent(entry -> events.drift(entry.node(), DriftText.of(each) + again));
            }
        });
    }

    /**
     * Reports pod CIDRs without a route while that persists; {@code elapsed}: how long the last write of the table
     * took.
     */
    public void report(Map<NodeFacts, NodeResult> results, Duration elapsed) {
        Set<String> uids = results.keySet().stream().map(NodeFacts::uid).collect(Collectors.toSet());
        lastReported.keySet().retainAll(uids);
        events.retain(uids);
        results.forEach(
                (facts, result) -> entry(facts).ifPresent(entry -> report(entry, result.problems(), elapsed)));
    }

    private void report(NodeIndex.Entry entry, List<Failure> failures, Duration elapsed) {
        Map<Failure, Duration> before = lastReported.getOrDefault(entry.facts().uid(), Map.of());
        Map<Failure, Duration> now = new LinkedHashMap<>();
        failures.forEach(failure -> now.put(failure, before.getOrDefault(failure, elapsed)));
        lastReported.put(entry.facts().uid(), now);
        events.routesFailed(entry, now);
    }

    /** Writes conditions concurrently to nodes that have not changed; returns the written ones, by UID. */
    public Map<String, ConditionWrite> write(Map<NodeFacts, ConditionWrite> conditions) {
        Map<String, Callable<Void>> writes = new LinkedHashMap<>();
        conditions.forEach((facts, value) -> writes.put(facts.uid(), () -> {
            entry(facts).ifPresent(entry -> writer.write(entry.node(), value));
            return null;
        }));
        Map<String, ConditionWrite> written = new HashMap<>();
        List<Throwable> problems = new ArrayList<>();
        Map<String, Future<Void>> ended = SIDE_BY_SIDE.run(writes);
        conditions.forEach((facts, value) -> {
            Future<Void> write = ended.get(facts.uid());
            if (write.state() == Future.State.SUCCESS)
                written.put(facts.uid(), value);
            else
                problems.add(write.exceptionNow());
        });
        if (!problems.isEmpty())
            log.warn("writing the conditions of {} nodes failed, for the first one: {}", problems.size(),
                    problems.getFirst().toString());
        return written;
    }

    private Optional<NodeIndex.Entry> entry(NodeFacts facts) {
        return index.entry(facts.name()).filter(entry -> entry.facts().equals(facts));

    }
}
