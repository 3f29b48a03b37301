package io.azureccm.node.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.node.observed.MachineExistence;
import io.azureccm.node.observed.read.MachineSource;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.reconcile.turn.ExistenceCheck;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.reconcile.turn.TurnPlan;
import io.azureccm.node.status.NodeEvents;
import io.azureccm.node.status.NodeMetrics;
import io.azureccm.node.status.NodeOutcome;
import io.azureccm.node.status.NodeOutcome.Kind;
import io.azureccm.node.status.NodeWriter;
import io.fabric8.kubernetes.api.model.Node;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations of the scope. Each waits for its result on a thread of the dispatcher and reports it as an event.
 * Different nodes are written concurrently, the writes to one node in sequence.
 */
public final class NodeOperations {
    private static final Logger log = LoggerFactory.getLogger(NodeOperations.class);

    /** Receivers of write results other than the loop. */
    public record Audience(PlanJournal journal, NodeEvents events, NodeMetrics metrics) {}

    private final MachineSource machines;
    private final NodeWriter writer;
    private final Audience audience;
    private final InstantSource clock;
    private final PlanReports plans;

    public NodeOperations(MachineSource machines, NodeWriter writer, Audience audience, InstantSource clock) {
        this.machines = machines;
        this.writer = writer;
        this.audience = audience;
        this.clock = clock;
        this.plans = new PlanReports(audience.journal(), clock);
    }

    /** What is known about machines now. */
    SeenMachines seen() {
        return machines.seen();
    }

    PlanReports plans() {
        return plans;
    }

    NodeEvent read(TurnPlan.Read read) {
        return read.reason().within(() -> audience.journal().spans().within("read machines", notes -> {
            notes.note("scope", "nodes");
            machines.read(read.read());
            return new NodeEvent.MachinesRead(read.read().target());
        }));
    }

    NodeEvent check(ExistenceCheck check, CallReason reason) {
        return reason.within(() -> audience.journal().spans().within("read machines", notes -> {
            notes.note("scope", "nodes");
            return check.isOfScaleSet() ? checkScaleSet(check) : checkMachine(check);
        }));
    }

    private NodeEvent checkScaleSet(ExistenceCheck check) {
        return machines.isGone(check.resource())
                ? new NodeEvent.MachinesChecked(
                        check.nodes().stream().collect(Collectors.toMap(name -> name, name -> MachineExistence.GONE)))
                : new NodeEvent.ScaleSetStands(Set.copyOf(check.nodes()));
    }

    private NodeEvent checkMachine(ExistenceCheck check) {
        return new NodeEvent.MachinesChecked(
                Map.of(check.nodes().getFirst(), machines.check(check.resource())));
    }

    /**
     * Events and metrics of a write are recorded here, because a loop that stops meanwhile does not hear of its outcome.
     */
    NodeEvent write(NodeChange change, KnownNode node, CallReason reason, PlanReport report) {
        NodeOutcome outcome = plans.write(reason, "nodes", () -> write(change, node.node()),
                ended -> ended.kind().name());
        report.ended(change.node().name(), new PlanReport.Ending(outcome.kind().name(), outcome.problem(),
                outcome.kind() != Kind.FAILED));
        if (outcome.kind() == Kind.WRITTEN)
            count(change, node);
        return new NodeEvent.Written(outcome);
    }

    private NodeOutcome write(NodeChange change, Node seen) {
        Kind kind = Kind.UNCHANGED;
        AtomicReference<Node> latest = new AtomicReference<>(seen);
        try {
            for (NodeChange.Step step : change.steps()) {
                Kind ended = kind(writer.write(latest.get(), step.write(), latest::set));
                if (ended != Kind.WRITTEN && ended != Kind.UNCHANGED)
                    return new NodeOutcome(change, ended, ended.problem());
                if (ended == Kind.WRITTEN)
                    kind = ended;
            }
            if (kind == Kind.WRITTEN)
                tell(change, seen);
            return new NodeOutcome(change, kind, "");
        } catch (RuntimeException problem) {
            log.warn("writing node {} failed: {}", change.node().name(), problem.getMessage());
            if (change.deletes())
                audience.events().deletingFailed(seen, String.valueOf(problem.getMessage()));
            return new NodeOutcome(change, Kind.FAILED, String.valueOf(problem.getMessage()));
        }
    }

    /** How a write ended that the API server has answered, or that this process may not make. */
    public static Kind kind(PatchOutcome outcome) {
        return switch (outcome) {
            case WRITTEN -> Kind.WRITTEN;
            case UNCHANGED -> Kind.UNCHANGED;
            case GONE -> Kind.GONE;
            case CHANGED -> Kind.CHANGED;
            case REFUSED -> Kind.NOT_ALLOWED;
        };
    }

    private void tell(NodeChange change, Node seen) {
        if (change.deletes())
            audience.events().deleting(seen);
        if (change.initialises())
            audience.events().synced(seen);
    }

    private void count(NodeChange change, KnownNode node) {
        audience.metrics().written(change);
        if (change.initialises())
            audience.metrics().initialised(change.node().created(), node.history().known(), clock.instant());
    }
}
