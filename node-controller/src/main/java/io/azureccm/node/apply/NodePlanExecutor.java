package io.azureccm.node.apply;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.exec.PassSpans;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.apply.NodeOutcome.Kind;
import io.azureccm.node.plan.NodeChange;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries changes out, many nodes side by side, the writes of one node one after the other. A slow node holds up no other. */
public final class NodePlanExecutor {
    private static final Logger log = LoggerFactory.getLogger(NodePlanExecutor.class);
    private static final int SIDE_BY_SIDE = 48;

    private final NodeWriter writer;
    private final NodeEvents events;
    private final PassSpans spans;
    private final Semaphore places = new Semaphore(SIDE_BY_SIDE);
    private final AtomicInteger underWay = new AtomicInteger();

    public NodePlanExecutor(NodeWriter writer, NodeEvents events, PassSpans spans) {
        this.writer = writer;
        this.events = events;
        this.spans = spans;
    }

    /** Returns at once; {@code done} hears of the outcome on a thread of its own. */
    public void execute(NodeChange change, Node seen, Consumer<NodeOutcome> done) {
        underWay.incrementAndGet();
        CallReason reason = CallReason.current();
        Thread.ofVirtual().name("write " + change.node().name()).start(() -> {
            try {
                places.acquireUninterruptibly();
                NodeOutcome outcome;
                try {
                    outcome = reason.within(() -> traced(change, seen));
                } finally {
                    places.release();
                }
                done.accept(outcome);
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    /** True when nothing is under way any more; false if that took longer. */
    public boolean awaitIdle(Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (underWay.get() > 0) {
            if (System.nanoTime() - deadline >= 0)
                return false;
            Thread.sleep(20);
        }
        return true;
    }

    private NodeOutcome traced(NodeChange change, Node seen) {
        return spans.within("write node", notes -> {
            NodeOutcome outcome = write(change, seen);
            notes.note("outcome", outcome.kind().name());
            return outcome;
        });
    }

    private NodeOutcome write(NodeChange change, Node seen) {
        Kind kind = Kind.UNCHANGED;
        AtomicReference<Node> latest = new AtomicReference<>(seen);
        try {
            for (NodeChange.Step step : change.steps()) {
                PatchOutcome outcome = writer.write(latest.get(), step.write(), latest::set);
                switch (outcome) {
                    case REFUSED -> {
                        return new NodeOutcome(change, Kind.NOT_ALLOWED, "this process may not write now");
                    }
                    case GONE -> {
                        return new NodeOutcome(change, Kind.GONE, "");
                    }
                    case WRITTEN -> kind = Kind.WRITTEN;
                    case UNCHANGED -> {
                    }
                }
            }
            tell(change, seen, kind);
            return new NodeOutcome(change, kind, "");
        } catch (RuntimeException problem) {
            log.warn("writing node {} failed: {}", change.node().name(), problem.getMessage());
            if (change.deletes())
                events.deletingFailed(seen, String.valueOf(problem.getMessage()));
            return new NodeOutcome(change, Kind.FAILED, String.valueOf(problem.getMessage()));
        }
    }

    private void tell(NodeChange change, Node seen, Kind kind) {
        if (kind != Kind.WRITTEN)
            return;
        if (change.deletes())
            events.deleting(seen);
        if (change.initialises())
            events.synced(seen);
    }
}
