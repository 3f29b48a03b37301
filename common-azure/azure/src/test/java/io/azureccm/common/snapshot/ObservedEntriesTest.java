package io.azureccm.common.snapshot;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import net.jqwik.api.constraints.IntRange;

class ObservedEntriesTest {
    private static final ArmId IPS = ArmId.collection("sub", "rg", ArmTypes.PUBLIC_IP);
    private static final Read LIST = Read.list(IPS, Duration.ofHours(1)).orPartial();
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private Instant now = NOW;
    private ObservedEntries entries = entries(Duration.ofSeconds(15));
    private final Map<ArmId, ObjectNode> truth = new TreeMap<>();
    private final List<Tuple2<CallInFlight, List<ObjectNode>>> underWay = new ArrayList<>();
    private long etag;

    /** As long as only we write, what the store shows is what is there, whatever the order in which calls begin, read and end. */
    @Property(tries = 500)
    void withoutOtherWritersTheStoreAlwaysShowsTheTruth(@ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60) int steps) {
        ObservedEntriesTest model = new ObservedEntriesTest();
        model.entries = model.entries(Duration.ZERO);
        Random random = new Random(seed);
        for (int i = 0; i < steps; i++) {
            model.step(random);
            model.entries.known(LIST).ifPresent(known -> assertThat(known.items()).isEqualTo(model.truth));
        }
        while (!model.underWay.isEmpty()) {
            model.endOne(random);
        }
        model.entries.known(LIST).ifPresent(known -> assertThat(known.items()).isEqualTo(model.truth));
    }

    /** The same with lists that show the state some writes ago: they are recognised by their etags and by what they lack. */
    @Property(tries = 500)
    void aLaggingListIsRecognised(@ForAll long seed, @ForAll @IntRange(min = 2, max = 30) int steps) {
        ObservedEntriesTest model = new ObservedEntriesTest();
        Random random = new Random(seed);
        model.read(model.shown());
        List<List<ObjectNode>> history = new ArrayList<>(List.of(model.shown()));
        for (int i = 0; i < steps; i++) {
            model.writeOne(random);
            history.add(model.shown());
            model.read(history.get(random.nextInt(history.size())));
            assertThat(model.entries.known(LIST).orElseThrow().items()).isEqualTo(model.truth);
        }
    }

    /** Thousands of public IPs come and go: what is kept of them does not add up, and what is read stays. */
    @Example
    void whatOnlyOurOwnWritesBroughtInIsForgottenOnceItHasSettled() {
        read(List.of());
        for (int i = 0; i < 5_000; i++) {
            now = NOW.plusSeconds(i);
            ArmId id = ArmId.of("sub", "rg", ArmTypes.PUBLIC_IP, "ip-" + i);
            entries.written(id, object("{\"id\": \"" + id + "\"}"));
            entries.deleted(id);
            ArmId denied = ArmId.of("sub", "rg", ArmTypes.PUBLIC_IP, "denied-" + i);
            entries.sending(denied);
            entries.denied(denied);
            entries.forgetUnread();
            assertThat(entries.size()).isLessThanOrEqualTo(18);
        }
        now = NOW;
        assertThat(entries.known(LIST)).isPresent();
    }

    /** A list of many pages takes longer than ARM shows older versions. */
    @Example
    void listThatBeganBeforeAWriteHadSettledIsRecognisedAlthoughAnotherCallEndsAfterThat() {
        ObjectNode before = object("{}").put("id", ip("x").toString()).put("etag", "1");
        ObjectNode after = before.deepCopy().put("etag", "2");
        read(List.of(before));
        entries.written(ip("x"), after);
        now = NOW.plusSeconds(10);
        CallInFlight slow = entries.begin(LIST.key());
        anotherCallEnds(NOW.plusSeconds(16));

        now = NOW.plusSeconds(20);
        assertThat(entries.end(slow, ArmList.of(List.of(before))).items())
                .containsExactly(Map.entry(ip("x"), after));
    }

    @Example
    void listThatBeganBeforeADoubtHadSettledIsOutdatedHoweverLongItTakes() {
        ObjectNode before = object("{}").put("id", ip("x").toString()).put("etag", "1");
        read(List.of(before));
        entries.superseded(ip("x"), "1");
        now = NOW.plusSeconds(10);
        CallInFlight slow = entries.begin(LIST.key());
        anotherCallEnds(NOW.plusSeconds(16));
        ArmList shown = ArmList.of(List.of(before));
        now = NOW.plusSeconds(20);
        assertThatThrownBy(() -> entries.end(slow, shown))
                .isInstanceOf(OutdatedResponseException.class);

        now = NOW.plusSeconds(16);
        CallInFlight later = entries.begin(LIST.key());
        now = NOW.plusSeconds(17);
        entries.superseded(ip("x"), "1");
        now = NOW.plusSeconds(20);
        assertThat(entries.end(later, shown).items()).as("what ARM still shows is current")
                .containsExactly(Map.entry(ip("x"), before));
    }

    private ObservedEntries entries(Duration settle) {
        return new ObservedEntries(() -> now, new ObservedStore.Settings(settle, Duration.ofHours(9)));
    }

    private void anotherCallEnds(Instant when) {
        now = when;
        Read other = Read.get(ip("other"), Duration.ofHours(1));
        entries.known(other);
        entries.end(entries.begin(other.key()), ArmList.of(List.of()));
    }

    private void read(List<ObjectNode> shown) {
        entries.known(LIST);
        entries.end(entries.begin(LIST.key()), ArmList.of(shown));
    }

    private void step(Random random) {
        switch (random.nextInt(5)) {
            case 0 -> {
                entries.known(LIST);
                underWay.add(Tuple.of(entries.begin(LIST.key()), null));
            }
            case 1 -> readOne(random);
            case 2 -> endOne(random);
            default -> writeOne(random);
        }
    }

    /** ARM takes the list together at some time between the start and the end of a call. */
    private void readOne(Random random) {
        if (!underWay.isEmpty()) {
            int index = random.nextInt(underWay.size());
            underWay.set(index, Tuple.of(underWay.get(index).get1(), shown()));
        }
    }

    private void endOne(Random random) {
        if (!underWay.isEmpty()) {
            var call = underWay.remove(random.nextInt(underWay.size()));
            entries.end(call.get1(), ArmList.of(call.get2() == null ? shown() : call.get2()));
        }
    }

    private void writeOne(Random random) {
        ArmId target = ip("x" + random.nextInt(4));
        if (random.nextInt(3) == 0) {
            truth.remove(target);
            entries.deleted(target);
        } else {
            ObjectNode body = object("{}").put("id", target.toString()).put("etag", "\"" + ++etag + "\"");
            truth.put(target, body);
            if (random.nextBoolean())
                entries.written(target, body);
            else
                entries.accepted(target, body);
        }
    }

    private List<ObjectNode> shown() {
        return new ArrayList<>(truth.values());
    }
}
