package io.azureccm.route.apply;

import io.azureccm.route.apply.Verdict.Failure;
import io.azureccm.route.intent.NodeFacts;
import io.azureccm.route.plan.Standing;
import io.azureccm.route.watch.NodeRoster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
    private static final int AT_ONCE = 24;

    private final NodeRoster roster;
    private final NodeWriter writer;
    private final NodeEvents events;
    private final Map<String, List<Failure>> told = new HashMap<>();
    private final Map<String, List<String>> toldOutside = new HashMap<>();

    public VerdictWriter(NodeRoster roster, NodeWriter writer, NodeEvents events) {
        this.roster = roster;
        this.writer = writer;
        this.events = events;
    }

    /** Tells once of each pod CIDR that is routed though it lies outside the ranges of the cluster. */
    public void tellOutside(List<Standing> standings) {
        Map<String, List<String>> now = new HashMap<>();
        standings.stream().filter(standing -> !standing.outside().isEmpty()).forEach(standing -> {
            String uid = standing.node().uid();
            List<String> before = toldOutside.getOrDefault(uid, List.of());
            now.put(uid, standing.outside());
            roster.entry(standing.node().name())
                    .ifPresent(entry -> standing.outside()
                            .stream()
                            .filter(podCidr -> !before.contains(podCidr))
                            .forEach(podCidr -> events.outsideClusterCidr(entry.node(), podCidr)));
        });
        toldOutside.clear();
        toldOutside.putAll(now);
    }

    /** {@code elapsed}: how long the pass has tried. True when every node could be written. */
    public boolean write(Map<NodeFacts, Verdict> verdicts, Duration elapsed) {
        List<Future<?>> writes = new ArrayList<>();
        told.keySet().retainAll(verdicts.keySet().stream().map(NodeFacts::uid).collect(Collectors.toSet()));
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE,
                Thread.ofVirtual().name("conditions-", 0).factory())) {
            verdicts.forEach((facts, verdict) -> roster.entry(facts.name())
                    .filter(entry -> entry.facts().equals(facts))
                    .ifPresent(entry -> {
                        switch (verdict) {
                            case Verdict.Connected connected -> {
                                told.remove(facts.uid());
                                writes.add(threads.submit(() -> writer.setConnected(entry.node(), true)));
                            }
                            case Verdict.Disconnected(List<Failure> failures) -> {
                                tell(entry, failures, elapsed);
                                writes.add(threads.submit(() -> writer.setConnected(entry.node(), false)));
                            }
                            case Verdict.Open open -> {
                                // Nothing is said.
                            }
                        }
                    }));
            return await(writes);
        }
    }

    /** What a write came to is told each time, what was refused only when it is news. */
    private void tell(NodeRoster.Entry entry, List<Failure> failures, Duration elapsed) {
        List<Failure> before = told.put(entry.facts().uid(), failures);
        failures.stream()
                .filter(failure -> !failure.refused() || before == null || !before.contains(failure))
                .forEach(failure -> events.routeFailed(entry.node(), failure.podCidr(), elapsed, failure.problem()));
    }

    private static boolean await(List<Future<?>> writes) {
        int failed = 0;
        for (Future<?> write : writes) {
            try {
                write.get();
            } catch (ExecutionException problem) {
                if (failed++ == 0)
                    log.warn("writing the condition of a node failed: {}", problem.getCause().toString());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        if (failed > 1)
            log.warn("writing the conditions of {} nodes failed", failed);
        return failed == 0;
    }
}
