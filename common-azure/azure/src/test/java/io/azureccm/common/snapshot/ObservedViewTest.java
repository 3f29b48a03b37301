package io.azureccm.common.snapshot;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.exec.Gate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a store shows as a value, and what a holder of that value marks as outdated. */
class ObservedViewTest extends ObservedStoreFixture {
    private static final Read ADDRESSES = Read.list(IPS, MINUTE);

    @Test
    void aViewStaysAsItIsWhenTheStoreChanges() {
        arm.store(ip("1"), object("{}"));
        list(IPS, MINUTE);
        ObservedView before = store.view();
        put(ip("2"), object("{}"));
        store.invalidate(IPS);

        assertThat(shown(before)).containsExactly("1");
        assertThat(store.view().known(List.of(ADDRESSES), Outdated.NOTHING, now())).as("has to be read again")
                .isEmpty();
    }

    @Test
    void aViewShowsOwnWrites() {
        list(IPS, MINUTE);
        put(ip("2"), object("{}"));

        assertThat(shown(store.view())).containsExactly("2");
    }

    @Test
    void viewsShareTheirEntriesUntilSomethingChanges() {
        list(IPS, MINUTE);
        ObservedView before = store.view();
        assertThat(store.view().entries()).isSameAs(before.entries());
        put(ip("1"), object("{}"));
        assertThat(store.view().entries()).isNotSameAs(before.entries());
        assertThat(store.view().moment()).isGreaterThan(before.moment());
    }

    @Test
    void whatIsTooOldOrWasNeverReadIsNotKnown() {
        list(IPS, MINUTE);
        ObservedView view = store.view();
        assertThat(view.known(List.of(ADDRESSES, Read.list(LBS, MINUTE)), Outdated.NOTHING, now())).isEmpty();
        assertThat(view.known(List.of(ADDRESSES), Outdated.NOTHING, now().plus(MINUTE))).isPresent();
        assertThat(view.known(List.of(ADDRESSES), Outdated.NOTHING, now().plus(MINUTE).plusMillis(1))).isEmpty();
    }

    @Test
    void aBodyFromAnUnfinishedWriteIsEnoughOnlyForWhoAcceptsIt() {
        list(IPS, MINUTE);
        store.accepted(ip("1"), object("{}"));
        assertThat(store.view().known(List.of(ADDRESSES), Outdated.NOTHING, now())).isEmpty();
        assertThat(store.view().known(List.of(ADDRESSES.orPartial()), Outdated.NOTHING, now())).isPresent();
    }

    @Test
    void anOutdatedCollectionConcernsItsResponsesUpToThatMomentOnly() {
        list(IPS, MINUTE);
        list(LBS, MINUTE);
        Outdated outdated = Outdated.NOTHING.with(Set.of(IPS), store.view().moment());
        assertThat(store.view().known(List.of(ADDRESSES), outdated, now())).isEmpty();
        assertThat(store.view().known(List.of(Read.list(LBS, MINUTE)), outdated, now())).isPresent();

        store.invalidate(outdated);
        list(IPS, MINUTE);
        list(LBS, MINUTE);

        assertThat(store.calls()).as("only the addresses were read again").isEqualTo(3);
        assertThat(store.view().known(List.of(ADDRESSES), outdated, now())).isPresent();
        assertThat(outdated.in(store.view())).isEqualTo(Outdated.NOTHING);
    }

    @Test
    void anOutdatedResourceConcernsTheListsThatShowIt() {
        arm.store(ip("1"), object("{}"));
        list(IPS, MINUTE);
        Outdated outdated = Outdated.NOTHING.with(Set.of(ip("1")), store.view().moment());

        assertThat(store.view().known(List.of(ADDRESSES), outdated, now())).isEmpty();
        assertThat(outdated.in(store.view())).as("nothing was read since").isEqualTo(outdated);
    }

    @Test
    void aCallUnderWayWhenSomethingBecameOutdatedIsNotEnough() {
        Gate gate = arm.gateBefore("LIST", IPS);
        var reading = inBackground(() -> list(IPS, MINUTE));
        gate.awaitArrival();
        Outdated outdated = Outdated.NOTHING.everythingAt(store.view().moment());
        gate.open();
        await(reading);

        assertThat(store.view().known(List.of(ADDRESSES), outdated, now())).as("it may show the state before")
                .isEmpty();
        store.invalidate(outdated);
        list(IPS, MINUTE);
        assertThat(store.view().known(List.of(ADDRESSES), outdated, now())).isPresent();
    }

    @Test
    void whatIsOutdatedDoesNotConcernALaterWriteOfOurs() {
        Outdated outdated = Outdated.NOTHING.everythingAt(store.view().moment());
        put(ip("1"), object("{}"));

        assertThat(store.view().known(List.of(Read.get(ip("1"), MINUTE)), outdated, now())).isPresent();
        store.invalidate(outdated);
        get(ip("1"), MINUTE);
        assertThat(store.calls()).isZero();
    }

    @Test
    void responsesInUseAreKept() {
        list(IPS, MINUTE);
        list(LBS, MINUTE);
        clock.advance(Duration.ofMinutes(29));
        store.using(Set.of(ADDRESSES.key()));
        clock.advance(Duration.ofMinutes(2));

        assertThat(store.view().entries()).as("only what is in use").containsOnlyKeys(ADDRESSES.key());
    }

    private List<String> shown(ObservedView view) {
        return names(view.known(List.of(ADDRESSES), Outdated.NOTHING, now()).orElseThrow().of(ADDRESSES));
    }

    private Instant now() {
        return clock.instant();
    }
}
