package io.azureccm.route.reconcile;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.reconcile.BatchWindow;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.reconcile.KnownState.Nodes;
import io.azureccm.route.reconcile.KnownState.Reads;
import io.azureccm.route.reconcile.KnownState.Table;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.NetworkCondition;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Merges events into the known state. {@code settle}: how long a reading may show the state of the table before a write. */
record StateUpdater(Duration settle, RouteTiming timing) {
    KnownState update(KnownState known, List<RouteEvent> events, Instant now) {
        KnownState next = known;
        Set<String> changed = new HashSet<>();
        NodeIndex.Seen nodes = NodeIndex.Seen.NOTHING;
        for (RouteEvent event : events) {
            next = switch (event) {
                case RouteEvent.NodeChanged(String name) -> {
                    changed.add(name);
                    yield next;
                }
                case RouteEvent.TableRead read -> read(next, read, now);
                case RouteEvent.NetworkRead network -> next;
                case RouteEvent.ClusterSeen(var shown) -> {
                    nodes = shown;
                    yield next;
                }
                case RouteEvent.AzureSeen(var table) ->
                    next.with(new Table(table, next.table().lastKnownGood()));
                case RouteEvent.OrphansAudited(var due) -> next.with(next.progress().audit(due));
                case RouteEvent.MachinesRead(var addresses) ->
                    next.with(next.machines().found(addresses, now));
                case RouteEvent.TableWritten write -> written(next, next.writes().judged(write), now);
                case RouteEvent.RemovalsApproved(var hashes) -> next.with(next.removals().approved(hashes));
                case RouteEvent.ConditionsWritten write -> next.with(next.memory().wrote(write, timing.retries(), now));
            };
        }
        if (!changed.isEmpty())
            next = next.with(next.writes().changed(changed));
        // For a new leader all existing nodes count as changed, and there is nothing to wait for.
        next = next.with(known.progress().listed()
                ? nodes(nodes, next.nodes(), changed, now)
                : nodes(nodes, nodes.nodes().keySet(), Optional.empty())).with(next.progress().withNodes());
        return next.with(next.memory().at(next.cluster(), now))
                .with(next.reads().currentFrom(currentFrom(next, now)))
                .with(next.writes().at(next.cluster(), now))
                .with(next.machines().without(changed));
    }

    /** A reading from before the end of this time does not show that a write with an unknown outcome was not carried out. */
    private static Instant currentFrom(KnownState known, Instant now) {
        return known.writes()
                .unknown()
                .filter(write -> !write.until().isAfter(now) && write.isOpen(known.observed()))
                .map(WriteAttempts.UnknownWrite::until)
                .filter(known.reads().currentFrom()::isBefore)
                .orElse(known.reads().currentFrom());
    }

    private KnownState read(KnownState known, RouteEvent.TableRead read, Instant now) {
        Reads before = known.reads();
        if (read.failure().isEmpty())
            return known.with(new Reads(RetryState.NEW, now, before.currentFrom(), before.progress()));
        RetryState retry = timing.retries().after(before.retry(), read.failure().get(), now);
        return known.with(new Reads(retry, before.lastGood(), before.currentFrom(), before.progress()))
                .reporting(new RouteReport.ReadFailed(read.problem(), retry.dueAt().orElse(now)));
    }

    private KnownState written(KnownState known, RouteEvent.TableWritten write, Instant now) {
        WriteAttempts attempts = known.writes()
                .after(write, known.cluster(), timing.retries(), now, settle);
        KnownState next = known.with(attempts)
                .with(known.table().lastKnownGood().ended(PartsReader.ELEMENTS, write.result()));
        if (!write.result().allGood()) {
            Optional<Instant> latest = attempts.retry().dueAt().filter(now::isBefore);
            return attempts.shown().isEmpty() && latest.isPresent()
                    ? next.reporting(new RouteReport.WriteRetried(latest.get()))
                    : next;
        }
        // Azure has compared the etag, so nothing that was written before is missing any more.
        next = next.with(next.reads().currentFrom(Instant.MIN));
        if (!timing.settleTime().isPositive())
            return next;
        Operation operation = write.result().plan().operations().getFirst();
        Set<String> uids = known.cluster()
                .nodes()
                .stream()
                .filter(node -> operation.subjects().contains(node.name()))
                .map(NodeFacts::uid)
                .collect(Collectors.toSet());
        return next.with(next.memory().settle(uids, now.plus(timing.settleTime())));
    }

    private static Nodes nodes(NodeIndex.Seen now, Nodes before, Set<String> changed, Instant at) {
        Optional<BatchWindow> window = changed.isEmpty()
                ? before.window()
                : Optional.of(before.window()
                        .map(open -> open.changed(at))
                        .orElseGet(() -> BatchWindow.opened(at)));
        return nodes(now, Copies.with(before.changed(), changed), window);
    }

    private static Nodes nodes(NodeIndex.Seen all, Set<String> changed, Optional<BatchWindow> window) {
        return new Nodes(all.cluster(changed.size()), byUid(all, NetworkCondition::shown),
                byUid(all, node -> NodeConditions.of(node, RouteReason.CONDITION.type())), changed, window);
    }

    /** Of all nodes that have such a condition, by UID. */
    private static <T> Map<String, T> byUid(NodeIndex.Seen all, Function<Node, Optional<T>> condition) {
        Map<String, T> byUid = new HashMap<>();
        all.nodes()
                .values()
                .forEach(entry -> condition.apply(entry.node())
                        .ifPresent(found -> byUid.put(entry.facts().uid(), found)));
        return byUid;
    }
}
