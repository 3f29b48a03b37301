package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.observe.orphan.OrphanScans;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.orphan.ExistingServices;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.plan.orphan.OrphanFinding;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Audits orphans periodically while nothing else is to be done, using the reads of plans if they are recent enough; if deletion is enabled,
 * those that have been orphans for long enough are to be deleted. What it knows is in the known state. Pure.
 */
public record OrphanAudits(OrphanPolicy policy, OrphanAudit audit, ObservedStateAssembly assembly) {
    OrphanScans begin(Instant now) {
        return OrphanScans.begin(policy, now);
    }

    /** Nothing else is to be done: starts an audit if it is due. Orphans from the previous audit are deleted by now, or cannot be. */
    KnownState startIfDue(KnownState known, Effect.Collector<ServiceEffect> effects, Instant now) {
        if (!known.orphans().isEmpty())
            return known.with(known.azure().everythingOutdated()).with(List.of());
        if (effects.isBusy(ServiceEffect.READING) || !known.azure().responses().orphans().isDue(now))
            return known;
        KnownState next = policy.delete() ? known.with(known.azure().everythingOutdated()) : known;
        effects.add(new ServiceEffect.ReadForAudit(subject(known), next.azure().responses().memory()));
        return next;
    }

    /** The read for the audit ended, successfully or not; on failure the next audit tries again. */
    KnownState read(KnownState before, ServiceEvent.OrphansRead read, Instant now) {
        KnownState known = before.with(before.azure()
                .with(before.azure().responses().memory().with(read.findings())));
        OrphanScans scans = known.azure().responses().orphans();
        ObservedStateAssembly.Assembled assembled = assembly.forAudit(known.azure().responses().at(now),
                subject(known));
        if (read.problem().isPresent() || assembled.state().isEmpty())
            return known.with(known.azure().with(known.azure().responses().with(scans.failed(policy, now))))
                    .reporting(
                            new Report.OrphansScanned(scans, List.of(), read.problem().map(ReadProblem::message),
                                    Optional.empty()));
        ClusterState clusterState = known.cluster().clusterState();
        List<OrphanFinding> found = audit.audit(assembled.state().get(), clusterState,
                new ExistingServices(read.present().services(), clusterState.services()));
        Map<ArmId, OrphanFinding> byId = new HashMap<>();
        found.forEach(finding -> byId.put(finding.orphan().id(), finding));
        OrphanScans.Audited audited = scans.audited(found.stream().map(OrphanFinding::orphan).toList(),
                policy, now);
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
