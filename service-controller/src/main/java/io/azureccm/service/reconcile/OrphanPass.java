package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.exec.PassSpans;
import io.azureccm.common.exec.RunResult;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.observe.orphan.OrphanEntry;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.orphan.ExistingServices;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.plan.orphan.OrphanFinding;
import io.azureccm.service.plan.orphan.OrphanRemoval;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for orphans now and then, between passes, on lists that passes have read where those are young enough; and deletes what has
 * been one for long, when that is asked for. For one thread.
 */
public final class OrphanPass {
    private static final int FURTHER_RUNS = 2;
    private static final Logger log = LoggerFactory.getLogger(OrphanPass.class);

    /** Everything else goes first where calls have to wait. */
    private static final CallReason REASON = new CallReason(CallPriority.BACKGROUND, "OrphanAudit");

    /** What tells who is in the cluster. */
    public record Cluster(ServiceIndex serviceIndex, PresentServices present, Supplier<ResourceInformers> informers,
            boolean allNodes) {}

    private final OrphanRegister register;
    private final OrphanAudit audit;
    private final Cluster cluster;
    private final ObservedStateReader reader;
    private final Drafts drafts;
    private final Reconciler.Writing writing;
    private final InstantSource clock;
    private final Set<String> groups = new HashSet<>();

    public OrphanPass(OrphanRegister register, OrphanAudit audit, Cluster cluster, ObservedStateReader reader,
            TimedPlanner planner,
            Reconciler.Writing writing, InstantSource clock) {
        this.register = register;
        this.audit = audit;
        this.cluster = cluster;
        this.reader = reader;
        this.drafts = new Drafts(reader, planner, writing.inPlace());
        this.writing = writing;
        this.clock = clock;
    }

    void begin() {
        register.begin(clock.instant());
    }

    void end() {
        register.end();
    }

    /** The time until the next look, at most {@code longest}. */
    Duration within(Duration longest) {
        return register.untilDue(clock.instant()).filter(wait -> wait.compareTo(longest) < 0).orElse(longest);
    }

    /** Looks if it is time to. Whatever fails is for the next look. */
    void turn() {
        if (register.untilDue(clock.instant()).filter(Duration::isZero).isEmpty())
            return;
        try {
            REASON.run(() -> writing.loop().spans().run("orphan audit", this::look));
        } catch (RuntimeException problem) {
            register.failed(clock.instant());
            log.warn("orphans could not be looked for: {}", problem.toString());
        }
    }

    private void look(PassSpans.Notes notes) {
        if (register.policy().delete())
            reader.everythingChanged();
        ClusterState clusterState = cluster.serviceIndex().clusterState(0);
        List<OrphanFinding> found = found(clusterState);
        notes.note("orphans", Integer.toString(found.size()));
        Map<ArmId, OrphanFinding> byId = new HashMap<>();
        found.forEach(finding -> byId.put(finding.orphan().id(), finding));
        List<OrphanEntry> ripe = register.looked(found.stream().map(OrphanFinding::orphan).toList(), clock.instant());
        if (!ripe.isEmpty())
            delete(ripe.stream().map(entry -> byId.get(entry.orphan().id())).toList(), clusterState);
    }

    private List<OrphanFinding> found(ClusterState clusterState) {
        Set<ArmId> machines = new TreeSet<>();
        clusterState.nodes().forEach(node -> node.machine().ifPresent(machines::add));
        groups.addAll(Drafts.publicIpGroups(clusterState));
        ObservedState observedState = reader.readAll(groups, machines);
        List<OrphanFinding> found = audit.audit(observedState, clusterState,
                new ExistingServices(cluster.present().all(), clusterState.services()), cluster.allNodes());
        groups.clear();
        found.forEach(finding -> groups.add(finding.orphan().id().resourceGroup()));
        return found;
    }

    /** Only while it is sure that every Service of the cluster is known. */
    private void delete(List<OrphanFinding> ripe, ClusterState clusterState) {
        Optional<String> doubt = doubt();
        if (doubt.isPresent()) {
            log.info("orphans are not deleted now: {}", doubt.get());
            return;
        }
        OrphanRemoval removal = new OrphanRemoval(ripe);
        ClusterState wanted = removal.clusterState(clusterState);
        try {
            RunResult result = run(removal, wanted);
            // What was in the way of something is gone then.
            for (int more = 0; more < FURTHER_RUNS && result.allGood() && !result.lastPlan().isEmpty(); more++) {
                result = run(removal, wanted);
            }
            if (!result.allGood())
                log.warn("not every orphan could be deleted, requeued in {}",
                        register.policy().interval());
        } finally {
            writing.ended().run();
            reader.everythingChanged();
        }
    }

    private RunResult run(OrphanRemoval removal, ClusterState wanted) {
        reader.everythingChanged();
        return writing.loop().run(() -> removal.plan(drafts.plan(wanted).plan()));
    }

    private Optional<String> doubt() {
        return cluster.informers()
                .get()
                .status()
                .stream()
                .filter(status -> !status.synced() || !status.watching() || status.problem().isPresent())
                .map(InformerStatus::resource)
                .findFirst()
                .map(resource -> "the watch of " + resource + " is not complete");
    }
}
