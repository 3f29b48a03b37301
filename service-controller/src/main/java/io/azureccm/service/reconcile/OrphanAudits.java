package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.observe.orphan.OrphanScans;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.orphan.ExistingServices;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.plan.orphan.OrphanFinding;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Audits orphans periodically while nothing else is to be done, using the reads of plans if they are recent enough; if deletion is enabled,
 * those that have been orphans for long enough are to be deleted. What it knows is in the known state.
 */
final class OrphanAudits {
    /** Everything else has priority when calls have to wait. */
    private static final CallReason REASON = new CallReason(CallPriority.BACKGROUND, "OrphanAudit");

    /** The sources that determine which objects are in the cluster; {@code beside}: another controller serves other Services. */
    record Cluster(PresentServices present, Supplier<ResourceInformers> informers, boolean allNodes, boolean beside) {
        private static final String BESIDE = "this instance serves the Services of one class, and what another"
                + " controller left behind is not its own";

        /** All Services of the cluster now, and why nothing may be deleted on account of that. */
        ServiceEvent.PresentServices now() {
            return new ServiceEvent.PresentServices(present.all(),
                    Optional.of(BESIDE).filter(why -> beside).or(this::incomplete));
        }

        private Optional<String> incomplete() {
            return informers.get()
                    .status()
                    .stream()
                    .filter(status -> !status.synced() || !status.watching() || status.problem().isPresent())
                    .map(InformerStatus::resource)
                    .findFirst()
                    .map(resource -> "the watch of " + resource + " is not complete");
        }
    }

    private final OrphanRegister register;
    private final OrphanAudit audit;
    private final Cluster cluster;
    private final ObservedStateAssembly assembly;

    OrphanAudits(OrphanRegister register, OrphanAudit audit, Cluster cluster, ObservedStateAssembly assembly) {
        this.register = register;
        this.audit = audit;
        this.cluster = cluster;
        this.assembly = assembly;
    }

    OrphanScans begin(Instant now) {
        register.begin(now);
        return OrphanScans.begin(register.policy(), now);
    }

    void end() {
        register.end();
    }

    /** Nothing else is to be done: starts an audit if it is due. Orphans from the previous audit are deleted by now, or cannot be. */
    KnownState startIfDue(KnownState known, Dispatcher<ServiceEvent> dispatcher, ServiceOperations operations,
            Instant now) {
        if (!known.orphans().isEmpty())
            return known.with(known.azure().everythingOutdated()).with(List.of());
        if (dispatcher.isBusy(ServiceScope.READING) || !known.azure().responses().orphans().isDue(now))
            return known;
        KnownState next = register.policy().delete() ? known.with(known.azure().everythingOutdated()) : known;
        ObservedStateAssembly.Subject subject = subject(known);
        ReadMemory memory = next.azure().responses().memory();
        dispatcher.dispatch(ServiceScope.READING,
                () -> operations.readForAudit(subject, memory, cluster::now, REASON));
        return next;
    }

    /** The read for the audit ended, successfully or not; on failure the next audit tries again. */
    KnownState read(KnownState before, ServiceEvent.OrphansRead read, Instant now) {
        KnownState known = before.with(before.azure()
                .with(before.azure().responses().memory().with(read.learned())));
        OrphanScans scans = known.azure().responses().orphans();
        ObservedStateAssembly.Assembled assembled = assembly.forAudit(known.azure().responses().at(now),
                subject(known));
        if (read.problem().isPresent() || assembled.state().isEmpty())
            return known.with(known.azure().with(known.azure().responses().with(scans.failed(register.policy(), now))))
                    .reporting(
                            new Report.OrphansScanned(scans, List.of(), read.problem().map(ReadProblem::message),
                                    Optional.empty()));
        ClusterState clusterState = known.cluster().clusterState();
        List<OrphanFinding> found = audit.audit(assembled.state().get(), clusterState,
                new ExistingServices(read.present().services(), clusterState.services()), cluster.allNodes());
        Map<ArmId, OrphanFinding> byId = new HashMap<>();
        found.forEach(finding -> byId.put(finding.orphan().id(), finding));
        OrphanScans.Audited audited = scans.audited(found.stream().map(OrphanFinding::orphan).toList(),
                register.policy(), now);
        // Only while every Service of the cluster is certainly known.
        Optional<String> obstacle = read.present().incomplete().filter(why -> !audited.ripe().isEmpty());
        KnownState next = known
                .with(known.azure().with(known.azure().responses().with(assembled.memory()).with(audited.scans())))
                .reporting(new Report.OrphansScanned(audited.scans(), audited.news(), Optional.empty(), obstacle));
        return audited.ripe().isEmpty() || obstacle.isPresent()
                ? next
                : next.with(audited.ripe().stream().map(entry -> byId.get(entry.orphan().id())).toList());
    }

    /** Groups of which Services need nothing any more may have orphans. */
    private static ObservedStateAssembly.Subject subject(KnownState known) {
        ObservedStateAssembly.Subject asked = known.subject();
        Set<String> all = new HashSet<>(asked.groups());
        known.azure().responses().orphans().entries().keySet().forEach(id -> all.add(id.resourceGroup()));
        return new ObservedStateAssembly.Subject(all, asked.nodeMachines());
    }
}
