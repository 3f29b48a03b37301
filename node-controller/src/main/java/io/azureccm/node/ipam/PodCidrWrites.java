package io.azureccm.node.ipam;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.plan.ipam.Prefix;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries assignments out, many nodes side by side. A slow node holds up no other. */
final class PodCidrWrites {
    private static final Logger log = LoggerFactory.getLogger(PodCidrWrites.class);
    private static final int SIDE_BY_SIDE = 48;

    /**
     * What became of a write: in a word and with the problem, if there was one; whether it is to be made again; whether the
     * node turned out to have other CIDRs, so that its claim is free.
     */
    record End(String word, String problem, boolean again, boolean freed) {
        static End of(String word) {
            return new End(word, "", false, false);
        }
    }

    private final PodCidrWriter writer;
    private final PodCidrTerm.Ears ears;
    private final PodCidrLedger ledger;
    private final boolean dryRun;
    private final Semaphore places = new Semaphore(SIDE_BY_SIDE);
    private final AtomicInteger underWay = new AtomicInteger();

    PodCidrWrites(PodCidrWriter writer, PodCidrTerm.Ears ears, PodCidrLedger ledger, boolean dryRun) {
        this.writer = writer;
        this.ears = ears;
        this.ledger = ledger;
        this.dryRun = dryRun;
    }

    /** Returns at once; {@code done} hears of the end on a thread of its own. */
    void write(Assignment assignment, Optional<Node> seen, Consumer<End> done) {
        underWay.incrementAndGet();
        CallReason reason = CallReason.current();
        Thread.ofVirtual().name("pod CIDRs of " + assignment.node().name()).start(() -> {
            try {
                places.acquireUninterruptibly();
                End end;
                try {
                    end = seen.map(node -> reason.within(() -> traced(assignment, node))).orElse(End.of("GONE"));
                } finally {
                    places.release();
                }
                done.accept(end);
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    /** True when nothing is under way any more; false if that took longer. */
    boolean awaitIdle(Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (underWay.get() > 0) {
            if (System.nanoTime() - deadline >= 0)
                return false;
            Thread.sleep(20);
        }
        return true;
    }

    private End traced(Assignment assignment, Node seen) {
        return ears.journal().spans().within("write node", notes -> {
            End end = write(assignment, seen);
            notes.note("outcome", end.word());
            return end;
        });
    }

    private End write(Assignment assignment, Node seen) {
        try {
            PodCidrWriter.Written written = writer.write(seen,
                    assignment.cidrs().stream().map(Prefix::toString).toList());
            return ended(assignment, written);
        } catch (RuntimeException problem) {
            log.warn("pod CIDRs of node {} could not be written: {}", assignment.node().name(), problem.getMessage());
            ears.events().assignmentFailed(seen, String.valueOf(problem.getMessage()));
            return new End("FAILED", String.valueOf(problem.getMessage()), true, false);
        }
    }

    private End ended(Assignment assignment, PodCidrWriter.Written written) {
        String uid = assignment.node().uid();
        String word = written.outcome().toString();
        return switch (written.outcome()) {
            case WRITTEN -> {
                ledger.settle(uid, assignment.cidrs());
                ears.metrics().written(assignment.cidrs());
                yield End.of(word);
            }
            case UNCHANGED -> {
                List<Prefix> actual = written.cidrs().stream().flatMap(text -> Prefix.parse(text).stream()).toList();
                ledger.settle(uid, actual);
                yield new End(word, "the node had " + written.cidrs() + " by then", false,
                        !actual.equals(assignment.cidrs()));
            }
            case REFUSED -> {
                if (dryRun)
                    ledger.settle(uid, assignment.cidrs());
                yield new End("NOT_ALLOWED", "this process may not write now", !dryRun, false);
            }
            case GONE -> End.of(word);
        };
    }
}
