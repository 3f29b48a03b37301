package io.azureccm.node.plan.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.VmSet;
import io.azureccm.common.machine.VmSetLookup;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskPlannerTest {
    private static final ArmId SET = ArmId.parse("/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/"
            + "virtualMachineScaleSets/pool");
    private static final ArmId MACHINE = ArmId.parse(SET + "/virtualMachines/0");
    private static final NodeCidrs NODE = PodCidrs.node("a", 0).on(new MachineRef.Azure(MACHINE));
    private static final List<PodRange> DUAL = List.of(range("10.244.0.0/16", 24), range("fd00:10::/48", 64));

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            -,    -,   24, 64
            26,   -,   26, 64
            22,   60,  22, 60
            16,   48,  16, 48
            32,   64,  32, 64
            -,    52,  24, 52
            +25,  -,   25, 64
            025,  -,   25, 64
            '',   '',  24, 64
            """)
    void tagsSayTheLengthOfTheirFamilyAndTheUsualOneIsTakenWhereThereIsNone(String ipv4, String ipv6, int wanted4,
            int wanted6) {
        assertThat(decide(ipv4, ipv6)).isInstanceOfSatisfying(MaskDecision.Known.class, known -> {
            assertThat(known.masks().lengths()).containsExactly(wanted4, wanted6);
            assertThat(known.masks().ignored()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            abc,  -
            0,    -
            00,   -
            24.0, -
            /26,  -
            ' 26', -
            0x1a, -
            """)
    void whatIsNoNumberCountsAsNoTagAndIsTold(String ipv4, String ipv6) {
        assertThat(decide(ipv4, ipv6)).isInstanceOfSatisfying(MaskDecision.Known.class, known -> {
            assertThat(known.masks().lengths()).containsExactly(24, 64);
            assertThat(known.masks().ignored()).singleElement()
                    .isEqualTo(new Refusal("InvalidPodCIDRMask", "a", "tag kubernetesNodeCIDRMaskIPV4 of "
                            + "virtualMachineScaleSets/pool is \"" + ipv4 + "\", expected a number such as 24, "
                            + "which is used instead"));
        });
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            15,  -,  IPV4, 15, 16 to 32
            33,  -,  IPV4, 33, 16 to 32
            -5,  -,  IPV4, -5, 16 to 32
            99999999999999999999, -, IPV4, 99999999999999999999, 16 to 32
            -,   47, IPV6, 47, 48 to 64
            -,   65, IPV6, 65, 48 to 64
            -,   129, IPV6, 129, 48 to 64
            """)
    void whatTheRangeCannotBeCutIntoLetsTheNodeWait(String ipv4, String ipv6, String family, String value,
            String expected) {
        assertThat(decide(ipv4, ipv6)).isInstanceOfSatisfying(MaskDecision.Refused.class, refused -> {
            assertThat(refused.refusal().code()).isEqualTo("PodCIDRMaskOutOfRange");
            assertThat(refused.refusal().message())
                    .startsWith("tag kubernetesNodeCIDRMask" + family + " of virtualMachineScaleSets/pool is " + value
                            + ", expected " + expected);
        });
    }

    @Test
    void namesOfTagsAreReadWithTheirCase() {
        assertThat(decide(Map.of("kubernetesnodecidrmaskipv4", "26"), DUAL))
                .isInstanceOfSatisfying(MaskDecision.Known.class,
                        known -> assertThat(known.masks().lengths()).containsExactly(24, 64));
    }

    @Test
    void lengthsAreInTheOrderOfTheRanges() {
        assertThat(decide(Map.of("kubernetesNodeCIDRMaskIPV4", "26"), DUAL.reversed()))
                .isInstanceOfSatisfying(MaskDecision.Known.class, known -> {
                    assertThat(known.masks().lengths()).containsExactly(64, 26);
                    assertThat(known.masks().origin())
                            .isEqualTo("kubernetesNodeCIDRMaskIPV4=26 (virtualMachineScaleSets/pool)");
                });
    }

    @Test
    void aTagOfAFamilyThatTheClusterDoesNotHaveIsNotRead() {
        assertThat(decide(Map.of("kubernetesNodeCIDRMaskIPV6", "12"), List.of(DUAL.getFirst())))
                .isInstanceOf(MaskDecision.Known.class);
    }

    @Test
    void theUsualLengthIsRefusedWhereTheRangeIsSmaller() {
        assertThat(decide(Map.of(), List.of(range("10.244.0.0/26", 26))))
                .isInstanceOfSatisfying(MaskDecision.Refused.class,
                        refused -> assertThat(refused.refusal().message()).isEqualTo(
                                "without tag kubernetesNodeCIDRMaskIPV4 (virtualMachineScaleSets/pool) its length is "
                                        + "24, expected 26 to 32, which --cluster-cidr 10.244.0.0/26 allows"));
    }

    @Test
    void onlyWhoIsKnownToHaveNoTagGetsTheUsualLength() {
        MaskPlanner planner = new MaskPlanner(DUAL);
        Instant later = Instant.parse("2030-01-01T00:00:00Z");
        assertThat(planner.decide(NODE, Optional.of(new VmSetLookup.Found(Optional.empty()))))
                .isInstanceOf(MaskDecision.Known.class);
        assertThat(planner.decide(PodCidrs.node("a", 0).on(MachineRef.of("aws:///i-1")), Optional.empty()))
                .isInstanceOf(MaskDecision.Known.class);
        assertThat(planner.decide(PodCidrs.node("a", 0).on(MachineRef.ELSEWHERE), Optional.empty()))
                .isInstanceOf(MaskDecision.Known.class);
        assertThat(planner.decide(PodCidrs.node("a", 0).on(MachineRef.of("")), Optional.empty()))
                .isInstanceOf(MaskDecision.NoMachine.class);
        assertThat(planner.decide(NODE, Optional.of(new VmSetLookup.Missing(SET))))
                .isInstanceOf(MaskDecision.Refused.class);
        assertThat(planner.decide(NODE, Optional.of(new VmSetLookup.Unknown("is being read", later, true))))
                .isEqualTo(new MaskDecision.Open(Optional.empty(), later));
        assertThat(planner.decide(NODE, Optional.of(new VmSetLookup.Unknown("500", later, false))))
                .isEqualTo(new MaskDecision.Open(Optional.of(new Refusal("PodCIDRMaskUnknown", "a",
                        "prefix length unknown: 500")), later));
    }

    private static MaskDecision decide(String ipv4, String ipv6) {
        Map<String, String> tags = new HashMap<>();
        if (ipv4 != null)
            tags.put("kubernetesNodeCIDRMaskIPV4", ipv4);
        if (ipv6 != null)
            tags.put("kubernetesNodeCIDRMaskIPV6", ipv6);
        return decide(tags, DUAL);
    }

    private static MaskDecision decide(Map<String, String> tags, List<PodRange> ranges) {
        return new MaskPlanner(ranges).decide(NODE,
                Optional.of(new VmSetLookup.Found(Optional.of(new VmSet(SET, tags)))));
    }

    private static PodRange range(String range, int mask) {
        return new PodRange(PodCidrs.prefix(range), mask, List.of());
    }
}
