package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.metrics.SyncMetrics;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.ReadFindings;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.report.ReportEmitter;
import io.azureccm.service.spec.ServiceKey;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the known state says of orphans after the reads of audits. */
class OrphanAuditsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant START = VirtualClock.START;
    private static final ServiceKey OWNER = new ServiceKey("shop", "web");

    private final CloudConfig cloud = new World(0).cloud();
    private final FakeArm arm = new FakeArm();
    private final ObservedStateAssembly assembly = new ObservedStateAssembly(cloud, "kubernetes", null);
    private final ObservedStateReader reader = new ObservedStateReader(assembly,
            new ObservedStore(arm, new VirtualClock(), ObservedStore.Settings.DEFAULT));
    private final List<String> told = new ArrayList<>();
    private final OrphanRegister register = new OrphanRegister(new OrphanPolicy(HOUR, true, HOUR),
            orphans -> orphans.forEach(orphan -> told.add(orphan.id().name())));
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final ReportEmitter reports = new ReportEmitter(null,
            new ReconcileMetrics(meters, new CloudOperations(meters), new SyncMetrics.Place("", ""),
                    new HeadroomRegister(meters, none -> {})),
            register, true);
    private final OrphanAudits audits = new OrphanAudits(register.policy(), new OrphanAudit(new PlannerSettings(cloud,
            "kubernetes", TenantPolicy.DEFAULT, false), true), assembly);
    private final ArmId ip = ArmId.of(cloud.networkSubscriptionId(), cloud.resourceGroup(), ArmTypes.PUBLIC_IP,
            "kubernetes-a1");
    private KnownState known = KnownState.begin(START)
            .with(KnownAzure.NOTHING.with(KnownAzure.Responses.NONE.with(audits.begin(START))));

    @Test
    void firstAuditIsDueSoonAndTheNextAfterTheIntervalEvenIfOneFails() {
        assertThat(due()).contains(START.plus(Duration.ofMinutes(1)));

        known = audits.read(known,
                new ServiceEvent.OrphansRead(ReadFindings.NOTHING,
                        Optional.of(ReadProblem.of(new IllegalStateException("403"))),
                        present(Map.of(), Optional.empty())),
                START);

        assertThat(due()).contains(START.plus(HOUR));
        assertThat(known.reports()).singleElement()
                .isInstanceOfSatisfying(Report.OrphansScanned.class,
                        scanned -> assertThat(scanned.failure()).hasValueSatisfying(
                                why -> assertThat(why).contains("403")));
    }

    @Test
    void orphanIsToldOnceAndDeletedAfterTheGracePeriod() {
        arm.store(ip, owned());
        audit(START, Optional.empty());
        assertThat(told).containsExactly("kubernetes-a1");
        assertThat(register.state().orphans()).hasSize(1);
        assertThat(known.orphans()).as("found once").isEmpty();

        audit(START.plus(HOUR), Optional.empty());

        assertThat(told).hasSize(1);
        assertThat(known.orphans()).extracting(finding -> finding.orphan().id()).containsExactly(ip);
    }

    @Test
    void nothingIsDeletedWhileAWatchIsIncomplete() {
        arm.store(ip, owned());
        audit(START, Optional.empty());
        audit(START.plus(HOUR), Optional.of("the watch of services is not complete"));

        assertThat(known.orphans()).isEmpty();
    }

    @Test
    void resourceOfAServiceOfAnyClassIsNoOrphan() {
        arm.store(ip, owned());
        ObservedStateReader.Ended ended = reader.readForAudit(known.subject(), known.azure().responses().memory());
        seen();
        known = audits.read(known, new ServiceEvent.OrphansRead(ended.findings(), ended.problem(),
                present(Map.of("uid", OWNER), Optional.empty())), START);

        assertThat(known.azure().responses().orphans().entries()).isEmpty();
    }

    private void audit(Instant now, Optional<String> incomplete) {
        known = known.with(known.azure().everythingOutdated());
        ObservedStateReader.Ended ended = reader.readForAudit(known.subject(), known.azure().responses().memory());
        assertThat(ended.problem()).isEmpty();
        seen();
        known = audits.read(known, new ServiceEvent.OrphansRead(ended.findings(), ended.problem(),
                present(Map.of(), incomplete)), now);
        reports.emit(known.cluster(), known.reports());
        known = known.reported();
    }

    private void seen() {
        known = known.with(known.azure().with(known.azure().responses().seen(reader.view())));
    }

    private Optional<Instant> due() {
        return known.azure().responses().orphans().due();
    }

    private static ServiceEvent.PresentServices present(Map<String, ServiceKey> services, Optional<String> incomplete) {
        return new ServiceEvent.PresentServices(services, incomplete);
    }

    private static ObjectNode owned() {
        ObjectNode ip = JsonNodeFactory.instance.objectNode();
        ip.putObject("tags").put(Ownership.SERVICES_TAG, OWNER.toString()).put(Ownership.CLUSTER_TAG, "kubernetes");
        ip.putObject("properties").put("provisioningState", "Succeeded").put("ipAddress", "20.0.0.1");
        return ip;
    }
}
