package io.azureccm.route.apply;

import io.azureccm.common.core.drift.DriftFinding;
import io.azureccm.common.core.drift.DriftText;
import io.azureccm.common.kube.patch.SideBySide;
import io.azureccm.route.apply.Verdict.Failure;
import io.azureccm.route.intent.NodeFacts;
import io.azureccm.route.plan.Standing;
import io.azureccm.route.watch.NodeRoster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the verdicts of a pass into the nodes, side by side, with events to match. A node that changed since the verdict was
 * made is left alone: the next pass looks at it as it is now.
 */
public final class VerdictWriter {
    private static final Logger log = LoggerFactory.getLogger(VerdictWriter.class);
    private static final SideBySide SIDE_BY_SIDE = new SideBySide("condition", 24);

    private final NodeRoster roster;
    private final NodeWriter writer;
    private final NodeEvents events;
    private final Map<String, String> toldDrift = new HashMap<>();
    /** By UID: what is told of the node, and how long the pass had tried by then, which would otherwise make another message. */
    private final Map<String, Map<Failure, Duration>> told = new HashMap<>();

    public VerdictWriter(NodeRoster roster, NodeWriter writer, NodeEvents events) {
        this.roster = roster;
        this.writer = writer;
        this.events = events;
    }

    /** This instance leads from now on: nothing has been told. */
    public void begin() {
        told.clear();
        events.begin();
    }

    /** Tells of the pod CIDRs that are routed though they lie outside the ranges of the cluster. */
    public void tellOutside(List<Standing> standings) {
        standings.forEach(standing -> roster.entry(standing.node().name())
                .filter(entry -> entry.facts().equals(standing.node()))
                .ifPresent(entry -> events.outsideClusterCidr(entry, standing.outside())));
    }

    /** Tells nodes what nobody asked for, each in one message: whenever it was put right, and once while it could not be. */
    public void tellDrift(List<DriftFinding> findings) {
        Map<String, List<DriftFinding>> byNode = new LinkedHashMap<>();
        findings.forEach(
                finding -> byNode.computeIfAbsent(finding.change().cause().subject(), node -> new ArrayList<>())
                        .add(finding));
        toldDrift.keySet().retainAll(byNode.keySet());
        byNode.forEach((node, each) -> {
            String news = DriftText.withoutReasons(each);
            if (!news.equals(toldDrift.put(node, news)) || each.stream().anyMatch(DriftFinding::isPutRight))
                roster.entry(node).ifPresent(entry -> events.drift(entry.node(), DriftText.of(each)));
        });
    }

    /** {@code elapsed}: how long the pass has tried. True when every node could be written. */
    public boolean write(Map<NodeFacts, Verdict> verdicts, Duration elapsed) {
        Map<String, Callable<Void>> writes = new LinkedHashMap<>();
        Set<String> uids = verdicts.keySet().stream().map(NodeFacts::uid).collect(Collectors.toSet());
        told.keySet().retainAll(uids);
        events.retain(uids);
        verdicts.forEach((facts, verdict) -> roster.entry(facts.name())
                .filter(entry -> entry.facts().equals(facts))
                .ifPresent(entry -> {
                    switch (verdict) {
                        case Verdict.Connected connected -> {
                            tell(entry, List.of(), elapsed);
                            writes.put(facts.name(), () -> write(entry, true));
                        }
                        case Verdict.Disconnected(List<Failure> failures) -> {
                            tell(entry, failures, elapsed);
                            writes.put(facts.name(), () -> write(entry, false));
                        }
                        case Verdict.Open open -> {
                            // Neither good nor bad is known of it: nothing is written.
                            tell(entry, List.of(), elapsed);
                        }
                    }
                }));
        return areWritten(SIDE_BY_SIDE.run(writes).values());
    }

    private Void write(NodeRoster.Entry entry, boolean connected) {
        writer.setConnected(entry.node(), connected);
        return null;
    }

    private void tell(NodeRoster.Entry entry, List<Failure> failures, Duration elapsed) {
        Map<Failure, Duration> before = told.getOrDefault(entry.facts().uid(), Map.of());
        Map<Failure, Duration> now = new LinkedHashMap<>();
        failures.forEach(failure -> now.put(failure, before.getOrDefault(failure, elapsed)));
        told.put(entry.facts().uid(), now);
        events.routesFailed(entry, now);
    }

    private static boolean areWritten(Collection<Future<Void>> writes) {
        List<Throwable> problems = writes.stream()
                .filter(write -> write.state() != Future.State.SUCCESS)
                .map(Future::exceptionNow)
                .toList();
        if (!problems.isEmpty())
            log.warn("writing the conditions of {} nodes failed, of the first: {}", problems.size(),
                    problems.getFirst().toString());
        return problems.isEmpty();
    }
}
