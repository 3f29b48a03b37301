package io.azureccm.node.ipam;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.exec.PassSpans;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.queue.CoalescingQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.common.kube.queue.QueueSettings;
import io.azureccm.common.kube.queue.Work;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.plan.ipam.PodCidrState;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One time of leading, from the list of all nodes to the end of the last write. Nothing is remembered beyond it. */
final class PodCidrTerm {
    private static final Logger log = LoggerFactory.getLogger(PodCidrTerm.class);
    private static final QueueSettings TIMES = new QueueSettings(Duration.ofMillis(100), Duration.ofMillis(500),
            BackOff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(60)));
    private static final int MOST = 10_000;
    private static final CallReason REASON = new CallReason(CallPriority.NEW_OR_DELETED, "PodCidrs");

    /** Who hears what happens. */
    record Ears(PlanJournal journal, PodCidrEvents events, PodCidrMetrics metrics) {}

    private final PodCidrPlanner planner;
    private final Ears ears;
    private final InstantSource clock;
    private final CoalescingQueue<String, Boolean> queue = new CoalescingQueue<>(TIMES, Boolean::logicalOr);
    private final PodCidrRoster roster;
    private final ResourceInformer<Node> informer;
    private final PodCidrLedger ledger;
    private final PodCidrWrites writes;
    private final PodCidrNotices notices;
    private final AtomicBoolean freed = new AtomicBoolean();
    private final Thread thread;
    private volatile Instant passStarted;
    private volatile Instant listing;

    PodCidrTerm(PodCidrSettings settings, PodCidrPlanner planner, PodCidrController.Cluster cluster, Ears ears,
            InstantSource clock) {
        this.planner = planner;
        this.ears = ears;
        this.clock = clock;
        this.listing = clock.instant();
        this.roster = new PodCidrRoster(settings.filter(), this::changed);
        this.informer = cluster.informer().apply(roster);
        this.ledger = new PodCidrLedger(planner.ranges().size());
        this.writes = new PodCidrWrites(cluster.writer(), ears, ledger, settings.dryRun());
        this.notices = new PodCidrNotices(ears.events(), roster::node);
        this.thread = Thread.ofVirtual().name("passes-pod-cidrs").unstarted(this::run);
    }

    void start() {
        ears.events().begin();
        thread.start();
    }

    /** True when no pass and no write is under way any more. */
    boolean stop(Duration longest) {
        ears.events().end();
        thread.interrupt();
        try {
            return thread.join(longest) && writes.awaitIdle(longest);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    Instant lastTurn() {
        Instant began = passStarted == null ? listing : passStarted;
        return began == null ? clock.instant().minus(queue.knock()) : began;
    }

    boolean isInPass() {
        return passStarted != null;
    }

    private void changed(NodeCidrs node, boolean left) {
        queue.add(node.name(), true, Priority.NEW_OR_DELETED);
        if (left) {
            ears.events().left(node.uid());
            ears.metrics().released(node.hasCidrs() ? node.cidrs() : ledger.claim(node.uid()));
            freed.set(true);
            wake();
        }
    }

    /** Nodes that found nothing free are looked at again. */
    private void wake() {
        notices.waiting().forEach(name -> queue.add(name, true, Priority.NEW_OR_DELETED));
    }

    private void run() {
        informer.start();
        try {
            while (!informer.awaitSynced(Duration.ofSeconds(5))) {
                listing = clock.instant();
                log.info("no pod CIDR is given before all nodes are listed");
            }
            listing = null;
            while (!Thread.currentThread().isInterrupted()) {
                Optional<Work<String, Boolean>> first = queue.take();
                if (first.isEmpty())
                    return;
                List<Work<String, Boolean>> batch = new ArrayList<>(List.of(first.get()));
                batch.addAll(queue.pollAll(MOST));
                turn(batch.stream().map(Work::key).collect(Collectors.toCollection(TreeSet::new)));
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            informer.close();
            queue.shut();
        }
    }

    private void turn(Set<String> names) {
        passStarted = clock.instant();
        try {
            REASON.run(() -> ears.journal().spans().run("pass", notes -> pass(names, notes)));
        } catch (RuntimeException defect) {
            log.error("a pass over the pod CIDRs of {} nodes failed, it is made again", names.size(), defect);
            names.forEach(name -> {
                queue.retry(name, true, Priority.DRIFT);
                queue.done(name);
            });
        } finally {
            passStarted = null;
        }
        if (freed.getAndSet(false))
            wake();
    }

    private void pass(Set<String> names, PassSpans.Notes notes) {
        List<NodeCidrs> nodes = roster.all();
        ledger.prune(nodes);
        Set<String> due = nodes.stream()
                .filter(node -> names.contains(node.name()) && !ledger.isSettled(node.uid()))
                .map(NodeCidrs::name)
                .collect(Collectors.toSet());
        PodCidrPlan plan = planner.plan(new PodCidrState(nodes, ledger.claims(), due, ledger.cursors()));
        ledger.planned(plan);
        var fresh = notices.fresh(plan, names);
        ears.metrics().planned(plan, notices.waiting().size());
        PodCidrPlanText text = new PodCidrPlanText(plan, fresh, nodes.size());
        long number = text.isEmpty() && fresh.isEmpty() ? 0 : ears.journal().planned(text);
        notes.note("scope", text.scope());
        notes.note("plan", Long.toString(number));
        notes.note("operations", Integer.toString(plan.assignments().size()));
        notes.note("outcome", plan.assignments().isEmpty() ? "empty" : "planned");
        PodCidrReport report = new PodCidrReport(ears.journal(), number, plan.assignments().size(), clock);
        Set<String> writing = plan.assignments()
                .stream()
                .map(each -> each.node().name())
                .collect(Collectors.toSet());
        names.stream().filter(name -> !writing.contains(name)).forEach(name -> {
            queue.forget(name);
            queue.done(name);
        });
        plan.assignments()
                .forEach(
                        each -> writes.write(each, newest(each.node()), end -> ended(each.node().name(), end, report)));
    }

    private void ended(String name, PodCidrWrites.End end, PodCidrReport report) {
        report.ended(name, end);
        if (end.again()) {
            queue.retry(name, true, Priority.DRIFT);
        } else {
            queue.forget(name);
        }
        if (end.freed()) {
            freed.set(true);
            queue.add(name, true, Priority.NEW_OR_DELETED);
        }
        queue.done(name);
    }

    /** The version that a conditional write has to name may be newer than the last change that mattered. */
    private Optional<Node> newest(NodeCidrs node) {
        return informer.store()
                .get(node.name())
                .or(() -> roster.node(node.name()))
                .filter(found -> node.uid().equals(found.getMetadata().getUid()));
    }
}
