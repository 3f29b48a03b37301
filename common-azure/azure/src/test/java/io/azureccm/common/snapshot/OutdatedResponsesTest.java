package io.azureccm.common.snapshot;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway.PutResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Responses of ARM that are older than an own write, or than what somebody else began. */
class OutdatedResponsesTest extends ObservedStoreFixture {
    @Test
    void anAnswerThatLagsBehindOurWriteIsNotBelievedUntilItHasHadTimeToSettle() {
        ObjectNode before = arm.store(ip("1"), object("{'v':1}"));
        ObjectNode doomed = arm.store(ip("2"), object("{}"));
        list(IPS, MINUTE);
        put(ip("1"), object("{'v':2}"));
        delete(ip("2"));
        put(ip("3"), object("{}"));
        LaggingList lag = new LaggingList(arm, List.of(before, doomed));
        ObservedStore lagging = new ObservedStore(lag, clock, new ObservedStore.Settings(SETTLE, MINUTE));
        lagging.read(Read.list(IPS, MINUTE));
        lagging.written(ip("1"), arm.stored(ip("1")).orElseThrow());
        lagging.deleted(ip("2"));
        lagging.written(ip("3"), arm.stored(ip("3")).orElseThrow());

        Observed seen = lagging.read(Read.list(IPS, Duration.ZERO));
        assertThat(names(seen)).containsExactly("1", "3");
        assertThat(seen.list()).contains(arm.stored(ip("1")).orElseThrow());
        assertThat(seen.isPartial()).isTrue();

        clock.advance(SETTLE);
        assertThat(names(lagging.read(Read.list(IPS, Duration.ZERO)))).containsExactly("1", "2");
    }

    @Test
    void itemThatIsReadByItselfIsRecognisedAsOlderThanOurWriteToo() {
        List<ObjectNode> before = IntStream.range(0, 250)
                .mapToObj(i -> arm.store(ip("ip-" + i), object("{}")))
                .toList();
        ObservedStore lagging = new ObservedStore(new LaggingList(arm, before), clock,
                new ObservedStore.Settings(SETTLE, MINUTE));
        lagging.read(Read.list(IPS, MINUTE));
        ObjectNode written = arm.store(ip("ip-7"), object("{'v':2}"));
        lagging.accepted(ip("ip-7"), written);

        assertThat(lagging.read(Read.list(IPS, MINUTE)).list()).contains(written);
        assertThat(lagging.read(Read.get(ip("ip-7"), MINUTE)).item()).contains(written);
    }

    @Test
    void whatWeWroteIsNotHeldAgainstAnAnswerOnceArmHasDeniedIt() {
        put(ip("1"), object("{}"));
        arm.remove(ip("1"));
        assertThat(names(list(IPS, Duration.ZERO))).as("a list that may lag").containsExactly("1");
        store.doubtful(ip("1"));
        assertThat(names(list(IPS, MINUTE))).isEmpty();
    }

    /** Otherwise success could be reported that a failed write has undone. */
    @Test
    void answerFromBeforeWhatIsKnownIsRefusedAfterAWriteWithUnknownOutcome() {
        ObjectNode before = arm.store(ip("1"), object("{'v':1}"));
        LaggingList lag = new LaggingList(arm, List.of(before));
        ObservedStore lagging = new ObservedStore(lag, clock, new ObservedStore.Settings(SETTLE, MINUTE));
        lagging.read(Read.list(IPS, MINUTE));
        arm.store(ip("1"), object("{'v':2}"));
        lagging.written(ip("1"), arm.stored(ip("1")).orElseThrow());
        lagging.doubtful(ip("1"));

        assertThatThrownBy(() -> lagging.read(Read.list(IPS, Duration.ZERO)))
                .isInstanceOf(OutdatedResponseException.class)
                .hasMessageContaining("publicIPAddresses/1")
                .hasFieldOrPropertyWithValue("until", clock.instant().plus(SETTLE));
        clock.advance(SETTLE);
        assertThat(lagging.read(Read.list(IPS, Duration.ZERO)).list()).containsExactly(before);
    }

    @Test
    void answerWithAnEtagThatArmHasJustDeniedIsRefused() {
        ObjectNode before = arm.store(ip("1"), object("{'v':1}"));
        ObservedStore lagging = new ObservedStore(new LaggingList(arm, List.of(before)), clock,
                new ObservedStore.Settings(SETTLE, MINUTE));
        lagging.read(Read.list(IPS, MINUTE));
        lagging.superseded(ip("1"), before.path("etag").asText());

        assertThatThrownBy(() -> lagging.read(Read.list(IPS, MINUTE))).isInstanceOf(OutdatedResponseException.class);
        clock.advance(SETTLE);
        assertThat(lagging.read(Read.list(IPS, MINUTE)).list()).containsExactly(before);
    }

    /** Otherwise resources that are never written again would be remembered for ever. */
    @Test
    void denialIsForgottenAfterAnHour() {
        ObjectNode shown = arm.store(ip("1"), object("{}"));
        String etag = shown.path("etag").asText();
        store.superseded(ip("1"), etag);
        clock.advance(SETTLE);
        list(IPS, MINUTE);
        clock.advance(Duration.ofHours(1));
        list(IPS, MINUTE);

        store.superseded(ip("1"), etag);
        assertThatThrownBy(() -> list(IPS, MINUTE)).isInstanceOf(OutdatedResponseException.class);
    }

    /** The etag stays where a write does not change the model, and a list that shows it shows nothing older. */
    @Test
    void answerWithTheEtagOfTheLastWriteIsAcceptedAfterALaterOneFailed() {
        arm.store(ip("1"), object("{'v':1}"));
        list(IPS, MINUTE);
        arm.answersEarly();
        put(ip("1"), object("{'v':2}"));
        store.doubtful(ip("1"));

        assertThat(list(IPS, MINUTE).list()).containsExactly(arm.stored(ip("1")).orElseThrow());
    }

    /** Otherwise each denial would hold up everything for as long as the first one. */
    @Test
    void etagThatArmShowsAndDeniesAgainAfterThatTimeIsAcceptedAtOnce() {
        ObjectNode shown = arm.store(ip("1"), object("{}"));
        String etag = shown.path("etag").asText();
        list(IPS, MINUTE);
        store.superseded(ip("1"), etag);
        assertThatThrownBy(() -> list(IPS, MINUTE)).isInstanceOf(OutdatedResponseException.class);
        clock.advance(SETTLE);
        list(IPS, MINUTE);

        store.superseded(ip("1"), etag);
        assertThat(list(IPS, MINUTE).list()).containsExactly(shown);

        put(ip("1"), object("{'v':2}"));
        ObjectNode after = arm.stored(ip("1")).orElseThrow();
        store.superseded(ip("1"), after.path("etag").asText());
        assertThatThrownBy(() -> list(IPS, MINUTE)).isInstanceOf(OutdatedResponseException.class);
    }

    /** Otherwise each list would be taken for an older one, and read again at once, until the write has had time to settle. */
    @Test
    void whatWasReadDuringAWriteIsBelievedMoreThanTheResponseToItsStart() {
        arm.answersEarly();
        store.sending(ip("1"));
        PutResult accepted = arm.put(ip("1"), object("{}"), "");
        ObjectNode attached = arm.store(ip("1"), object("{'v':'attached'}"));
        list(IPS, MINUTE);
        store.accepted(ip("1"), accepted.body().orElseThrow());

        Observed seen = list(IPS, MINUTE);
        assertThat(seen.list()).containsExactly(attached);
        assertThat(seen.isPartial()).isFalse();
    }

    @Test
    void somebodyElsesLaterChangeIsBelievedAtOnce() {
        arm.store(ip("1"), object("{'v':1}"));
        list(IPS, MINUTE);
        put(ip("1"), object("{'v':2}"));
        arm.store(ip("1"), object("{'v':'theirs'}"));
        assertThat(list(IPS, Duration.ZERO).list().getFirst().path("v").asText()).isEqualTo("theirs");
    }

    @ParameterizedTest
    @CsvSource({"Updating, true", "deleting, true", "Creating, true", "Succeeded, false", "Failed, false",
            "Canceled, false"})
    void anOperationThatSomebodyElseBeganIsSeenUntilItIsSeenToHaveEnded(String state, boolean underWay) {
        arm.store(ip("1"), object("{'properties':{'provisioningState':'" + state + "'}}"));
        assertThat(store.underWay(ip("1"))).isEmpty();
        list(IPS, MINUTE);
        assertThat(store.underWay(ip("1"))).isEqualTo(underWay
                ? Optional.of(state + " since 2026-01-01T00:00:00Z or longer")
                : Optional.empty());
        arm.store(ip("1"), object("{'properties':{'provisioningState':'Succeeded'}}"));
        get(ip("1"), Duration.ZERO);
        assertThat(store.underWay(ip("1"))).isEmpty();
    }

    @Test
    void anOperationOnALoadBalancerHoldsBackWritesOfItsPoolsToo() {
        arm.store(loadBalancer("lb"), object("{'properties':{'provisioningState':'Updating'}}"));
        list(LBS, MINUTE);
        assertThat(store.underWay(loadBalancer("lb").child("backendAddressPools", "p")))
                .contains("Updating since 2026-01-01T00:00:00Z or longer");
        assertThat(store.underWay(loadBalancer("other"))).isEmpty();
    }

    @Test
    void ourOwnWriteThatHasEndedIsNotTakenForAnOperationUnderWay() {
        arm.answersEarly();
        put(ip("1"), object("{'properties':{'provisioningState':'Updating'}}"));
        assertThat(store.underWay(ip("1"))).isEmpty();
    }
}
