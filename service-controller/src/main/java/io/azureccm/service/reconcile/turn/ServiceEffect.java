package io.azureccm.service.reconcile.turn;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.snapshot.Read;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.observed.read.ObservedStateAssembly.Subject;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.reconcile.known.KnownBackendHealth;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.ServiceWrite;
import io.azureccm.service.status.StatusWrite;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a turn of the Services wants done. */
public sealed interface ServiceEffect extends Effect {
    /** The lane for reads of Azure. */
    String READING = "reading";
    String QUOTAS = "quotas";

    @Override
    default Optional<String> lane() {
        return switch (this) {
            case ReadAzure _,ReadForAudit _ -> Optional.of(READING);
            case ReadQuotas _ -> Optional.of(QUOTAS);
            case ReadBackendHealth read -> Optional.of("backends of " + read.asked().balancer().key());
            case ReadApprovals _ -> Optional.of(RemovalStep.LANE);
            case Prepare prepare -> Optional.of(prepare.preparation().uid());
            case WriteAzure write -> Optional.of(ResourceLanes.laneOf(write.operation().target()).key());
            case WriteResult write -> Optional.of(write.uid());
            case WriteNodeCondition write -> Optional.of(laneOf(write.node()));
            case KeepResponses _,YieldCalls _,NothingToWrite _,ShowHeldRemovals _,Show _ -> Optional.empty();
        };
    }

    static String laneOf(NodeFacts node) {
        return "condition of node " + node.name();
    }

    record ReadAzure(AzureReading reading, Subject subject, ReadMemory memory,
            CallReason reason) implements ServiceEffect {}

    /** Reads everything that may have been left behind. */
    record ReadForAudit(Subject subject, ReadMemory memory) implements ServiceEffect {}

    record ReadQuotas() implements ServiceEffect {}

    /** Asks Azure which backends of this rule are up. */
    record ReadBackendHealth(KnownBackendHealth.Asked asked) implements ServiceEffect {}

    /** {@code spent}: approvals that no longer count. */
    record ReadApprovals(Set<String> spent) implements ServiceEffect {
        public ReadApprovals {
            spent = Set.copyOf(spent);
        }
    }

    /** {@code own}: the status that was written to the Service before, if the watch may not show it yet. */
    record Prepare(Preparation preparation, Optional<StatusWrite> own) implements ServiceEffect {}

    /** {@code scope}: that of the plan; {@code needsAnotherPlan}: more can be planned once private links are deleted. */
    record WriteAzure(Operation operation, String scope, boolean needsAnotherPlan,
            CallReason reason) implements ServiceEffect {}

    /** {@code nodes}: the names of the nodes, if the result is also that of an update for them. */
    record WriteResult(String uid, ServiceResult result, Optional<List<String>> nodes,
            ServiceWrite.Before before) implements ServiceEffect {}

    record WriteNodeCondition(NodeFacts node, ShownCondition wanted, Instant at) implements ServiceEffect {}

    /** These responses of Azure are in use, and stay in the cache. */
    record KeepResponses(Set<Read.Key> used) implements ServiceEffect {
        public KeepResponses {
            used = Set.copyOf(used);
        }
    }

    /** A write that waits for the call budget is withdrawn if it is less urgent than this. */
    record YieldCalls(CallPriority urgent) implements ServiceEffect {}

    /** What is held while Azure is written to can be released. */
    record NothingToWrite() implements ServiceEffect {}

    record ShowHeldRemovals(Removals held) implements ServiceEffect {}

    /** Reports about this cluster. */
    record Show(KnownState.Cluster cluster, List<Report> reports) implements ServiceEffect {
        public Show {
            reports = List.copyOf(reports);
        }
    }
}
