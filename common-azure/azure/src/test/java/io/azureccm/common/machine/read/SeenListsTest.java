package io.azureccm.common.machine.read;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineQuery.Fact;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.machine.ScaleSet;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.machine.read.SeenLists.Known;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What lists of machines show is a value, also in a record. */
class SeenListsTest {
    private static final String POOL = COMPUTE + "virtualMachineScaleSets/pool";
    private static final List<String> NODES = List.of("pool000000", "pool000001", "vm-1", "nobody");

    private final ListedArm arm = new ListedArm().scaleSet("pool").instance("pool", 0, "10.0.0.4");
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final MachineReader reader = new MachineReader(cloud(), arm, () -> now);

    @Test
    void whatWasSeenStaysAsItWasWhateverIsReadLater() {
        read();
        SeenMachines before = reader.seen();
        assertThat(reader.seen()).as("nothing changed").isSameAs(before);

        arm.instance("pool", 1, "10.0.0.5");
        now = now.plusSeconds(60);
        read();

        assertThat(lookup(reader.seen(), "pool000001", now)).isInstanceOf(MachineLookup.Found.class);
        assertThat(lookup(before, "pool000001", now.minusSeconds(60))).isInstanceOf(MachineLookup.Missing.class);
    }

    @Test
    void recordAnswersEveryQueryAsTheListsDid() {
        MachineRecord written = reader.record();
        MachineRecord read = reader.record();
        for (Runnable change : changes()) {
            change.run();
            now = now.plusSeconds(30);
            read();
            SeenMachines seen = reader.seen();
            SeenMachines again = read.read(written.write(seen));
            assertThat(again.lookUp(queries(now), now)).isEqualTo(seen.lookUp(queries(now), now));
            assertThat(again.lookUp(queries(now.plusSeconds(1)), now)).as("answers that name reads")
                    .isEqualTo(seen.lookUp(queries(now.plusSeconds(1)), now));
            assertThat(again.lookUpVmSets(sets(), now)).isEqualTo(seen.lookUpVmSets(sets(), now));
        }
    }

    @Test
    void recordHoldsAResponseOnceAndNothingWhileNothingChanges() {
        read();
        MachineRecord record = reader.record();
        JsonNode first = record.write(reader.seen());
        assertThat(first.toString()).containsOnlyOnce("\"vmId\":\"v0\"");
        assertThat(record.write(reader.seen())).isEmpty();

        arm.fail(POOL + "/virtualMachines", ArmException.Kind.UNAVAILABLE, null);
        now = now.plusSeconds(60);
        read();
        assertThat(record.write(reader.seen()).toString()).contains("cannot be read").doesNotContain("\"vmId\":\"v0\"");
    }

    @Test
    void recordDoesNotRepeatAResponseThatIsEqualToTheOneBefore() {
        read();
        MachineRecord written = reader.record();
        MachineRecord read = reader.record();
        read.read(written.write(reader.seen()));

        now = now.plusSeconds(60);
        read();
        JsonNode second = written.write(reader.seen());

        assertThat(second.toString()).contains("\"asOf\":\"2030-01-01T00:01:00Z\"").doesNotContain("\"vmId\":\"v0\"");
        assertThat(read.read(second).lookUp(queries(now), now)).isEqualTo(reader.seen().lookUp(queries(now), now));
    }

    /** Otherwise it would be looked up again at once, and again, for as long as these reads take. */
    @Test
    void machineThatFindsNoPlaceAmongSingleReadsWaitsForThoseUnderWayWhoeverNeedsThem() {
        Map<Source<?>, Known<?>> sources = machines(9);
        for (int i = 0; i < 8; i++)
            sources.put(Source.view(machine(i)), new Known<>(null, SeenLists.UNDER_WAY, now));

        Lookups<MachineLookup> found = new SeenLists(MachineSearch.of(cloud()), sources).lookUp(power(8, 9), now);

        assertThat(found.reads()).isEmpty();
        assertThat(found.awaited().get("vm-8")).hasSize(8).contains("virtualMachines/vm-0");
    }

    @Test
    void machinesWhoseListWasReadAMomentAgoWaitUntilItMayBeReadAgain() {
        Map<Source<?>, Known<?>> sources = machines(5);
        Source<Machine> views = Source.views("s");
        Instant next = now.plusMillis(400);
        sources.put(views, new Known<>(Listing.of(views, ArmList.of(List.of()), now.minusMillis(600)), "", next));

        Lookups<MachineLookup> found = new SeenLists(MachineSearch.of(cloud()), sources).lookUp(power(0, 5), now);

        assertThat(found.reads()).isEmpty();
        assertThat(found.lookups().values()).hasSize(5)
                .allSatisfy(each -> assertThat(((MachineLookup.Unknown) each).notBefore()).isEqualTo(next));
    }

    @Test
    void failureIsToldBeforeAReadThatHasNotEndedWhicheverSourceComesFirst() {
        for (boolean failed : new boolean[]{true, false}) {
            Known<?> one = failed ? new Known<>(null, "cannot be read", now) : underWay();
            Known<?> other = failed ? underWay() : new Known<>(null, "cannot be read", now);
            ArmId pool = ArmId.parse(POOL);
            Map<Source<?>, Instant> wanted = Map.of(Source.instances(pool, true), now, Source.instanceInterfaces(pool),
                    now);
            SeenLists lists = new SeenLists(MachineSearch.of(cloud()),
                    Map.of(Source.instances(pool, true), one, Source.instanceInterfaces(pool), other));

            MachineLookup.Unknown told = lists.unknown(new MoreReadsNeeded(wanted), now);

            assertThat(told.problem()).isEqualTo("cannot be read");
            assertThat(told.underWay()).isFalse();
        }
    }

    @Test
    void ofManySingleMachinesTheFirstByNameAreReadFirst() {
        Map<Source<?>, Known<?>> sources = machines(10);
        Source<Machine> views = Source.views("s");
        sources.put(views, new Known<>(null, "cannot be read", now.plusSeconds(60)));

        Lookups<MachineLookup> found = new SeenLists(MachineSearch.of(cloud()), sources).lookUp(power(0, 10), now);

        assertThat(found.reads()).extracting(MachineRead::target)
                .containsExactlyElementsOf(IntStream.range(0, 8).mapToObj(i -> "virtualMachines/vm-" + i).toList());
    }

    /** A record has it as the name of an operation. */
    @Test
    void nameOfAReadIsTheSameInEveryProcess() {
        assertThat(Source.flexibleViews(ArmId.parse(POOL)).toString()).containsSubsequence("$expand=", "$filter=");
    }

    private static Known<?> underWay() {
        return new Known<>(null, SeenLists.UNDER_WAY, Instant.MAX);
    }

    private Map<Source<?>, Known<?>> machines(int count) {
        List<ObjectNode> shown = IntStream.range(0, count)
                .mapToObj(i -> object("{}").put("id", machine(i).toString()))
                .toList();
        Source<Machine> source = Source.machines("s", "Rg");
        Source<ScaleSet> sets = Source.scaleSets("s", "Rg");
        return new HashMap<>(Map.of(source, new Known<>(Listing.of(source, ArmList.of(shown), now), "", now),
                sets, new Known<>(Listing.of(sets, ArmList.of(List.of()), now), "", now)));
    }

    private static ArmId machine(int number) {
        return ArmId.of("s", "Rg", ArmTypes.VIRTUAL_MACHINE, "vm-" + number);
    }

    private List<MachineQuery> power(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> new MachineQuery("vm-" + i, Optional.empty(), List.of("Rg"), Freshness.since(now),
                        EnumSet.of(Fact.POWER)))
                .toList();
    }

    private List<Runnable> changes() {
        return List.of(() -> {}, () -> arm.instance("pool", 1, "10.0.0.5").single("vm-1", "vm-1", "10.0.0.9"),
                () -> arm.fail(POOL + "/virtualMachines", ArmException.Kind.UNAVAILABLE, null),
                () -> arm.fail(COMPUTE + "virtualMachines", ArmException.Kind.THROTTLED, now.plusSeconds(90)),
                arm::heal, () -> arm.breaks(POOL + "/virtualMachines/1", 2), () -> arm.breaks(POOL, 1), arm::heal,
                () -> arm.remove(POOL + "/virtualMachines/0"), () -> now = now.plus(Duration.ofHours(1)));
    }

    private void read() {
        reader.see(queries(now), Duration.ofMinutes(2));
        for (int round = 0; round < 5; round++)
            reader.seen().lookUpVmSets(sets(), now).reads().forEach(reader::read);
    }

    private static List<MachineQuery> queries(Instant since) {
        List<MachineQuery> queries = new ArrayList<>();
        NODES.forEach(node -> queries.add(new MachineQuery(node, Optional.empty(), List.of("Rg"),
                Freshness.since(since), EnumSet.allOf(Fact.class))));
        return queries;
    }

    private List<VmSetQuery> sets() {
        return List.of(
                new VmSetQuery("pool000000", ArmId.parse(POOL + "/virtualMachines/0"), Freshness.since(now)),
                new VmSetQuery("vm-1", ArmId.parse(COMPUTE + "virtualMachines/vm-1"), Freshness.since(now)));
    }

    private static MachineLookup lookup(SeenMachines seen, String node, Instant since) {
        return seen.lookUp(queries(since), since).lookups().get(node);
    }

    private static CloudConfig cloud() {
        String json = """
                {"subscriptionId": "s", "resourceGroup": "Rg", "location": "westeurope", "vmType": "vmss"}
                """;
        return switch (CloudConfigParser.parse(new ConfigLayer("test", json), Map.of())) {
            case ParsedCloudConfig.Accepted(var config, var told) -> config;
            case ParsedCloudConfig.Rejected(var told) -> throw new AssertionError(told.toString());
        };
    }
}
