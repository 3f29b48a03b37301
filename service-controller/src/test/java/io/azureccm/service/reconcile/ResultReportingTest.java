package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.service.informer.ClusterParser;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.informer.WatchedObjects;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceReason;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.ServiceWrite;
import io.azureccm.service.status.StatusFixture;
import io.azureccm.service.status.StatusWrite;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which results are written to Services, which events are due, and what is remembered. */
class ResultReportingTest {
    private static final ServiceResult READY = new ServiceResult.Ready(List.of("20.0.0.1"));
    private static final ServiceResult FAILED = new ServiceResult.Failed("no", RetryReason.FAILED,
            ServiceReason.REJECTED);

    private final VirtualClock clock = new VirtualClock();
    private final Instant now = clock.instant();
    private Effect.Collector<ServiceEffect> effects = new Effect.Collector<>(lane -> false);
    private final ServiceConditions conditions = new ServiceConditions(ConditionOptions.ON, Redaction.of(List.of()));
    private final ResultReporting reporting = new ResultReporting(conditions, ServiceTiming.DEFAULT);

    @Test
    void resultThatTheStatusShowsIsNotWrittenAndAnswersTheChange() {
        KnownState after = report(changed(known("20.0.0.1")), READY);
        assertThat(effects.effects()).isEmpty();
        assertThat(after.requests().open()).isEmpty();
        assertThat(after.memory().results()).containsEntry("u", READY);
        assertThat(reports(after, Report.Served.class)).hasSize(1);
    }

    @Test
    void resultThatTheStatusDoesNotShowIsWrittenOnceAndRemembersNothingBeforeItsEnd() {
        KnownState before = changed(known());
        KnownState after = report(report(before, READY), READY);
        assertThat(effects.effects()).hasSize(1);
        assertThat(effects.isBusy("u")).isTrue();
        assertThat(after.memory().results()).isEmpty();
        assertThat(after.requests().open()).containsKey("u");
    }

    @Test
    void ownWriteCountsAsShown() {
        KnownState before = known();
        StatusWrite own = new StatusWrite("1", "", List.of("20.0.0.1"), List.of(), now);
        Memory memory = before.memory()
                .with(before.memory().reported().with(before.memory().reported().statuses().wrote("u", own)));
        report(before.with(memory), READY);
        assertThat(effects.effects()).isEmpty();
    }

    @Test
    void workThatWasAnnouncedIsWrittenForTheSakeOfItsEvent() {
        KnownState before = known("20.0.0.1");
        Memory memory = before.memory()
                .with(before.memory().reported().events(events -> events.announced(Set.of("u"), Set.of("u"), now)));
        report(before.with(memory), READY);
        assertThat(effects.effects()).hasSize(1);
    }

    @Test
    void failureOfAChangeIsReportedAndThatOfARetryOnlyWhileAnEventSaysSo() {
        KnownState first = report(changed(known()), FAILED);
        assertThat(reports(first, Report.NotProcessed.class)).extracting(Report.NotProcessed::problem)
                .containsExactly("no");
        assertThat(first.memory().reported().events().failing()).containsExactly("u");
        assertThat(first.memory().results()).containsEntry("u", FAILED);

        effects = new Effect.Collector<>(lane -> false);
        ServiceResult other = new ServiceResult.Failed("still no", RetryReason.FAILED, ServiceReason.REJECTED);
        assertThat(reports(report(first.reported(), other), Report.NotProcessed.class)).hasSize(1);
        assertThat(reports(report(known(), other), Report.NotProcessed.class)).as("nobody waits").isEmpty();
        assertThat(reports(report(first.reported(), FAILED), Report.NotProcessed.class)).as("known").isEmpty();
    }

    @Test
    void failureWaitsUntilTheWriteOfAnEarlierResultHasEnded() {
        effects = new Effect.Collector<>("u"::equals);
        KnownState waiting = report(changed(known()), FAILED);
        assertThat(reports(waiting, Report.NotProcessed.class)).isEmpty();
        assertThat(waiting.memory().results()).isEmpty();

        effects = new Effect.Collector<>(lane -> false);
        KnownState after = report(waiting, FAILED);
        assertThat(reports(after, Report.NotProcessed.class)).hasSize(1);
        assertThat(after.memory().results()).containsEntry("u", FAILED);
    }

    @Test
    void resultIsWrittenAsOfThisTurnAndWithTheGenerationOfItsSpec() {
        report(changed(known()), READY);
        assertThat(effects.effects()).singleElement()
                .isInstanceOfSatisfying(ServiceEffect.WriteResult.class, write -> {
                    assertThat(write.before().at()).isEqualTo(now);
                    assertThat(write.before().generation()).contains(7L);
                });
    }

    @Test
    void servedServiceNoLongerFails() {
        KnownState failed = report(changed(known("20.0.0.1")), FAILED).reported();
        ServiceEvent end = new ServiceEvent.ResultWritten("u", READY, false, now, new ServiceWrite(Optional.empty(),
                Optional.empty(), failed.memory().reported().events().began("u")), null);
        KnownState after = new ResultMemory(ServiceTiming.DEFAULT).written(failed,
                (ServiceEvent.ResultWritten) end, now);
        assertThat(after.memory().reported().events().failing()).isEmpty();
        assertThat(after.memory().reported().events().began("u")).isEmpty();
    }

    @Test
    void onlyAResultThatIsAboutTheNodesOfNowAnswersTheirChange() {
        KnownState moved = known("20.0.0.1");
        KnownState waiting = moved
                .with(moved.memory().with(new Memory.NodeRollout(List.of("n1"), Set.of("u"), now.plusMillis(50))));
        assertThat(isAnswered(waiting, true, now)).as("decided before they changed again").isFalse();
        assertThat(isAnswered(waiting, false, now.plusMillis(60))).as("machines were still joining").isFalse();
        assertThat(isAnswered(waiting, true, now.plusMillis(50))).isTrue();
    }

    private boolean isAnswered(KnownState known, boolean nodes, Instant asOf) {
        KnownState after = new ResultMemory(ServiceTiming.DEFAULT).written(known,
                new ServiceEvent.ResultWritten("u", READY, nodes, asOf, ServiceWrite.DONE, null), now.plusSeconds(1));
        assertThat(after.memory().results()).containsEntry("u", READY);
        return after.memory().nodes().waiting().isEmpty();
    }

    private KnownState report(KnownState known, ServiceResult result) {
        return reporting.report(known, new TurnPlan(Optional.empty(), List.of(), Optional.empty(), Map.of(),
                Map.of("u", result), Set.of(), TurnPlan.Batching.NONE), effects, now);
    }

    /** With one Service whose status has these addresses. */
    private KnownState known(String... addresses) {
        WatchedObjects objects = new WatchedObjects(
                Map.of("u", new WatchedService(StatusFixture.withAddresses(addresses), 1, false)),
                Map.of(), Set.of(), Set.of(), Map.of(), Map.of());
        WatchedCluster watched = new ClusterParser(
                new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                        TenantPolicy.DEFAULT, LoadBalancerClass.NONE)),
                new NodeFactsParser("k8s", Set.of(), DrainPolicy.NONE, node -> Optional.empty()))
                .parse(objects);
        return KnownState.begin(now)
                .with(new KnownState.Cluster(watched, watched.state(service -> List.of(addresses), 0, Map.of()),
                        Set.of(), Map.of()));
    }

    private KnownState changed(KnownState known) {
        Requests requests = known.requests().started(Set.of("u"), now);
        return known.with(requests.announced(Set.of("u")));
    }

    private static <T extends Report> List<T> reports(KnownState known, Class<T> kind) {
        return known.reports().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
