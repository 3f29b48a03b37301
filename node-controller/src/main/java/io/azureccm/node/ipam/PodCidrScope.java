package io.azureccm.node.ipam;

import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.node.ipam.turn.PodCidrEffect;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrKnown;
import io.azureccm.node.ipam.turn.PodCidrReport;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.ipam.turn.PodCidrTurnSteps;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.reconcile.PlanReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The pod CIDRs of all nodes: shows them to turns, and carries out what turns decide. Keeps nothing itself. */
final class PodCidrScope implements Scope<PodCidrEvent, PodCidrKnown, PodCidrTurn, PodCidrEffect> {
    /** What the scope observes nodes with, what runs its operations, and who is told. */
    record Parts(PodCidrIndex nodes, PodCidrOperations operations, Consumer<PodCidrReport> reports) {}

    private final Parts parts;
    private final int ranges;
    private final PodCidrTurnSteps turn;

    PodCidrScope(Parts parts, PodCidrSettings settings) {
        this.parts = parts;
        this.ranges = settings.ranges().size();
        this.turn = new PodCidrTurnSteps(new PodCidrPlanner(settings.ranges()),
                Optional.of(new MaskPlanner(settings.ranges())).filter(lengths -> settings.tagged()),
                settings.dryRun());
    }

    @Override
    public PodCidrKnown begin(Instant now) {
        return PodCidrKnown.begin(ranges, parts.nodes().assigned());
    }

    @Override
    public List<PodCidrEvent> observe(Instant now) {
        // Unreadable nodes first: one that becomes readable is shown before it is no longer unreadable.
        return List.of(new PodCidrEvent.Unreadable(parts.nodes().unreadable()),
                new PodCidrEvent.ClusterSeen(parts.nodes().seen()),
                new PodCidrEvent.AzureSeen(parts.operations().seen()));
    }

    @Override
    public TurnSteps<PodCidrEvent, PodCidrKnown, PodCidrTurn, PodCidrEffect> steps() {
        return turn;
    }

    @Override
    public void print(PodCidrTurn plan, Instant now) {
        if (!plan.assignments().isEmpty() || !plan.plan().refusals().isEmpty())
            parts.operations().plans().print(plan.plan(), plan.assignments().size());
        else
            parts.operations().plans().onlyLog(plan.plan());
    }

    @Override
    public void perform(PodCidrEffect effect, Dispatcher<PodCidrEvent> dispatcher) {
        PodCidrOperations operations = parts.operations();
        switch (effect) {
            case PodCidrEffect.ReadMachines(MachineRead read) ->
                dispatcher.dispatch(PodCidrTurn.lane(read), () -> operations.read(read));
            case PodCidrEffect.Assign(Assignment assignment) -> {
                PlanReport printed = operations.plans().newest();
                parts.nodes().assign(assignment.node().uid(), assignment.cidrs());
                dispatcher.dispatch(PodCidrTurn.lane(assignment.node().name()),
                        () -> operations.write(assignment, printed));
            }
            case PodCidrEffect.Show(PodCidrReport report) -> parts.reports().accept(report);
        }
    }
}
