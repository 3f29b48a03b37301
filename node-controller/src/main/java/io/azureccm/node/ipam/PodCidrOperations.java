package io.azureccm.node.ipam;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.reconcile.NodeOperations;
import io.azureccm.node.reconcile.PlanReport;
import io.azureccm.node.reconcile.PlanReports;
import io.azureccm.node.status.NodeOutcome.Kind;
import io.fabric8.kubernetes.api.model.Node;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reads and writes of the scope. Many nodes are written concurrently; each write waits for its result on a thread
 * of the dispatcher.
 */
final class PodCidrOperations {
    private static final Logger log = LoggerFactory.getLogger(PodCidrOperations.class);
    private static final CallReason REASON = new CallReason(CallPriority.NEW_OR_DELETED, "PodCidrs");

    /** Receivers of write results other than the loop. */
    record Audience(PlanJournal journal, PodCidrEvents events, PodCidrMetrics metrics) {}

    private record Ending(PodCidrEvent.Written event, String problem) {}

    private final PodCidrWriter writer;
    private final Function<String, Optional<Node>> newest;
    private final Optional<MachineReader> sets;
    private final Audience audience;
    private final boolean dryRun;
    private final PlanReports plans;

    /** {@code newest} finds the latest version of a Node by its name; {@code sets} is present if tags define prefix lengths. */
    PodCidrOperations(PodCidrWriter writer, Function<String, Optional<Node>> newest, Optional<MachineReader> sets,
            Audience audience, boolean dryRun, InstantSource clock) {
        this.writer = writer;
        this.newest = newest;
        this.sets = sets;
        this.audience = audience;
        this.dryRun = dryRun;
        this.plans = new PlanReports(audience.journal(), clock);
    }

    /** What is known about VM sets now. */
    SeenMachines seen() {
        return sets.map(MachineReader::seen).orElse(SeenMachines.NONE);
    }

    PlanReports plans() {
        return plans;
    }

    PodCidrEvent read(MachineRead read) {
        return REASON.within(() -> {
            sets.ifPresent(source -> source.read(read));
            return new PodCidrEvent.Read(read.target());
        });
    }

    /**
     * Events and metrics of a write are recorded here, because a loop that stops meanwhile does not hear of its outcome.
     */
    PodCidrEvent write(Assignment assignment, PlanReport report) {
        Ending ending = plans.write(REASON, PodCidrTurn.SCOPE,
                () -> current(assignment).map(node -> write(assignment, node))
                        .orElseGet(() -> ended(assignment, Kind.GONE, List.of(), "")),
                ended -> ended.event().outcome().name());
        Kind outcome = ending.event().outcome();
        if (outcome == Kind.WRITTEN)
            audience.metrics().written(assignment.cidrs());
        report.ended(assignment.node().name(), new PlanReport.Ending(outcome.name(), ending.problem(),
                outcome != Kind.FAILED && (outcome != Kind.NOT_ALLOWED || dryRun)));
        return ending.event();
    }

    /** Empty if another Node has the name now. */
    private Optional<Node> current(Assignment assignment) {
        return newest.apply(assignment.node().name())
                .filter(node -> assignment.node().uid().equals(node.getMetadata().getUid()));
    }

    private Ending write(Assignment assignment, Node seen) {
        try {
            PodCidrWriter.Written written = writer.write(seen,
                    assignment.cidrs().stream().map(Cidr::toString).toList());
            if (written.outcome() == PatchOutcome.WRITTEN && written.cidrs().isEmpty())
                throw new IllegalStateException(
                        "the API server accepts the write, but the Node has no pod CIDR: an admission"
                                + " webhook may drop it");
            return switch (NodeOperations.kind(written.outcome())) {
                case WRITTEN -> ended(assignment, Kind.WRITTEN, assignment.cidrs(), "");
                case UNCHANGED -> ended(assignment, Kind.UNCHANGED,
                        written.cidrs().stream().flatMap(text -> Cidr.parse(text).stream()).toList(),
                        "the node already had " + written.cidrs());
                case CHANGED -> ended(assignment, Kind.GONE, List.of(), "");
                case Kind other -> ended(assignment, other, List.of(), other.problem());
            };
        } catch (RuntimeException problem) {
            log.warn("writing pod CIDRs of node {} failed: {}", assignment.node().name(), problem.getMessage());
            audience.events().assignmentFailed(seen, String.valueOf(problem.getMessage()));
            return ended(assignment, Kind.FAILED, List.of(), String.valueOf(problem.getMessage()));
        }
    }

    private static Ending ended(Assignment assignment, Kind outcome, List<Cidr> actual, String problem) {
        return new Ending(new PodCidrEvent.Written(assignment, outcome, actual), problem);
    }
}
