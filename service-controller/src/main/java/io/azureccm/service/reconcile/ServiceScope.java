package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.report.PlanPrinter;
import io.azureccm.service.reconcile.report.ReportEmitter;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.TurnPlan;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * The scope of the load balancers of a cluster and everything around them: public IPs, pools, the security group, private links. Shows them
 * to turns, and carries out what turns decide. Keeps nothing itself. {@code cluster}: what the watches show now.
 */
public record ServiceScope(ServiceTurnSteps turn, ServiceOperations operations, Supplier<WatchedCluster> cluster,
        Receivers receivers) implements Scope<ServiceEvent, KnownState, TurnPlan, ServiceEffect> {
    /**
     * Receivers of what a turn decides: the printer, the emitter of reports, the register of orphans, calls that wait, the holder of a
     * lease while Azure is written to, and those who approve held removals.
     */
    public record Receivers(PlanPrinter printer, ReportEmitter reports, OrphanRegister orphans, CallQueue calls,
            Runnable idle, RemovalApprovals approvals) {}

    @Override
    public KnownState begin(Instant now) {
        receivers.printer().begin(now);
        receivers.reports().begin();
        receivers.orphans().begin(now);
        return turn.begin(now);
    }

    @Override
    public KnownState startOver(KnownState before, Instant now) {
        return turn.startOver(begin(now), before);
    }

    @Override
    public List<ServiceEvent> observe(Instant now) {
        return List.of(new ServiceEvent.ClusterSeen(cluster.get()), operations.seen());
    }

    @Override
    public TurnSteps<ServiceEvent, KnownState, TurnPlan, ServiceEffect> steps() {
        return turn;
    }

    @Override
    public void print(TurnPlan plan, Instant now) {
        receivers.printer().print(plan, now);
    }

    @Override
    public void perform(ServiceEffect effect, Dispatcher<ServiceEvent> dispatcher) {
        switch (effect) {
            case ServiceEffect.ReadAzure read -> start(effect, dispatcher, () -> operations.read(read));
            case ServiceEffect.ReadForAudit read -> start(effect, dispatcher, () -> operations.readForAudit(read));
            case ServiceEffect.ReadQuotas read -> start(effect, dispatcher, operations::readQuotas);
            case ServiceEffect.ReadBackendHealth read ->
                start(effect, dispatcher, () -> operations.readBackendHealth(read));
            case ServiceEffect.ReadApprovals(var spent) -> start(effect, dispatcher,
                    () -> new ServiceEvent.RemovalsApproved(receivers.approvals().read(spent)));
            case ServiceEffect.Prepare prepare -> start(effect, dispatcher, () -> operations.prepare(prepare));
            case ServiceEffect.WriteAzure write -> {
                long number = receivers.printer().sent();
                start(effect, dispatcher, () -> operations.write(write, number));
            }
            case ServiceEffect.WriteResult write -> start(effect, dispatcher, () -> operations.writeResult(write));
            case ServiceEffect.WriteNodeCondition write ->
                start(effect, dispatcher, () -> operations.writeNodeCondition(write));
            case ServiceEffect.KeepResponses(var used) -> operations.using(used);
            case ServiceEffect.YieldCalls(var urgent) -> receivers.calls().yieldTo(urgent);
            case ServiceEffect.NothingToWrite nothing -> receivers.idle().run();
            case ServiceEffect.ShowHeldRemovals(var held) -> receivers.approvals().report(held);
            case ServiceEffect.Show show -> receivers.reports().emit(show.cluster(), show.reports());
        }
    }

    private static void start(ServiceEffect effect, Dispatcher<ServiceEvent> dispatcher,
            Supplier<ServiceEvent> operation) {
        dispatcher.dispatch(effect.lane().orElseThrow(), operation);
    }
}
