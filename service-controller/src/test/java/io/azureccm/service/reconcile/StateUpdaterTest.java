package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.management.ThreadMXBean;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.Outcome;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.read.AzureReading.Extent;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.ReadFindings;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.orphan.OrphanFinding;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.WriteEffects;
import io.azureccm.service.status.ServiceWrite;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each event makes of the known state. */
class StateUpdaterTest {
    private static final Operation WRITE = Operation.put(World.id(ArmTypes.PUBLIC_IP, "kubernetes-a1"),
            JsonNodeFactory.instance.objectNode(), "", List.of());

    private final VirtualCluster cluster = new VirtualCluster();
    private final ObservedStateReader reader = new ObservedStateReader(cluster.assembly(), cluster.store);
    private StateUpdater updater;
    private Instant now;
    private KnownState known;

    @BeforeEach
    void aLeaderBegins() {
        cluster.join(0);
        cluster.make("web", 80);
        updater = cluster.updater();
        now = cluster.loop.clock().instant();
        known = updater.begin(now);
    }

    @Test
    void firstTurnOfALeaderLooksForAllServicesAndKnowsNothingOfAzure() {
        update();

        assertThat(known.requests().open()).containsOnlyKeys(uid());
        assertThat(known.lastRefresh()).isEqualTo(now);
        assertThat(known.azure().everything()).isEmpty();
        assertThat(known.azure().frontends()).isEmpty();
    }

    @Test
    void sameEventsOnTheSameStateGiveTheSameState() {
        read();
        List<ServiceEvent> events = events(readEnded(Optional.empty()));

        assertThat(updater.update(known, events, now)).isEqualTo(updater.update(known, events, now));
    }

    @Test
    void stateOfAzureIsPutTogetherFromTheViewOfTheTurn() {
        update();
        read();
        update(readEnded(Optional.empty()));
        assertThat(known.azure().everything()).isPresent();
        assertThat(known.azure().isRefreshed(Extent.EVERYTHING)).isTrue();
        List<ServiceEvent> before = events();

        cluster.store.invalidateAll();

        known = updater.update(known, before, now);
        assertThat(known.azure().everything()).as("the view is from before").isPresent();
        update();
        assertThat(known.azure().everything()).as("everything has to be read again").isEmpty();
    }

    @Test
    void responsesInUseAreThoseThatTheStateIsPutTogetherFrom() {
        update();
        read();
        update(readEnded(Optional.empty()));

        assertThat(known.azure().responses().used()).isNotEmpty()
                .isSubsetOf(known.azure().responses().view().entries().keySet());
    }

    @Test
    void changeDoesNotDiscardWhatHasJustBeenRead() {
        update();
        read();
        update(readEnded(Optional.empty()), changed());
        assertThat(known.azure().everything()).isPresent();
        assertThat(known.lastRefresh()).as("the next turn refreshes").isEqualTo(Instant.MIN);

        update();

        assertThat(known.lastRefresh()).isEqualTo(now);
    }

    @Test
    void everythingIsLookedAtAgainAfterTheDriftPeriod() {
        update();
        Instant first = now;
        now = now.plus(ServiceTiming.DEFAULT.driftPeriod()).minusMillis(1);
        update();
        assertThat(known.lastRefresh()).isEqualTo(first);
        now = now.plusMillis(1);
        update();
        assertThat(known.lastRefresh()).isEqualTo(now);
    }

    @Test
    void failedReadKeepsWhatItLearnedAndIsRetriedLaterAndLater() {
        update();
        ReadProblem problem = ReadProblem.of(new IllegalStateException("no"));
        ReadFindings findings = new ReadFindings(Set.of(WRITE.target()), Map.of(), Set.of(), Set.of(),
                Map.of(), false);
        update(new ServiceEvent.AzureRead(reading(), findings, Optional.of(problem)));
        Duration first = Duration.between(now, known.azure().failure().orElseThrow().until());
        now = now.plus(first);
        update(readEnded(Optional.of(problem)));

        assertThat(known.azure().responses().memory().atNextRefresh()).contains(WRITE.target());
        assertThat(known.azure().isClosed(now)).isTrue();
        assertThat(Duration.between(now, known.azure().failure().orElseThrow().until())).isGreaterThan(first);
        update(readEnded(Optional.empty()));
        assertThat(known.azure().failure()).isEmpty();
    }

    @Test
    void failedWriteIsRememberedWithItsTimeUntilItSucceeds() {
        update(written(new Outcome.Rejected(400, "No", "no")));
        assertThat(known.memory().writes().of(WRITE.target())).isPresent();
        assertThat(known.reports()).anyMatch(report -> report instanceof Report.Wrote);

        update(written(new Outcome.Applied(null)));
        assertThat(known.memory().writes().of(WRITE.target())).isEmpty();
    }

    @Test
    void orphansOfWhichOneCouldNotBeDeletedAreFoundAgainFirst() {
        List<OrphanFinding> orphans = List.of(new OrphanFinding(
                new Orphan(Orphan.Kind.PUBLIC_IP, WRITE.target(), "nobody wants it", "shop/web", false), "", Set.of()));
        known = known.with(orphans);
        update(written(new Outcome.Applied(null)));
        assertThat(known.orphans()).isEqualTo(orphans);
        update(written(new Outcome.Throttled(now.plusSeconds(60), "later", false)));
        assertThat(known.orphans()).isEmpty();
    }

    @Test
    void writeThatWasNotSentChangesNothingOfAzure() {
        update();
        update(new ServiceEvent.AzureRead(reading(), ReadFindings.NOTHING, Optional.empty()));
        int reads = known.azure().reads();
        update(written(new Outcome.NotAttempted(Outcome.NotAttempted.Reason.STOPPING, "stops")));
        assertThat(known.azure().reads()).isEqualTo(reads);

        update(written(new Outcome.Applied(null)));
        assertThat(known.azure().reads()).as("what was written may be read again at once").isZero();
    }

    @Test
    void serviceWithoutFinalizerIsStoppedUntilItCanBeWritten() {
        update();
        assertThat(known.cluster().unfinalized()).containsExactly(uid());
        update(new ServiceEvent.Prepared(new Preparation.AddFinalizer(uid()), ServiceWrite.failed("forbidden")));
        assertThat(known.memory().retries().stopsAt(now).get(uid()).refusal().code()).isEqualTo("NoFinalizer");

        update(new ServiceEvent.Prepared(new Preparation.AddFinalizer(uid()), ServiceWrite.DONE));

        assertThat(known.memory().retries().stopsAt(now)).isEmpty();
        assertThat(known.cluster().unfinalized()).as("whether the watch shows it or not").isEmpty();
    }

    @Test
    void retryThatIsDueBeginsALook() {
        update();
        update(new ServiceEvent.Prepared(new Preparation.AddFinalizer(uid()), ServiceWrite.failed("forbidden")));
        now = known.memory().retries().nextDue(now).orElseThrow();
        update();

        assertThat(known.lastRefresh()).isEqualTo(now);
        assertThat(known.requests().open()).containsKey(uid());
    }

    @Test
    void quotasThatCannotBeReadAreReportedOnce() {
        ServiceEvent failed = new ServiceEvent.QuotasRead(List.of(), Optional.of("forbidden"), Duration.ofHours(1));
        update(failed);
        assertThat(known.reports()).contains(new Report.QuotasUnreadable("forbidden"));
        known = known.reported();
        update(failed);
        assertThat(known.reports()).doesNotContain(new Report.QuotasUnreadable("forbidden"));
    }

    /** Measured by memory allocation, which is independent of the load of the machine. */
    @Test
    void changesOfManyServicesTakeWorkInProportionToTheirNumber() {
        double few = bytesOfChanges(200);
        assertThat((double) bytesOfChanges(400)).isLessThan(2.6 * few);
    }

    private long bytesOfChanges(int services) {
        for (int i = 0; i < services; i++)
            cluster.make("web" + i, 1_000 + i);
        update();
        ServiceEvent[] all = known.services()
                .stream()
                .map(each -> new ServiceEvent.ClusterChanged(ChangedObjects.service(each.uid())))
                .toArray(ServiceEvent[]::new);
        update(all);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadAllocatedBytes();
        update(all);
        return threads.getCurrentThreadAllocatedBytes() - start;
    }

    private void update(ServiceEvent... ended) {
        known = updater.update(known, events(ended), now);
    }

    /** These, and what the watches and the responses show. */
    private List<ServiceEvent> events(ServiceEvent... ended) {
        List<ServiceEvent> events = new ArrayList<>(List.of(ended));
        events.add(new ServiceEvent.ClusterSeen(cluster.watched()));
        events.add(new ServiceEvent.AzureSeen(reader.view()));
        return events;
    }

    private void read() {
        assertThat(reader.read(known.subject(), reading(), known.azure().responses().memory()).problem())
                .isEmpty();
    }

    private static AzureReading reading() {
        return new AzureReading(Extent.EVERYTHING, MissingReads.NONE);
    }

    private static ServiceEvent readEnded(Optional<ReadProblem> problem) {
        return new ServiceEvent.AzureRead(reading(), ReadFindings.NOTHING, problem);
    }

    private ServiceEvent changed() {
        return new ServiceEvent.ClusterChanged(new ChangedObjects(Set.of(uid()), false));
    }

    private ServiceEvent written(Outcome outcome) {
        return new ServiceEvent.Written(new WriteEffects.Ended(WRITE, outcome, false, reader.moment()));
    }

    private String uid() {
        return known.cluster().clusterState().services().getFirst().uid();
    }
}
