package io.azureccm.common.machine.read;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.common.machine.VmSetLookup;
import io.azureccm.common.machine.VmSetQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VmSetFinderTest {
    private final ListedArm arm = new ListedArm();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final MachineReader reader = new MachineReader(cloud(), arm, () -> now);

    @Test
    void oneListOfScaleSetsServesAllInstances() {
        set("virtualMachineScaleSets/a", "26");
        set("virtualMachineScaleSets/b", "22");
        List<VmSetQuery> questions = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            questions.add(query("a" + i, "virtualMachineScaleSets/A/virtualMachines/" + i));
            questions.add(query("b" + i, "virtualMachineScaleSets/b/virtualMachines/" + i));
        }
        Map<String, VmSetLookup> lookups = see(questions);
        assertThat(tag(lookups.get("a7"))).isEqualTo("26");
        assertThat(tag(lookups.get("b499"))).isEqualTo("22");
        assertThat(arm.asked).containsExactly("LIST virtualMachineScaleSets");
    }

    @Test
    void otherMachinesTellTheirSetThemselves() {
        set("virtualMachineScaleSets/flex", "25");
        set("availabilitySets/as", "27");
        machine("in-flex", "'virtualMachineScaleSet':{'id':'" + COMPUTE + "virtualMachineScaleSets/FLEX'}");
        machine("in-as", "'availabilitySet':{'id':'" + COMPUTE.toLowerCase(Locale.ROOT)
                + "availabilitysets/AS'}");
        machine("alone", "");
        Map<String, VmSetLookup> lookups = see(List.of(query("f", "virtualMachines/in-flex"),
                query("a", "virtualMachines/IN-AS"), query("s", "virtualMachines/alone"),
                query("none", "virtualMachines/none")));
        assertThat(tag(lookups.get("f"))).isEqualTo("25");
        assertThat(tag(lookups.get("a"))).isEqualTo("27");
        assertThat(lookups.get("s")).isInstanceOfSatisfying(VmSetLookup.Found.class,
                found -> assertThat(found.set()).isEmpty());
        assertThat(lookups.get("none")).isInstanceOf(VmSetLookup.Missing.class);
        assertThat(arm.asked).containsExactlyInAnyOrder("LIST virtualMachines", "LIST virtualMachineScaleSets",
                "LIST availabilitySets");
    }

    @Test
    void aSetThatIsMissingInAnOldListIsLookedForInANewOne() {
        Instant before = now;
        see(List.of(query("a0", "virtualMachineScaleSets/a/virtualMachines/0")));
        now = now.plusSeconds(30);
        set("virtualMachineScaleSets/a", "26");
        VmSetQuery joined = new VmSetQuery("a0", ArmId.parse(COMPUTE + "virtualMachineScaleSets/a/virtualMachines/0"),
                new Freshness(before, now));
        assertThat(tag(see(List.of(joined)).get("a0"))).isEqualTo("26");
        assertThat(arm.asked).hasSize(2);
    }

    @Test
    void aListThatCannotBeReadIsNoAnswer() {
        arm.fail(COMPUTE + "virtualMachineScaleSets", ArmException.Kind.UNAVAILABLE, null);
        VmSetQuery question = query("a0", "virtualMachineScaleSets/a/virtualMachines/0");
        reader.seen().lookUpVmSets(List.of(question), now).reads().forEach(reader::read);
        Lookups<VmSetLookup> failed = reader.seen().lookUpVmSets(List.of(question), now);
        assertThat(failed.reads()).as("a pause is made").isEmpty();
        assertThat(failed.lookups().get("a0")).isInstanceOfSatisfying(VmSetLookup.Unknown.class, unknown -> {
            assertThat(unknown.problem()).contains("virtualMachineScaleSets cannot be read");
            assertThat(unknown.underWay()).isFalse();
            assertThat(unknown.notBefore()).isAfter(now);
        });
    }

    private Map<String, VmSetLookup> see(List<VmSetQuery> questions) {
        for (int round = 0; round < 5; round++) {
            Lookups<VmSetLookup> answers = reader.seen().lookUpVmSets(questions, now);
            if (answers.reads().isEmpty())
                return answers.lookups();
            answers.reads().forEach(reader::read);
            now = now.plusSeconds(1);
        }
        throw new AssertionError("no end of reads: " + arm.asked);
    }

    private VmSetQuery query(String node, String machine) {
        return new VmSetQuery(node, ArmId.parse(COMPUTE + machine), Freshness.since(now));
    }

    private void set(String path, String mask) {
        arm.put(COMPUTE + path, "{'tags':{'kubernetesNodeCIDRMaskIPV4':'" + mask + "'},'properties':{}}");
    }

    private void machine(String name, String properties) {
        arm.put(COMPUTE + "virtualMachines/" + name, "{'properties':{" + properties + "}}");
    }

    private static String tag(VmSetLookup lookup) {
        assertThat(lookup).isInstanceOf(VmSetLookup.Found.class);
        return ((VmSetLookup.Found) lookup).set().orElseThrow().tags().get("kubernetesNodeCIDRMaskIPV4");
    }

    private static CloudConfig cloud() {
        String text = "{\"subscriptionId\":\"s\",\"resourceGroup\":\"Rg\",\"location\":\"westeurope\"}";
        return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", text), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }
}
