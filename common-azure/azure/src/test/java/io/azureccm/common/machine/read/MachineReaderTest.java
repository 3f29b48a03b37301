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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MachineReaderTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Set<ArmId> SEVENTH = Set
            .of(ArmId.parse(COMPUTE + "virtualMachineScaleSets/pool/virtualMachines/7"));
    private static final Set<Fact> ALL = Set.of(Fact.ADDRESSES, Fact.FAULT_DOMAIN);

    private final ListedArm arm = new ListedArm();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private MachineReader reader = reader("'vmType':'vmss'");

    private MachineReader reader(String more) {
        String text = "{'subscriptionId':'s','resourceGroup':'Rg','location':'westeurope',%s}".formatted(more)
                .replace('\'', '"');
        CloudConfig cloud = switch (CloudConfigParser.parse(new ConfigLayer("azure.json", text), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
        return new MachineReader(cloud, arm, () -> now);
    }

    private MachineQuery byName(String node) {
        return new MachineQuery(node, Optional.empty(), List.of("Rg"), Freshness.since(now), ALL);
    }

    private MachineQuery byId(String node, String id) {
        return new MachineQuery(node, Optional.of(ArmId.parse(id)), List.of("Rg"), Freshness.since(now), ALL);
    }

    private MachineLookup see(MachineQuery question) {
        return reader.see(List.of(question), TIMEOUT).get(question.node());
    }

    private static MachineLookup.Found found(MachineLookup lookup) {
        assertThat(lookup).isInstanceOf(MachineLookup.Found.class);
        return (MachineLookup.Found) lookup;
    }

    @Test
    void manyInstancesOfOneScaleSetCostThreeLists() {
        arm.scaleSet("pool");
        List<MachineQuery> questions = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            arm.instance("pool", i, "10.0.0." + (i + 4));
            questions.add(byName("pool00000" + i));
        }

        Map<String, MachineLookup> seen = reader.see(questions, TIMEOUT);

        assertThat(seen.values()).hasSize(9).allMatch(MachineLookup.Found.class::isInstance);
        assertThat(found(seen.get("pool000002")).addresses())
                .containsExactly(new MachineAddress("10.0.0.6", false, ""));
        assertThat(arm.asked).containsExactlyInAnyOrder("LIST virtualMachineScaleSets",
                "LIST virtualMachineScaleSets/pool/virtualMachines",
                "LIST virtualMachineScaleSets/pool/networkInterfaces");
    }

    @Test
    void aMachineIdNeedsNoListOfScaleSets() {
        arm.instance("pool", 1, "10.0.0.5");

        assertThat(found(see(byId("any", COMPUTE + "virtualMachineScaleSets/POOL/virtualMachines/1"))).machine()
                .placement()
                .size()).isEqualTo("Standard_D2");
        assertThat(arm.asked).doesNotContain("LIST virtualMachineScaleSets");
    }

    @Test
    void aNameThatIsInNoScaleSetIsLookedForAmongSingleMachines() {
        arm.scaleSet("pool").single("vm-1", "vm-1", "10.0.0.9");

        assertThat(found(see(byName("VM-1"))).addresses()).extracting(MachineAddress::privateIp)
                .containsExactly("10.0.0.9");
    }

    @Test
    void theOwnNameOfASingleMachineGoesBeforeTheComputerNameOfAnother() {
        arm.single("vm-1", "other", "10.0.0.9").single("vm-2", "vm-1", "10.0.0.10");

        assertThat(found(see(byName("vm-1"))).machine().id().name()).isEqualTo("vm-1");
        assertThat(found(see(byName("other"))).machine().id().name()).isEqualTo("vm-1");
    }

    @Test
    void twoMachinesOfOneComputerNameAreToldApartByNobody() {
        arm.single("vm-1", "web", "10.0.0.9").single("vm-2", "web", "10.0.0.10");

        assertThat(see(byName("web"))).isInstanceOfSatisfying(MachineLookup.Ambiguous.class,
                both -> assertThat(both.machines()).hasSize(2));
    }

    @Test
    void aMachineThatIsMissingInAnOldListIsLookedForInANewOne() {
        arm.scaleSet("pool").instance("pool", 0, "10.0.0.4");
        Instant before = now;
        see(byName("pool000000"));
        now = now.plusSeconds(5);
        arm.instance("pool", 1, "10.0.0.5");
        arm.asked.clear();

        MachineQuery joined = new MachineQuery("pool000001", Optional.empty(), List.of("Rg"),
                new Freshness(before, now), ALL);
        assertThat(found(see(joined)).asOf()).isEqualTo(now);
        MachineQuery known = new MachineQuery("pool000000", Optional.empty(), List.of("Rg"),
                new Freshness(before, now), ALL);
        int reads = arm.asked.size();
        see(known);
        assertThat(arm.asked).hasSize(reads);
    }

    @Test
    void missingIsOnlySaidOfAListThatIsRecentEnough() {
        arm.scaleSet("pool").instance("pool", 0, "10.0.0.4");
        assertThat(see(byName("pool000007"))).isEqualTo(new MachineLookup.Missing(now, SEVENTH));
        now = now.plusMillis(300);

        // Asked again a moment later: no new list yet, hence no new answer.
        assertThat(see(byName("pool000007"))).isInstanceOf(MachineLookup.Unknown.class);
        now = now.plusSeconds(1);
        assertThat(see(byName("pool000007"))).isEqualTo(new MachineLookup.Missing(now, SEVENTH));
    }

    @Test
    void aListThatCannotBeReadIsNoProofOfAnything() {
        arm.scaleSet("pool").instance("pool", 0, "10.0.0.4");
        Instant later = now.plusSeconds(40);
        arm.fail(COMPUTE + "virtualMachineScaleSets/pool/virtualMachines", ArmException.Kind.THROTTLED, later);

        assertThat(see(byName("pool000000"))).isInstanceOfSatisfying(MachineLookup.Unknown.class, unknown -> {
            assertThat(unknown.problem()).contains("pool").contains("broken");
            assertThat(unknown.notBefore()).isEqualTo(later);
        });
        int reads = arm.asked.size();
        arm.heal();
        assertThat(see(byName("pool000000"))).isInstanceOf(MachineLookup.Unknown.class);
        assertThat(arm.asked).as("a throttled list is left alone until its time").hasSize(reads);
        now = later;
        assertThat(see(byName("pool000000"))).isInstanceOf(MachineLookup.Found.class);
    }

    @Test
    void aListThatTakesLongHoldsUpOnlyThoseWhoNeedIt() throws InterruptedException {
        arm.instance("slow", 0, "10.0.0.4").instance("fast", 0, "10.0.1.4");
        var gate = arm.hold(COMPUTE + "virtualMachineScaleSets/slow/virtualMachines");
        String id = COMPUTE + "virtualMachineScaleSets/%s/virtualMachines/0";

        Map<String, MachineLookup> seen = reader.see(
                List.of(byId("s", id.formatted("slow")), byId("f", id.formatted("fast"))), Duration.ofMillis(400));

        assertThat(seen.get("f")).isInstanceOf(MachineLookup.Found.class);
        assertThat(seen.get("s")).isInstanceOf(MachineLookup.Unknown.class);
        gate.countDown();
        now = now.plusSeconds(1);
        assertThat(see(byId("s", id.formatted("slow")))).isInstanceOf(MachineLookup.Found.class);
    }

    @Test
    void fewZonelessMachinesAreAskedOneByOneForTheirFaultDomainAndManyByAList() {
        for (int i = 0; i < 9; i++)
            arm.single("vm-" + i, "vm-" + i, "10.0.0." + (i + 4));
        see(byName("vm-0"));
        assertThat(arm.asked).contains("GET virtualMachines/vm-0");
        arm.asked.clear();

        List<MachineQuery> all = new ArrayList<>();
        for (int i = 1; i < 9; i++)
            all.add(byName("vm-" + i));
        reader.see(all, TIMEOUT);
        assertThat(arm.asked).contains("LIST virtualMachines");
    }

    @Test
    void bothFamiliesOfThePrimaryInterfaceAreReportedAndNoOther() {
        arm.single("vm-1", "vm-1", "10.0.0.9");
        arm.put(NETWORK + "networkInterfaces/vm-1-nic", """
                {'properties':{'ipConfigurations':[
                  {'properties':{'privateIPAddressVersion':'IPv6','privateIPAddress':'fd00::9'}},
                  {'properties':{'primary':false,'privateIPAddress':'10.0.0.99'}},
                  {'properties':{'primary':true,'privateIPAddress':'10.0.0.9','publicIPAddress':{'id':'%s'}}}]}}
                """.formatted(NETWORK + "publicIPAddresses/pip"));
        arm.put(NETWORK + "publicIPAddresses/pip", "{'properties':{'ipAddress':'20.1.1.1'}}");

        assertThat(found(see(byName("vm-1"))).addresses()).containsExactly(
                new MachineAddress("10.0.0.9", false, "20.1.1.1"), new MachineAddress("fd00::9", true, ""));
    }

    @Test
    void aMachineWithoutAnAddressIsNotCompleteYet() {
        arm.single("vm-1", "vm-1", "");

        assertThat(see(byName("vm-1"))).isInstanceOfSatisfying(MachineLookup.Incomplete.class, part -> {
            assertThat(part.problem()).contains("vm-1").contains("no private address");
            assertThat(part.asOf()).isEqualTo(now);
        });
    }

    @Test
    void aClusterWithoutSingleMachinesListsNone() {
        reader = reader("'vmType':'vmss','disableAvailabilitySetNodes':true");
        arm.scaleSet("pool").single("vm-1", "vm-1", "10.0.0.9");

        assertThat(see(byName("vm-1"))).isEqualTo(new MachineLookup.Missing(now));
        assertThat(arm.asked).containsExactly("LIST virtualMachineScaleSets");
        assertThat(see(byId("vm-1", COMPUTE + "virtualMachines/vm-1"))).isInstanceOf(MachineLookup.Found.class);
    }

    @Test
    void theDirectAnswerPassesByAllLists() {
        arm.instance("pool", 1, "10.0.0.5");
        ArmId id = ArmId.parse(COMPUTE + "virtualMachineScaleSets/pool/virtualMachines/1");

        assertThat(reader.readDirectly(id)).isPresent();
        arm.remove(id.toString());
        assertThat(reader.readDirectly(id)).isEmpty();
    }

    @Test
    void lookMakesNoCallAndNamesTheReadsThatAreMissing() {
        arm.scaleSet("pool").instance("pool", 0, "10.0.0.4");
        Lookups<MachineLookup> first = reader.lookUp(List.of(byName("pool000000")));
        assertThat(arm.asked).isEmpty();
        assertThat(first.awaited()).containsEntry("pool000000", Set.of("virtualMachineScaleSets"));

        first.reads().forEach(reader::read);
        Lookups<MachineLookup> second = reader.lookUp(List.of(byName("pool000000")));
        assertThat(second.reads()).extracting(MachineRead::target)
                .containsExactly("virtualMachineScaleSets/pool/networkInterfaces",
                        "virtualMachineScaleSets/pool/virtualMachines");
        second.reads().forEach(reader::read);
        Lookups<MachineLookup> third = reader.lookUp(List.of(byName("pool000000")));
        assertThat(third.lookups().get("pool000000")).isInstanceOf(MachineLookup.Found.class);
        assertThat(third.reads()).isEmpty();
        assertThat(arm.asked).hasSize(3);
    }

    @Test
    void lookAwaitsAReadThatIsUnderWayAndNamesItToNobodyAgain() throws InterruptedException {
        arm.scaleSet("pool");
        CountDownLatch gate = arm.hold(COMPUTE + "virtualMachineScaleSets");
        MachineRead read = reader.lookUp(List.of(byName("pool000000"))).reads().getFirst();
        Thread reading = Thread.ofVirtual().start(() -> reader.read(read));
        while (arm.asked.isEmpty())
            Thread.onSpinWait();
        Lookups<MachineLookup> again = reader.lookUp(List.of(byName("pool000000")));
        assertThat(again.reads()).isEmpty();
        assertThat(again.awaited()).containsKey("pool000000");
        gate.countDown();
        reading.join();
    }

    @Test
    void lookNamesNoReadOfWhatIsInAPauseAfterAFailure() {
        arm.fail(COMPUTE + "virtualMachineScaleSets", ArmException.Kind.UNAVAILABLE, null);
        reader.lookUp(List.of(byName("pool000000"))).reads().forEach(reader::read);
        Lookups<MachineLookup> failed = reader.lookUp(List.of(byName("pool000000")));
        assertThat(failed.awaited()).isEmpty();
        assertThat(failed.reads()).isEmpty();
        assertThat(failed.lookups().get("pool000000")).isInstanceOfSatisfying(MachineLookup.Unknown.class,
                unknown -> assertThat(unknown.notBefore()).isAfter(now));
        now = now.plusSeconds(2);
        assertThat(reader.lookUp(List.of(byName("pool000000"))).reads()).hasSize(1);
    }
}
