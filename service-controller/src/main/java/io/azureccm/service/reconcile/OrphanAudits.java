package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.observe.orphan.OrphanEntry;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.orphan.ExistingServices;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.plan.orphan.OrphanFinding;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.known.KnownState;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Audits orphans periodically while nothing else is to be done, using the reads of plans if they are recent enough; if deletion is enabled,
 * returns those that have been orphans for long enough. Not thread-safe.
 */
final class OrphanAudits {
    private static final Logger log = LoggerFactory.getLogger(OrphanAudits.class);
    /** Everything else has priority when calls have to wait. */
    private static final CallReason REASON = new CallReason(CallPriority.BACKGROUND, "OrphanAudit");

    /** The sources that determine which objects are in the cluster. */
    record Cluster(PresentServices present, Supplier<ResourceInformers> informers, boolean allNodes) {}

    private final OrphanRegister register;
    private final OrphanAudit audit;
    private final Cluster cluster;
    private final ObservedStateReader reader;
    private final Set<String> groups = new HashSet<>();

    OrphanAudits(OrphanRegister register, OrphanAudit audit, Cluster cluster, ObservedStateReader reader) {
        this.register = register;
        this.audit = audit;
        this.cluster = cluster;
        this.reader = reader;
    }

    void begin(Instant now) {
        register.begin(now);
    }

    void end() {
        register.end();
    }

    /** When the next audit is due; empty if there is none. */
    Optional<Instant> due(Instant now) {
        return register.untilDue(now).map(now::plus);
    }

    /** Nothing else is to be done: starts an audit if it is due. Orphans from the previous audit are deleted by now, or cannot be. */
    KnownState startIfDue(KnownState known, Dispatcher<ServiceEvent> dispatcher, ServiceOperations operations,
            Instant now) {
        if (!known.orphans().isEmpty()) {
            reader.everythingChanged();
            return known.with(List.of());
        }
        if (dispatcher.isBusy(ServiceScope.READING) || due(now).filter(at -> !at.isAfter(now)).isEmpty())
            return known;
        if (register.policy().delete())
            reader.everythingChanged();
        ObservedStateReader.Subject subject = subject(known);
        AzureReading reading = new AzureReading(AzureReading.Extent.ORPHANS, MissingReads.NONE);
        dispatcher.dispatch(ServiceScope.READING, () -> operations.read(reading, subject, REASON));
        return known;
    }

    /** The read for the audit ended, successfully or not; on failure the next audit tries again. */
    KnownState read(KnownState known, Optional<RuntimeException> problem, Instant now) {
        Optional<ObservedState> observed = problem.isPresent()
                ? Optional.empty()
                : reader.knownForAudit(subject(known));
        if (observed.isEmpty()) {
            register.failed(now);
            problem.ifPresent(why -> log.warn("could not look for orphans: {}", why.toString()));
            return known;
        }
        ClusterState clusterState = known.cluster().clusterState();
        List<OrphanFinding> found = audit.audit(observed.get(), clusterState,
                new ExistingServices(cluster.present().all(), clusterState.services()), cluster.allNodes());
        groups.clear();
        found.forEach(finding -> groups.add(finding.orphan().id().resourceGroup()));
        Map<ArmId, OrphanFinding> byId = new HashMap<>();
        found.forEach(finding -> byId.put(finding.orphan().id(), finding));
        List<OrphanEntry> ripe = register.audited(found.stream().map(OrphanFinding::orphan).toList(), now);
        if (ripe.isEmpty())
            return known;
        // Only while every Service of the cluster is certainly known.
        Optional<String> obstacle = obstacle();
        obstacle.ifPresent(why -> log.info("not deleting orphans now: {}", why));
        return obstacle.isPresent()
                ? known
                : known.with(ripe.stream().map(entry -> byId.get(entry.orphan().id())).toList());
    }

    private ObservedStateReader.Subject subject(KnownState known) {
        ObservedStateReader.Subject asked = known.subject();
        Set<String> all = new HashSet<>(asked.groups());
        all.addAll(groups);
        return new ObservedStateReader.Subject(all, asked.nodeMachines());
    }

    private Optional<String> obstacle() {
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
