package io.azureccm.node.plan;

import static io.azureccm.node.plan.Given.NOW;
import static io.azureccm.node.plan.Given.SETTINGS;
import static io.azureccm.node.plan.Given.found;
import static io.azureccm.node.plan.Given.in;
import static io.azureccm.node.plan.Given.joined;
import static io.azureccm.node.plan.Given.machine;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.NodeSettings.Parts;
import io.azureccm.node.plan.NodeSettings.Topology;
import io.azureccm.node.plan.NodeWrite.SetCondition;
import io.azureccm.node.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each obstacle to the initialisation of a node has a reason, and each reason of the catalogue has an obstacle. */
class InitialisationReasonTest {
    private static final Machine ZONED = machine(Kind.UNIFORM, "2", "running", "1");
    private static final NodeFacts OTHER_IP = joined(each -> each.editMetadata()
            .addToAnnotations("alpha.kubernetes.io/provided-node-ip", "10.9.9.9")
            .endMetadata());
    private static final NodeFacts UNMANAGED = joined(each -> each.editMetadata()
            .addToLabels("kubernetes.azure.com/managed", "false")
            .endMetadata());

    private static final NodeFacts READY = joined(each -> each.editStatus()
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .endStatus());

    private final NodePlanner planner = new NodePlanner(new NodeSettings(SETTINGS.parts(),
            new Topology(false, false, ConditionOptions.ON), SETTINGS.resourceGroup(), SETTINGS.monitorPeriod(),
            SETTINGS.refreshPeriod(), SETTINGS.grace()));

    private record Case(InitialisationReason reason, NodeFacts node, MachineLookup lookup) {}

    private static final List<Case> CASES = List.of(
            new Case(InitialisationReason.NODE_IP_NOT_FOUND, OTHER_IP, found(ZONED)),
            new Case(InitialisationReason.NO_PROVIDER_ID, UNMANAGED, new MachineLookup.Missing(NOW)),
            new Case(InitialisationReason.AMBIGUOUS_MACHINE, joined(),
                    new MachineLookup.Ambiguous(List.of(ZONED, ZONED))),
            new Case(InitialisationReason.ZONE_NOT_A_NUMBER, joined(),
                    found(machine(Kind.UNIFORM, "west", "running", "1"))),
            new Case(InitialisationReason.MACHINE_NOT_FOUND, joined(), new MachineLookup.Missing(NOW)),
            new Case(InitialisationReason.MACHINE_DELETING, joined(), found(in(ZONED, "Deleting"))),
            new Case(InitialisationReason.MACHINE_INCOMPLETE, joined(),
                    new MachineLookup.Incomplete("no address", NOW)),
            new Case(InitialisationReason.FAULT_DOMAIN_NOT_KNOWN, joined(),
                    found(machine(Kind.UNIFORM, "", "running", ""))),
            new Case(InitialisationReason.MACHINE_UNKNOWN, joined(), new MachineLookup.Unknown("403", NOW)));

    @Test
    void aNodeThatNobodyInitialisesIsToldSoUnlessSomebodyElseSaysWhy() {
        NodePlanner leaving = new NodePlanner(
                new NodeSettings(new Parts(false, true), new Topology(false, false, ConditionOptions.ON),
                        "rg", SETTINGS.monitorPeriod(), SETTINGS.refreshPeriod(), SETTINGS.grace()));
        NodeHistory history = NodeHistory.from(NOW, true, false);
        Instant later = NOW.plus(InitialisationPlanner.OTHERS);
        NodeView early = new NodeView(READY, history, Optional.empty(), Optional.empty(), false,
                later.minusMillis(1), Optional.empty());
        NodeView late = new NodeView(READY, history, Optional.empty(), Optional.empty(), false, later,
                Optional.empty());
        NodeView told = told(later, "False", "MachineUnknown");

        assertThat(leaving.question(late, List.of())).isEmpty();
        assertThat(leaving.decide(early)).isEqualTo(Decision.wait(new Decision.Follow.At(later), history));
        assertThat(leaving.decide(late).refusal()).hasValueSatisfying(refusal -> {
            assertThat(refusal.code()).isEqualTo(InitialisationReason.INITIALISATION_DISABLED.word());
            assertThat(refusal.message()).contains("--controllers", "cloud-node-manager");
        });
        assertThat(leaving.decide(late).change()).as("the condition").isPresent();
        assertThat(leaving.decide(told)).isEqualTo(Decision.none(history));
        assertThat(leaving.decide(told(later, "True", "Initialized")).refusal()).as("of an earlier time").isPresent();
        assertThat(leaving.decide(told(later, "False", InitialisationReason.INITIALISATION_DISABLED.word())).refusal())
                .as("its own")
                .isPresent();
    }

    private static NodeView told(Instant now, String status, String reason) {
        return new NodeView(READY, NodeHistory.from(NOW, true, false), Optional.empty(), Optional.empty(), false, now,
                Optional.of(new ShownCondition("azureccm.io/Initialized", status, reason, "IMDS", NOW)));
    }

    @Test
    void everyReasonComesFromAnObstacleAndIsShownAtOnceUnlessItMayPass() {
        Set<InitialisationReason> seen = EnumSet.noneOf(InitialisationReason.class);
        for (Case each : CASES) {
            Optional<SetCondition> atOnce = condition(each, NOW, Optional.empty());
            Optional<SetCondition> later = condition(each, NOW.plus(NodeView.REPORTED_AFTER), Optional.empty());

            assertThat(atOnce.isPresent()).as(each.reason().word()).isEqualTo(!each.reason().variesByAttempt());
            assertThat(later).hasValueSatisfying(write -> {
                assertThat(write.type()).isEqualTo("azureccm.io/Initialized");
                assertThat(write.status()).isEqualTo("False");
                assertThat(write.reason()).isEqualTo(each.reason().word());
                assertThat(write.message()).endsWith(". What to do: " + each.reason().remedy());
            });
            seen.add(each.reason());
        }
        seen.add(InitialisationReason.INITIALISATION_DISABLED);
        assertThat(seen).as("the last one has a test of its own")
                .containsExactlyInAnyOrder(InitialisationReason.values());
    }

    @Test
    void whatIsShownIsNotWrittenAgainForAnotherMessageOfWhatMayPass() {
        Instant now = NOW.plus(Duration.ofHours(1));
        Case first = CASES.getLast();
        ShownCondition shown = shown(condition(first, now, Optional.empty()).orElseThrow(), now);
        Case next = new Case(first.reason(), joined(), new MachineLookup.Unknown("503, request 4711", NOW));

        assertThat(condition(next, now.plus(Duration.ofDays(1)), Optional.of(shown))).isEmpty();
    }

    @Test
    void readThatFailsDoesNotReplaceAReasonThatWasFoundALittleBefore() {
        Instant now = NOW.plus(Duration.ofHours(1));
        ShownCondition shown = shown(condition(CASES.get(4), now, Optional.empty()).orElseThrow(), now);

        assertThat(condition(CASES.getLast(), now.plus(Duration.ofMinutes(9)), Optional.of(shown))).isEmpty();
        assertThat(condition(CASES.getLast(), now.plus(Duration.ofMinutes(10)), Optional.of(shown)))
                .map(SetCondition::reason)
                .contains("MachineUnknown");
    }

    private static ShownCondition shown(SetCondition write, Instant at) {
        return new ShownCondition(write.type(), write.status(), write.reason(), write.message(), at);
    }

    private Optional<SetCondition> condition(Case each, Instant now, Optional<ShownCondition> shown) {
        NodeView view = new NodeView(each.node(), NodeHistory.from(NOW, false, false), Optional.of(each.lookup()),
                Optional.empty(), false, now, shown);
        return planner.decide(view)
                .change()
                .flatMap(change -> change.steps()
                        .stream()
                        .map(NodeChange.Step::write)
                        .filter(SetCondition.class::isInstance)
                        .map(SetCondition.class::cast)
                        .findFirst());
    }
}
