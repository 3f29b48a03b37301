package io.azureccm.service.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.informer.ChangedObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Set<String> A = Set.of("uid-a");
    private static final Set<String> B = Set.of("uid-b");

    private final Requests changed = Requests.NONE.changed(new ChangedObjects(A, false), NOW);

    @Test
    void changedServiceSettlesForATenthOfASecondAfterItsLastChange() {
        Requests twice = changed.changed(new ChangedObjects(A, false), after(60));

        assertThat(twice.settles("uid-a", after(159))).contains(after(160));
        assertThat(twice.nextSettled(after(100))).contains(after(160));
        assertThat(twice.settles("uid-a", after(160))).isEmpty();
        assertThat(twice.nextSettled(after(160))).isEmpty();
        assertThat(twice.settles("uid-b", NOW)).isEmpty();
    }

    @Test
    void serviceThatChangesAllTheTimeSettlesASecondAfterItsFirstChange() {
        Requests restless = changed;
        for (int millis = 50; millis <= 5_000; millis += 50)
            restless = restless.changed(new ChangedObjects(A, false), after(millis));

        assertThat(restless.settles("uid-a", after(999))).contains(after(1_000));
        assertThat(restless.settles("uid-a", after(5_000))).isEmpty();
    }

    @Test
    void waitOfAServiceCountsFromItsFirstChange() {
        Requests twice = changed.changed(new ChangedObjects(A, false), after(60));

        assertThat(twice.open().get("uid-a").since()).isEqualTo(NOW);
        assertThat(twice.open().get("uid-a").changed()).isEqualTo(after(60));
    }

    @Test
    void waitOfAServiceCountsFromItsChangeWhenItWasOnlyTriedAgainBefore() {
        Requests requests = Requests.NONE.retried(A, NOW).changed(new ChangedObjects(A, false), after(60));

        assertThat(requests.open().get("uid-a").since()).isEqualTo(after(60));
        assertThat(requests.changes()).containsExactly("uid-a");
    }

    @Test
    void windowClosesWhenNothingHasChangedForAWhile() {
        Requests twice = changed.changed(new ChangedObjects(B, false), after(300));

        assertThat(twice.window().orElseThrow().closes(ServiceTiming.DEFAULT)).isEqualTo(after(700));
    }

    @Test
    void windowClosesAtTheLatestSomeTimeAfterTheFirstChange() {
        Requests burst = changed;
        for (int millis = 300; millis <= 3_000; millis += 300)
            burst = burst.changed(new ChangedObjects(B, false), after(millis));

        assertThat(burst.window().orElseThrow().closes(ServiceTiming.DEFAULT)).isEqualTo(after(3_000));
    }

    @Test
    void nothingIsCollectedAndNothingSettlesWhenTheRestIsKnownAsAfterAStart() {
        Requests begun = Requests.NONE.started(A, NOW);

        assertThat(begun.window()).isEmpty();
        assertThat(begun.settles("uid-a", NOW)).isEmpty();
        assertThat(begun.unannounced(NOW)).containsExactly("uid-a");
        assertThat(begun.nodes()).isTrue();
    }

    @Test
    void serviceThatIsTriedAgainIsWorkedForAtOnceAndIsNoChange() {
        Requests retried = Requests.NONE.retried(A, NOW);

        assertThat(retried.open()).containsOnlyKeys("uid-a");
        assertThat(retried.settles("uid-a", NOW)).isEmpty();
        assertThat(retried.changes()).isEmpty();
        assertThat(retried.unannounced(NOW)).as("its user has heard before").isEmpty();
        assertThat(retried.window()).isEmpty();
    }

    @Test
    void changeIsNotForgottenWhenItsServiceIsTriedAgain() {
        assertThat(changed.retried(A, after(50))).isEqualTo(changed);
        assertThat(changed.retried(Set.of("uid-a", "uid-b"), after(50)).changes()).containsExactly("uid-a");
    }

    @Test
    void changeIsAnnouncedOnceItHasSettledAndAgainWhenAnotherFollows() {
        assertThat(changed.unannounced(after(99))).isEmpty();
        assertThat(changed.unannounced(after(100))).containsExactly("uid-a");
        Requests announced = changed.announced(A);
        assertThat(announced.unannounced(after(100))).isEmpty();

        assertThat(announced.changed(new ChangedObjects(A, false), after(200)).unannounced(after(300)))
                .containsExactly("uid-a");
    }

    @Test
    void answeredServiceWaitsNoMoreAndOthersDo() {
        Requests both = changed.changed(new ChangedObjects(B, false), NOW);

        assertThat(both.answered(A).open()).containsOnlyKeys("uid-b");
        assertThat(both.answered(Set.of("uid-c"))).isSameAs(both);
        assertThat(both.answered(A).window()).isPresent();
    }

    @Test
    void windowAndNodesAreForgottenWhenWhatWasCollectedIsWritten() {
        Requests nodes = changed.changed(new ChangedObjects(Set.of(), true), NOW);
        assertThat(nodes.nodes()).isTrue();

        Requests closed = nodes.closed();

        assertThat(closed.window()).isEmpty();
        assertThat(closed.nodes()).isFalse();
        assertThat(closed.open()).containsOnlyKeys("uid-a");
        assertThat(closed.closed()).isSameAs(closed);
    }

    @Test
    void serviceThatIsGoneWaitsNoMore() {
        assertThat(changed.retain(B).open()).isEmpty();
        assertThat(changed.retain(A)).isSameAs(changed);
    }

    private static Instant after(long millis) {
        return NOW.plus(Duration.ofMillis(millis));
    }
}
