package io.azureccm.node.plan;

import static io.azureccm.node.plan.Given.NOW;
import static io.azureccm.node.plan.Given.SETTINGS;
import static io.azureccm.node.plan.Given.found;
import static io.azureccm.node.plan.Given.in;
import static io.azureccm.node.plan.Given.joined;
import static io.azureccm.node.plan.Given.machine;
import static io.azureccm.node.plan.Given.view;
import static io.azureccm.node.plan.Given.writes;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Group;
import io.azureccm.common.machine.Machine.InstanceView;
import io.azureccm.common.machine.Machine.Interconnect;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.Machine.Placement;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.NodeSettings.Topology;
import io.azureccm.node.spec.NodeFacts;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class InitialisationTest {
    private static final Machine ZONED = machine(Kind.UNIFORM, "2", "running", "1");

    private final NodePlanner planner = new NodePlanner(SETTINGS);

    private static NodeSettings with(boolean betaLabels, boolean waitRoutes) {
        return new NodeSettings(SETTINGS.parts(), new Topology(betaLabels, waitRoutes, ConditionOptions.OFF),
                SETTINGS.resourceGroup(),
                SETTINGS.monitorPeriod(), SETTINGS.refreshPeriod(), SETTINGS.grace());
    }

    private String refusal(NodeFacts node, MachineLookup seen) {
        Decision decision = planner.decide(view(node).with(seen));
        assertThat(decision.change()).as("nothing is written beside a refusal").isEmpty();
        return decision.refusal().map(Refusal::code).orElse("");
    }

    @Test
    void aNewNodeIsToldItsAddressesThenItsLabelsAndLosesItsTaintLast() {
        assertThat(writes(planner.decide(view(joined()).with(found(ZONED, new MachineAddress("10.0.0.4", false,
                "20.1.1.1"), new MachineAddress("fd00::4", true, "")))))).isEqualTo(
                        """
                                addresses [] -> [InternalIP=10.0.0.4, InternalIP=fd00::4, Hostname=n1, ExternalIP=20.1.1.1]
                                taint initialised, providerID azure:///subscriptions/S/resourceGroups/rg/providers/Microsoft.Compute/virtualMachineScaleSets/Pool/virtualMachines/3, labels {node.kubernetes.io/instance-type=Standard_D2s_v3, topology.kubernetes.io/region=westeurope, topology.kubernetes.io/zone=westeurope-2}""");
    }

    @ParameterizedTest
    @CsvSource({"UNIFORM,2,1,westeurope-2", "UNIFORM,'',1,1", "UNIFORM,'',0,0", "SINGLE,3,'',westeurope-3",
            "SINGLE,'',2,2", "SINGLE,'','',0", "FLEXIBLE,'','',0", "FLEXIBLE,'',4,4"})
    void theZoneIsThatOfTheRegionOrElseTheFaultDomain(Kind kind, String zone, String faultDomain, String label) {
        assertThat(writes(planner.decide(view(joined()).with(found(machine(kind, zone, "running", faultDomain))))))
                .contains("topology.kubernetes.io/zone=" + label + "}");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aMachineThatKnowsItselfToBeInNoFaultDomainIsInitialisedWithoutZone(Kind kind) {
        Machine machine = machine(kind, "", "running", "").withView(
                Optional.of(new InstanceView("running", Optional.of(""))));

        assertThat(writes(planner.decide(view(joined()).with(found(machine))))).endsWith(
                "labels {node.kubernetes.io/instance-type=Standard_D2s_v3, topology.kubernetes.io/region=westeurope}");
    }

    private static Machine placed(String physicalZone, String subFaultDomain, String group, String subgroup) {
        Placement placement = new Placement("Standard_ND128isr_GB300_v6", "westeurope", "2",
                new Group(physicalZone, subFaultDomain, new Interconnect(group, subgroup)));
        return new Machine(ZONED.id(), ZONED.kind(), ZONED.scaleSet(), ZONED.identity(), placement, ZONED.state(),
                ZONED.interfaces());
    }

    @Test
    void placementFromTheMetadataServiceAddsLabelsAndChangesNone() {
        assertThat(writes(planner.decide(view(joined()).with(found(placed("westeurope-AZ01", "7", "g", "s"))))))
                .endsWith("labels {node.kubernetes.io/instance-type=Standard_ND128isr_GB300_v6,"
                        + " topology.kubernetes.azure.com/interconnect-group=g,"
                        + " topology.kubernetes.azure.com/interconnect-subgroup=s,"
                        + " topology.kubernetes.azure.com/physical-zone=westeurope-AZ01,"
                        + " topology.kubernetes.azure.com/sub-fault-domain=7,"
                        + " topology.kubernetes.io/region=westeurope, topology.kubernetes.io/zone=westeurope-2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "-a", "a b",
            "0123456789012345678901234567890123456789012345678901234567890123"})
    void placementThatIsNoValueOfALabelIsLeftOutAndTheNodeIsInitialised(String value) {
        String writes = writes(planner.decide(view(joined()).with(found(placed(value, value, value, value)))));

        assertThat(writes).contains("taint initialised", "topology.kubernetes.io/zone=westeurope-2")
                .doesNotContain("topology.kubernetes.azure.com");
    }

    @Test
    void aProviderIdThatTheKubeletHasSetIsKept() {
        NodeFacts node = joined(each -> each.editSpec().withProviderID("azure://" + Given.INSTANCE).endSpec());

        assertThat(writes(planner.decide(view(node).with(found(ZONED))))).doesNotContain("providerID");
    }

    @Test
    void labelsThatAreRightAreNotWrittenAgainAndUsersLabelsAreLeftAlone() {
        NodeFacts node = joined(each -> each.editMetadata()
                .addToLabels("topology.kubernetes.io/region", "westeurope")
                .addToLabels("topology.kubernetes.io/zone", "wrong")
                .addToLabels("example.com/mine", "1")
                .endMetadata());

        assertThat(writes(planner.decide(view(node).with(found(ZONED))))).contains(
                "labels {node.kubernetes.io/instance-type=Standard_D2s_v3, topology.kubernetes.io/zone=westeurope-2}");
    }

    @Test
    void deprecatedLabelsAreWrittenWhenAskedFor() {
        assertThat(writes(new NodePlanner(with(true, false)).decide(view(joined()).with(found(ZONED))))).contains(
                "beta.kubernetes.io/instance-type=Standard_D2s_v3",
                "failure-domain.beta.kubernetes.io/region=westeurope",
                "failure-domain.beta.kubernetes.io/zone=westeurope-2");
    }

    @ParameterizedTest
    @CsvSource({"'','',true", "True,Other,false", "False,RouteCreated,false", "False,Other,true"})
    void aNodeThatHasNoRouteYetIsMarkedBeforeAllElse(String status, String reason, boolean marked) {
        NodeFacts node = status.isEmpty()
                ? joined()
                : joined(each -> each.editStatus()
                        .addNewCondition()
                        .withType("NetworkUnavailable")
                        .withStatus(status)
                        .withReason(reason)
                        .endCondition()
                        .endStatus());

        String writes = writes(new NodePlanner(with(false, true)).decide(view(node).with(found(ZONED))));

        assertThat(writes.startsWith("condition NetworkUnavailable True (NodeInitialization)")).isEqualTo(marked);
    }

    @Test
    void factsThatAreMissingKeepTheTaint() {
        assertThat(refusal(joined(), new MachineLookup.Missing(NOW))).isEqualTo("MachineNotFound");
        assertThat(refusal(joined(), new MachineLookup.Incomplete("no address", NOW))).isEqualTo("MachineIncomplete");
        assertThat(refusal(joined(), new MachineLookup.Unknown("throttled", NOW))).isEqualTo("MachineUnknown");
        assertThat(refusal(joined(), new MachineLookup.Ambiguous(List.of(ZONED, ZONED)))).isEqualTo("AmbiguousMachine");
        assertThat(planner.decide(view(joined()).with(new MachineLookup.Ambiguous(List.of(ZONED)))).refusal())
                .hasValueSatisfying(each -> assertThat(each.message()).contains(ZONED.id().toString()));
        assertThat(refusal(joined(), found(sizeless(Kind.SINGLE)))).isEqualTo("MachineIncomplete");
        assertThat(writes(planner.decide(view(joined()).with(found(sizeless(Kind.UNIFORM)))))).endsWith("labels {"
                + "topology.kubernetes.io/region=westeurope, topology.kubernetes.io/zone=westeurope-2}");
        assertThat(refusal(joined(), found(in(ZONED, "Deleting")))).isEqualTo("MachineDeleting");
        assertThat(refusal(joined(), found(machine(Kind.UNIFORM, "", "running", "")))).isEqualTo("FaultDomainNotKnown");
        assertThat(refusal(joined(), found(machine(Kind.UNIFORM, "west", "running", "1")))).isEqualTo("ZoneNotANumber");
    }

    private static Machine sizeless(Kind kind) {
        Machine machine = machine(kind, "2", "running", "1");
        return new Machine(machine.id(), kind, machine.scaleSet(), machine.identity(),
                new Placement("", "westeurope", "2"), machine.state(), List.of());
    }

    @Test
    void aThrottledListIsAskedForAgainWhenAzureAllows() {
        Decision decision = planner
                .decide(view(joined()).with(new MachineLookup.Unknown("throttled", NOW.plusSeconds(40))));

        assertThat(decision.follow()).isEqualTo(new Follow.Retry(NOW.plusSeconds(40)));
    }

    @Test
    void aProvidedAddressThatTheMachineDoesNotHaveKeepsTheTaintAndSaysWhy() {
        NodeFacts node = joined(each -> each.editMetadata()
                .addToAnnotations("alpha.kubernetes.io/provided-node-ip", "10.9.9.9")
                .endMetadata());

        Decision decision = planner.decide(view(node).with(found(ZONED)));

        assertThat(decision.change()).isEmpty();
        assertThat(decision.refusal()).hasValueSatisfying(refusal -> {
            assertThat(refusal.code()).isEqualTo("NodeIPNotFound");
            assertThat(refusal.message()).contains("alpha.kubernetes.io/provided-node-ip", "10.9.9.9", "10.0.0.4");
        });
    }

    @Test
    void anUnmanagedNodeWithoutMachineLosesItsTaintOnlyIfItsKubeletHasNamedIt() {
        NodeFacts nameless = unmanaged("");
        NodeFacts named = unmanaged("azure://n1");
        NodeView missing = view(nameless).with(new MachineLookup.Missing(NOW));

        assertThat(planner.decide(missing).refusal()).map(Refusal::code).contains("NoProviderID");
        assertThat(planner.decide(missing).follow()).isEqualTo(Decision.NOTHING);
        assertThat(planner.question(view(named), List.of())).isEmpty();
        assertThat(writes(planner.decide(view(named)))).isEqualTo("taint initialised");
    }

    @Test
    void anUnmanagedNodeWithAMachineOfItsNameIsInitialisedLikeAnyOther() {
        NodeFacts node = unmanaged("");
        Machine stopped = machine(Kind.SINGLE, "1", "deallocated", "");

        assertThat(planner.question(view(node), List.of())).isPresent();
        assertThat(writes(planner.decide(view(node).with(found(stopped))))).contains("westeurope-1")
                .contains("taint initialised")
                .doesNotContain("shutdown");
    }

    private static NodeFacts unmanaged(String providerId) {
        return joined(each -> each.editMetadata()
                .addToLabels("kubernetes.azure.com/managed", "False")
                .endMetadata()
                .editSpec()
                .withProviderID(providerId.isEmpty() ? null : providerId)
                .endSpec());
    }
}
