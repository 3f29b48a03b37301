package io.azureccm.node.plan;

import static io.azureccm.node.plan.Given.NOW;
import static io.azureccm.node.plan.Given.SETTINGS;
import static io.azureccm.node.plan.Given.found;
import static io.azureccm.node.plan.Given.in;
import static io.azureccm.node.plan.Given.machine;
import static io.azureccm.node.plan.Given.old;
import static io.azureccm.node.plan.Given.view;
import static io.azureccm.node.plan.Given.writes;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.MachineExistence;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LifecycleTest {
    private static final NodeFacts UNREADY = old("Unknown", UnaryOperator.identity());
    private static final NodeFacts READY = old("True", UnaryOperator.identity());
    private static final Machine RUNNING = machine(Kind.UNIFORM, "1", "running", "0");

    private final NodePlanner planner = new NodePlanner(SETTINGS);

    private static NodeView at(Instant now, NodeHistory history, MachineLookup lookup) {
        return new NodeView(UNREADY, history, Optional.of(lookup), Optional.empty(), false, now, Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"deallocated,Succeeded,true", "stopped,Succeeded,true", "deallocating,succeeded,true",
            "stopping,Succeeded,false", "running,Succeeded,false", "unknown,Succeeded,false", "stopped,Updating,false",
            "deallocated,Failed,false"})
    void onlyAMachineThatIsStoppedForGoodIsShutDown(String power, String provisioning, boolean down) {
        for (Kind kind : Kind.values()) {
            String writes = writes(planner
                    .decide(view(UNREADY).with(found(in(machine(kind, "1", power, "0"), provisioning)))));

            assertThat(writes).isEqualTo(down
                    ? "taints +node.cloudprovider.kubernetes.io/shutdown:NoSchedule +node.kubernetes.io/out-of-service:NoExecute"
                    : "");
        }
    }

    @Test
    void taintsThatAreThereAreNotAddedAgain() {
        NodeFacts node = old("False", each -> each.editSpec()
                .addNewTaint("NoSchedule", "node.cloudprovider.kubernetes.io/shutdown", null, null)
                .endSpec());

        assertThat(writes(planner.decide(view(node).with(found(machine(Kind.SINGLE, "1", "stopped", ""))))))
                .isEqualTo("taints +node.kubernetes.io/out-of-service:NoExecute");
    }

    @Test
    void aNodeThatIsReadyAgainLosesBothTaintsWithoutAnyQuestion() {
        NodeFacts node = old("True", each -> each.editSpec()
                .addNewTaint("NoSchedule", "node.cloudprovider.kubernetes.io/shutdown", null, null)
                .addNewTaint("NoExecute", "node.kubernetes.io/out-of-service", null, "nodeshutdown")
                .addNewTaint("NoSchedule", "node.kubernetes.io/out-of-service", null, null)
                .endSpec());

        assertThat(planner.question(view(node), List.of())).isEmpty();
        assertThat(writes(planner.decide(view(node)))).isEqualTo(
                "taints -node.cloudprovider.kubernetes.io/shutdown:NoSchedule -node.kubernetes.io/out-of-service=nodeshutdown:NoExecute");
    }

    @Test
    void oneListAloneNeverDeletes() {
        Decision first = planner.decide(view(UNREADY).with(new MachineLookup.Missing(NOW)));

        assertThat(first.change()).isEmpty();
        assertThat(first.follow()).isEqualTo(new Follow.At(NOW.plusSeconds(5)));
    }

    @Test
    void twoListsAndADirectAnswerDelete() {
        NodeHistory history = planner.decide(view(UNREADY).with(new MachineLookup.Missing(NOW))).history();
        NodeView again = at(NOW.plusSeconds(6), history, new MachineLookup.Missing(NOW.plusSeconds(6)));

        Decision second = planner.decide(again);
        assertThat(second.change()).isEmpty();
        assertThat(second.follow()).isInstanceOf(Follow.Check.class);
        assertThat(writes(planner.decide(again.with(MachineExistence.GONE)))).isEqualTo("delete the Node");
    }

    @Test
    void aSecondListThatIsHardlyNewerThanTheFirstIsNoProof() {
        NodeHistory history = planner.decide(view(UNREADY).with(new MachineLookup.Missing(NOW))).history();

        Decision second = planner
                .decide(at(NOW.plusSeconds(6), history, new MachineLookup.Missing(NOW.plusSeconds(2))));

        assertThat(second.follow()).isInstanceOf(Follow.At.class);
    }

    static Stream<MachineExistence> answersThatKeep() {
        return Stream.of(MachineExistence.PRESENT, new MachineExistence.Unknown("403 AuthorizationFailed"));
    }

    @ParameterizedTest
    @MethodSource("answersThatKeep")
    void withoutADirectAnswerTheNodeStays(MachineExistence presence) {
        NodeHistory history = planner.decide(view(UNREADY).with(new MachineLookup.Missing(NOW))).history();
        NodeView again = at(NOW.plusSeconds(6), history, new MachineLookup.Missing(NOW.plusSeconds(6)));

        Decision decision = planner.decide(again.with(presence));

        assertThat(decision.change()).isEmpty();
        assertThat(decision.follow()).isInstanceOf(Follow.At.class);
        assertThat(decision.history().search().absent().isPresent()).as("a machine that is there starts all over")
                .isEqualTo(presence instanceof MachineExistence.Unknown);
    }

    @ParameterizedTest
    @CsvSource({"UNIFORM,true", "SINGLE,true", "FLEXIBLE,false"})
    void aMachineThatIsBeingDeletedCountsAsMissingUnlessItIsFlexible(Kind kind, boolean missing) {
        Decision decision = planner
                .decide(view(UNREADY).with(found(in(machine(kind, "1", "running", "0"), "deleting"))));

        assertThat(decision.change()).isEmpty();
        assertThat(decision.history().search().absent().isPresent()).isEqualTo(missing);
    }

    @Test
    void aNewNodeMayBeAheadOfItsMachineDuringTheGracePeriod() {
        NodeSettings patient = new NodeSettings(SETTINGS.parts(), SETTINGS.topology(), "rg", SETTINGS.monitorPeriod(),
                SETTINGS.refreshPeriod(), Duration.ofDays(2));
        NodeHistory history = NodeHistory.from(NOW, false, false).missed(NOW);

        Decision decision = new NodePlanner(patient)
                .decide(at(NOW.plusSeconds(60), history, new MachineLookup.Missing(NOW.plusSeconds(60)))
                        .with(MachineExistence.GONE));

        assertThat(decision.change()).isEmpty();
        assertThat(decision.follow()).isEqualTo(new Follow.At(UNREADY.identity().created().plus(Duration.ofDays(2))));
    }

    @Test
    void nodesThatNobodyCanAskAboutAreLeftAlone() {
        NodeFacts unmanaged = old("False",
                each -> each.editMetadata().addToLabels("kubernetes.azure.com/managed", "false").endMetadata());
        NodeFacts foreign = old("False", each -> each.editSpec().withProviderID("aws:///i-1").endSpec());

        for (NodeFacts node : List.of(unmanaged, foreign, READY)) {
            assertThat(planner.question(view(node), List.of())).isEmpty();
            assertThat(planner.decide(view(node))).isEqualTo(Decision.none(view(node).history()));
        }
    }

    @Test
    void aMachineThatRunsIsLookedAtLessAndLessOften() {
        NodeView view = view(UNREADY).with(found(RUNNING));
        long[] pauses = new long[8];
        for (int i = 0; i < pauses.length; i++) {
            Decision decision = planner.decide(view);
            Instant next = decision.history().search().due();
            pauses[i] = Duration.between(view.now(), next).toSeconds();
            view = at(next, decision.history(), found(RUNNING));
        }
        assertThat(pauses).containsExactly(5, 10, 20, 40, 80, 160, 300, 300);
    }

    @Test
    void eventsBetweenTwoLooksAskNothing() {
        Decision first = planner.decide(view(UNREADY).with(found(RUNNING)));
        NodeView between = new NodeView(UNREADY, first.history(), Optional.empty(), Optional.empty(), false,
                NOW.plusSeconds(1), Optional.empty());

        assertThat(planner.question(between, List.of())).isEmpty();
        assertThat(planner.decide(between).follow()).isEqualTo(new Follow.At(NOW.plusSeconds(5)));
    }

    /**
     * Whatever is observed in whatever order, a node is deleted only right after a direct answer that its machine is
     * gone.
     */
    @Property(tries = 300)
    void noSequenceOfListsDeletesANodeWithoutADirectAnswer(@ForAll List<Integer> lookups) {
        NodeHistory history = NodeHistory.from(NOW, false, false);
        Instant now = NOW;
        for (int each : lookups) {
            now = now.plusSeconds(Math.floorMod(each, 11));
            MachineLookup seen = switch (Math.floorMod(each, 5)) {
                case 0 -> found(RUNNING);
                case 1 -> new MachineLookup.Unknown("throttled", now);
                case 2 -> found(in(RUNNING, "Deleting"));
                default -> new MachineLookup.Missing(now);
            };
            NodeView view = at(now, history, seen);
            Decision decision = planner.decide(view);
            assertThat(decision.change()).isEmpty();
            if (decision.follow() instanceof Follow.Check)
                decision = planner.decide(view.with(new MachineExistence.Unknown("throttled")));
            assertThat(decision.change()).isEmpty();
            history = decision.history();
        }
    }
}
