package io.azureccm.common.machine.read;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static io.azureccm.common.machine.read.ListedArm.NETWORK;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineQuery.Fact;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.common.machine.MachineRead;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Machines that are missing or cannot be read, one by one: what is known of them, and that they hold up no others. */
class UnreadableMachinesTest {
    private static final String STATES = "/subscriptions/s/providers/Microsoft.Compute/virtualMachines";

    private final ListedArm arm = new ListedArm();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final MachineReader reader = new MachineReader(cloud(), arm, () -> now);

    private static CloudConfig cloud() {
        String text = """
                {"subscriptionId": "s", "resourceGroup": "Rg", "location": "westeurope", "vmType": "vmss"}""";
        return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", text), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }

    private MachineQuery byName(String node) {
        return new MachineQuery(node, Optional.empty(), List.of("Rg"), Freshness.since(now), Set.of(Fact.FAULT_DOMAIN));
    }

    private Lookups<MachineLookup> lookUp(List<MachineQuery> questions) {
        return reader.lookUp(questions);
    }

    /** Looks, and makes all reads that are named, as long as there are any. */
    private Map<String, MachineLookup> settle(List<MachineQuery> questions) {
        Lookups<MachineLookup> answers = lookUp(questions);
        while (!answers.reads().isEmpty()) {
            answers.reads().forEach(reader::read);
            answers = lookUp(questions);
        }
        return answers.lookups();
    }

    @Test
    void machinesThatCannotBeReadTakeNoPlaceOfThoseThatCan() {
        List<MachineQuery> all = IntStream.range(0, 40).mapToObj(i -> byName("vm-" + i)).toList();
        for (int i = 0; i < 40; i++) {
            arm.single("vm-" + i, "vm-" + i, "10.0.0." + (i + 4));
            if (i % 2 == 0)
                arm.fail(COMPUTE + "virtualMachines/vm-" + i, ArmException.Kind.FORBIDDEN, null);
        }
        arm.fail(STATES, ArmException.Kind.FORBIDDEN, null);

        Map<String, MachineLookup> seen = settle(all);
        for (int i = 0; i < 40; i++) {
            if (i % 2 == 1) {
                assertThat(seen.get("vm-" + i)).isInstanceOf(MachineLookup.Found.class);
            } else {
                String name = "virtualMachines/vm-" + i;
                assertThat(seen.get("vm-" + i)).isInstanceOfSatisfying(MachineLookup.Unknown.class, unknown -> {
                    assertThat(unknown.problem()).contains(name + " cannot be read");
                    assertThat(unknown.underWay()).isFalse();
                });
            }
        }
    }

    @Test
    void publicAddressInAnotherGroupThatMayNotBeReadDoesNotHoldUpItsMachine() {
        String other = "/subscriptions/s/resourceGroups/other/providers/Microsoft.Network/publicIPAddresses";
        publicIp("theirs", other + "/pip");
        publicIp("ours", NETWORK + "publicIPAddresses/pip");
        arm.fail(other, ArmException.Kind.FORBIDDEN, null);
        arm.fail(NETWORK + "publicIPAddresses", ArmException.Kind.FORBIDDEN, null);

        Map<String, MachineLookup> seen = settle(List.of(addresses("theirs"), addresses("ours")));
        assertThat(seen.get("theirs")).isInstanceOfSatisfying(MachineLookup.Found.class, found -> assertThat(
                found.addresses()).containsExactly(new MachineAddress("10.0.0.4", false, "")));
        assertThat(seen.get("ours")).as("a mistake in the rights").isInstanceOf(MachineLookup.Unknown.class);

        arm.heal();
        now = now.plusSeconds(60);
        assertThat(settle(List.of(addresses("theirs"))).get("theirs")).isInstanceOfSatisfying(
                MachineLookup.Found.class, found -> assertThat(found.addresses())
                        .containsExactly(new MachineAddress("10.0.0.4", false, "20.1.1.1")));

        arm.fail(other, ArmException.Kind.FORBIDDEN, null);
        now = now.plusSeconds(60);
        assertThat(settle(List.of(addresses("theirs"))).get("theirs")).as("what was read before stays")
                .isInstanceOfSatisfying(MachineLookup.Found.class, found -> assertThat(found.addresses())
                        .containsExactly(new MachineAddress("10.0.0.4", false, "20.1.1.1")));
    }

    private void publicIp(String machine, String id) {
        arm.single(machine, machine, "10.0.0.4").put(NETWORK + "networkInterfaces/" + machine + "-nic", """
                {'properties':{'ipConfigurations':[{'properties':{'privateIPAddress':'10.0.0.4',
                 'publicIPAddress':{'id':'%s'}}}]}}""".formatted(id));
        arm.put(id, "{'properties':{'ipAddress':'20.1.1.1'}}");
    }

    private MachineQuery addresses(String node) {
        return new MachineQuery(node, Optional.empty(), List.of("Rg"), Freshness.since(now), Set.of(Fact.ADDRESSES));
    }

    @ParameterizedTest
    @EnumSource(value = ArmException.Kind.class, names = {"THROTTLED", "UNAVAILABLE"})
    void publicAddressInAnotherGroupThatIsNotReadForAWhileIsAwaited(ArmException.Kind trouble) {
        String other = "/subscriptions/s/resourceGroups/other/providers/Microsoft.Network/publicIPAddresses";
        publicIp("theirs", other + "/pip");
        arm.fail(other, trouble, null);

        assertThat(settle(List.of(addresses("theirs"))).get("theirs")).isInstanceOf(MachineLookup.Unknown.class);
    }

    @Test
    void machineThatAnswersNothingIsAwaitedByItsOwnNodeOnly() throws InterruptedException {
        arm.single("slow", "slow", "10.0.0.4")
                .single("broken", "broken", "10.0.0.5")
                .single("good", "good", "10.0.0.6");
        settle(List.of(new MachineQuery("good", Optional.empty(), List.of("Rg"), Freshness.since(now), Set.of())));
        CountDownLatch gate = arm.hold(COMPUTE + "virtualMachines/slow");
        arm.fail(COMPUTE + "virtualMachines/broken", ArmException.Kind.UNAVAILABLE, null);
        MachineRead hanging = lookUp(List.of(byName("slow"))).reads().getFirst();
        Thread reading = Thread.ofVirtual().start(() -> reader.read(hanging));
        while (!arm.asked.contains("GET virtualMachines/slow"))
            Thread.onSpinWait();

        Map<String, MachineLookup> others = settle(List.of(byName("broken"), byName("good")));
        assertThat(others.get("good")).isInstanceOf(MachineLookup.Found.class);
        Lookups<MachineLookup> both = lookUp(List.of(byName("broken"), byName("slow")));
        assertThat(both.awaited()).containsOnlyKeys("slow");
        gate.countDown();
        reading.join();
    }

    @Test
    void noMoreThanEightAreReadAtATimeHoweverManyHang() throws InterruptedException {
        List<MachineQuery> all = IntStream.range(0, 20).mapToObj(i -> byName("vm-" + i)).toList();
        for (int i = 0; i < 20; i++)
            arm.single("vm-" + i, "vm-" + i, "10.0.0." + (i + 4));
        arm.fail(STATES, ArmException.Kind.FORBIDDEN, null);
        lookUp(all).reads().forEach(reader::read);
        lookUp(all).reads().forEach(reader::read);
        lookUp(all).reads().forEach(reader::read);
        List<MachineRead> reads = lookUp(all).reads();
        assertThat(reads).hasSize(8).allMatch(read -> read.target().startsWith("virtualMachines/vm-"));
        CountDownLatch gate = arm.hold(COMPUTE + reads.getFirst().target());
        Thread hanging = Thread.ofVirtual().start(() -> reader.read(reads.getFirst()));
        while (!arm.asked.contains("GET " + reads.getFirst().target()))
            Thread.onSpinWait();

        assertThat(lookUp(all).reads()).hasSize(7);
        gate.countDown();
        hanging.join();
    }

    @Test
    void missingMachineThatOnlyAnInstanceCouldBeIsThatInstance() {
        arm.scaleSet("pool").scaleSet("other").scaleSet("Pool-B");

        assertThat(missing("pool00000a")).containsExactly(instance("pool", 10));
        assertThat(missing("POOL-B00000Z")).containsExactly(instance("Pool-B", 35));
        assertThat(missing("vm-1")).isEmpty();
        assertThat(missing("pool-00001")).isEmpty();
        assertThat(missing("poolserver")).as("a word is no number of an instance").isEmpty();
        arm.put(COMPUTE + "virtualMachineScaleSets/twin", """
                {'properties':{'orchestrationMode':'Uniform','virtualMachineProfile':{'osProfile':
                 {'computerNamePrefix':'pool'}}}}""");
        now = now.plusSeconds(2);
        assertThat(missing("pool000001")).containsExactlyInAnyOrder(instance("pool", 1), instance("twin", 1));
    }

    @Test
    void unreadableInstanceIsNotTakenForAnotherOneThatIsGone() {
        arm.scaleSet("pool");
        arm.instance("pool", 1, "10.0.0.5").breaks(instance("pool", 1).toString(), 0);

        assertThat(missing("pool000000")).containsExactly(instance("pool", 0));
        assertThat(settle(List.of(byName("pool000001"))).get("pool000001"))
                .isInstanceOfSatisfying(MachineLookup.Unknown.class,
                        unknown -> assertThat(unknown.problem()).contains("pool/virtualMachines/1"));
    }

    /** What breaks, as what element of its list, and what the node on it is told; the other node on it is always found. */
    @ParameterizedTest(name = "{0}, element {1}")
    @CsvSource(delimiter = '|', value = {
            "virtualMachineScaleSets/pool/virtualMachines/0 | 0 | virtualMachineScaleSets/pool/virtualMachines/0 in resource group Rg cannot be read",
            "virtualMachineScaleSets/pool/virtualMachines/0 | 1 | element 1 of the list of virtualMachineScaleSets/pool/virtualMachines in resource group Rg cannot be read",
            "virtualMachineScaleSets/pool/virtualMachines/0/networkInterfaces/nic | 0 | virtualMachineScaleSets/pool/virtualMachines/0/networkInterfaces/nic in resource group Rg cannot be read"})
    void elementThatCannotBeReadIsOneMachine(String broken, int position, String told) {
        arm.scaleSet("pool").instance("pool", 0, "10.0.0.4").instance("pool", 1, "10.0.0.5");
        arm.breaks(COMPUTE + broken, position);
        List<MachineQuery> both = List.of(addressesOf("pool000000"), addressesOf("pool000001"));

        Map<String, MachineLookup> seen = settle(both);
        assertThat(seen.get("pool000001")).isInstanceOf(MachineLookup.Found.class);
        assertThat(seen.get("pool000000")).isInstanceOfSatisfying(MachineLookup.Unknown.class, unknown -> {
            assertThat(unknown.problem()).startsWith(told);
            assertThat(unknown.underWay()).isFalse();
        });
        assertThat(reader.unreadable()).singleElement()
                .satisfies(each -> assertThat(each.describe()).startsWith(told));
        int asked = arm.asked.size();
        settle(both);
        assertThat(arm.asked).as("it is not asked for again at once").hasSize(asked);

        arm.heal();
        now = now.plusSeconds(2);
        assertThat(settle(List.of(addressesOf("pool000000"))).get("pool000000"))
                .isInstanceOf(MachineLookup.Found.class);
        assertThat(reader.unreadable()).isEmpty();
    }

    @Test
    void machineOfAnotherKindThatCannotBeReadIsOneMachineToo() {
        arm.single("one", "one", "10.0.0.4").single("two", "two", "10.0.0.5").single("three", "three", "10.0.0.6");
        arm.breaks(COMPUTE + "virtualMachines/one", 0);
        arm.breaks(NETWORK + "networkInterfaces/two-nic", 0);

        Map<String, MachineLookup> seen = settle(
                List.of(addressesOf("one"), addressesOf("two"), addressesOf("three")));
        assertThat(seen.get("one")).isInstanceOf(MachineLookup.Unknown.class);
        assertThat(seen.get("two")).isInstanceOfSatisfying(MachineLookup.Unknown.class,
                unknown -> assertThat(unknown.problem()).startsWith("networkInterfaces/two-nic"));
        assertThat(seen.get("three")).isInstanceOf(MachineLookup.Found.class);
    }

    @Test
    void machineIsNotMissingWhileItsScaleSetOrAnyMachineThatMayBeItCannotBeRead() {
        arm.scaleSet("pool").scaleSet("broken").instance("pool", 0, "10.0.0.4").instance("broken", 0, "10.0.1.4");
        arm.breaks(COMPUTE + "virtualMachineScaleSets/broken", 0);

        assertThat(settle(List.of(byName("broken000000"))).get("broken000000"))
                .isInstanceOf(MachineLookup.Unknown.class);
        assertThat(settle(List.of(byName("pool000000"))).get("pool000000")).isInstanceOf(MachineLookup.Found.class);
        String gone = COMPUTE + "virtualMachineScaleSets/pool/virtualMachines/7";
        assertThat(settle(List.of(byId(gone))).get("gone")).as("its id tells that it is another machine")
                .isInstanceOf(MachineLookup.Missing.class);
        String instance = COMPUTE + "virtualMachineScaleSets/broken/virtualMachines/0";
        assertThat(settle(List.of(byId(instance))).get("gone")).as("an instance is read without its scale set")
                .isInstanceOf(MachineLookup.Found.class);
    }

    private MachineQuery addressesOf(String node) {
        return new MachineQuery(node, Optional.empty(), List.of("Rg"), Freshness.since(now), Set.of(Fact.ADDRESSES));
    }

    private MachineQuery byId(String id) {
        return new MachineQuery("gone", Optional.of(ArmId.parse(id)), List.of("Rg"), Freshness.since(now), Set.of());
    }

    private Set<ArmId> missing(String node) {
        return ((MachineLookup.Missing) settle(List.of(byName(node))).get(node)).instances();
    }

    private static ArmId instance(String set, int number) {
        return ArmId.parse(COMPUTE + "virtualMachineScaleSets/" + set + "/virtualMachines/" + number);
    }
}
