package io.azureccm.node.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.RetryState;
import io.azureccm.node.informer.SeenNode;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.plan.Decision.Follow;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownNodeTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final KnownNode node = KnownNode.of(entry("u1", NOW), Schedule.NONE);

    @Test
    void retriesOfOneCauseWaitLongerEachTimeAndAnotherCauseBeginsAnew() {
        KnownNode once = node.followed(new Follow.Retry(Instant.EPOCH), "A", NodeTiming.DEFAULT, NOW);
        assertThat(once.next()).isEqualTo(NOW.plusSeconds(1));
        KnownNode twice = once.with(once.schedule().planned())
                .followed(new Follow.Retry(Instant.EPOCH), "A", NodeTiming.DEFAULT, once.next());
        assertThat(twice.next()).isEqualTo(NOW.plusSeconds(3));
        assertThat(twice.with(twice.schedule().planned())
                .followed(new Follow.Retry(Instant.EPOCH), "B", NodeTiming.DEFAULT, twice.next())
                .next()).isEqualTo(NOW.plusSeconds(4));
    }

    @Test
    void retryWaitsForTheMomentThatAzureNamed() {
        assertThat(node.followed(new Follow.Retry(NOW.plusSeconds(20)), "A", NodeTiming.DEFAULT, NOW).next())
                .isEqualTo(NOW.plusSeconds(20));
    }

    @Test
    void whatBecomesDueDuringAWriteIsDueWhenTheEchoOfTheWriteIsThere() {
        KnownNode writing = node.with(new NodeStage.Writing("node a", new Follow.Nothing(), "")).dueFor(NOW);
        assertThat(writing.isDue(NOW)).isFalse();
        KnownNode written = writing.with(writing.schedule().notBefore(NOW.plusMillis(300)))
                .followed(new Follow.Nothing(), "", NodeTiming.DEFAULT, NOW);
        assertThat(written.next()).isEqualTo(NOW.plusMillis(300));
    }

    @Test
    void nodeThatWaitsForReadsIsLookedAtWhenItChanges() {
        KnownNode reading = node.with(new NodeStage.Reading(Set.of("pool"), Instant.MAX));
        assertThat(reading.isDue(NOW)).isFalse();
        assertThat(reading.dueFor(NOW).isDue(NOW)).isTrue();
    }

    @Test
    void firstChangesAreDueAtOnceAndFurtherOnesEveryTenSeconds() {
        KnownNode restless = node;
        for (int i = 0; i < 10; i++) {
            restless = restless.changed(NOW).dueFor(NOW);
            assertThat(restless.isDue(NOW)).isTrue();
            restless = restless.followed(new Follow.Retry(Instant.EPOCH), "A", NodeTiming.DEFAULT, NOW);
            restless = restless.with(restless.schedule().planned());
        }
        for (int seconds : new int[]{10, 20, 30}) {
            Instant now = NOW.plusSeconds(seconds - 10);
            RetryState before = restless.retry();
            restless = restless.changed(now).dueFor(now).changed(now).dueFor(now);
            assertThat(restless.next()).isEqualTo(NOW.plusSeconds(seconds));
            assertThat(restless.retry()).as("no new attempts at once").isEqualTo(before);
            restless = restless.with(restless.schedule().planned());
        }
        assertThat(restless.changed(NOW.plusSeconds(40)).retry()).isEqualTo(RetryState.NEW);
        assertThat(restless.dueFor(NOW.plusSeconds(40)).isDue(NOW.plusSeconds(40))).isTrue();
    }

    @Test
    void changeIsDueWithinTenSecondsHoweverOftenTheNodeWasPlannedForOtherReasons() {
        KnownNode watched = node;
        for (int i = 0; i < 100; i++)
            watched = watched.with(watched.schedule().changed(NOW).dueAt(NOW).planned());
        assertThat(watched.dueFor(NOW).next()).isEqualTo(NOW.plusSeconds(10));
    }

    @Test
    void readThatANodeWaitsForIsNotForgottenWhenTheNodeChangesAllTheTime() {
        KnownNode reading = node.with(new NodeStage.Reading(Set.of("pool"), Instant.MAX));
        for (int i = 0; i < 10; i++)
            reading = reading.with(reading.schedule().changed(NOW).planned());
        assertThat(reading.dueFor(NOW).stage()).isEqualTo(reading.stage());
    }

    @Test
    void whatWasSeenOfTheMachineHoldsUntilTheNodeTurnsOrIsReplaced() {
        KnownNode missed = node.with(node.history().missed(NOW))
                .with(new NodeStage.Reading(Set.of("pool"), Instant.MAX));
        assertThat(missed.seen(entry("u1", NOW)).history().search().absent()).contains(NOW);
        assertThat(missed.seen(entry("u1", NOW.plusSeconds(1))).history().search().absent()).isEmpty();
        KnownNode failed = missed.followed(new Follow.Retry(Instant.EPOCH), "A", NodeTiming.DEFAULT, NOW);
        KnownNode other = failed.with(new NodeStage.Reading(Set.of("pool"), Instant.MAX))
                .seen(entry("u2", NOW.plusSeconds(1)));
        assertThat(other.retry()).isEqualTo(RetryState.NEW);
        assertThat(other.stage()).isEqualTo(NodeStage.IDLE);
    }

    private static SeenNode entry(String uid, Instant known) {
        Node node = new NodeBuilder().withNewMetadata().withName("a").withUid(uid).endMetadata().build();
        return new SeenNode(node, NodeHistory.from(known, false, false));
    }
}
