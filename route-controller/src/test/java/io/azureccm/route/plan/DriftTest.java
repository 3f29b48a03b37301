package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.drift.PartsReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Drift is what the route table has lost or gained without a change of a node or the config, and nothing else. */
class DriftTest {
    private record Case(String name, Consumer<World> done, String... changes) {
        @Override
        public String toString() {
            return name;
        }
    }

    private LastKnownGood memory = LastKnownGood.NOTHING;
    private final World world = new World().with("tags", "team=net")
            .node("n1", "10.240.0.4", "10.244.0.0/24")
            .node("n2", "10.240.0.5", "10.244.1.0/24");

    static final List<Case> DAMAGES = List.of(
            new Case("route removed", world -> world.change(table -> routes(table).remove(0)), "ADD route n1"),
            new Case("next hop changed",
                    world -> world.change(table -> properties(table, 0).put("nextHopIpAddress", "10.250.0.4")),
                    "UPDATE route n1"),
            new Case("next hop type changed",
                    world -> world.change(table -> properties(table, 0).put("nextHopType", "None")),
                    "UPDATE route n1"),
            new Case("destination changed",
                    world -> world.change(table -> properties(table, 1).put("addressPrefix", "10.99.0.0/24")),
                    "UPDATE route n2"),
            new Case("route of a node added",
                    world -> world.route("n1____102449024 10.244.9.0/24 VirtualAppliance 10.250.0.4"),
                    "REMOVE route n1"),
            new Case("configured tag changed",
                    world -> world.change(table -> ((ObjectNode) table.path("tags")).put("team", "other")),
                    "UPDATE tag "),
            new Case("table deleted", World::noTable, "ADD resource ", "ADD route n1", "ADD route n2", "ADD tag "));

    @ParameterizedTest
    @FieldSource("DAMAGES")
    void whatNobodyAskedForIsDrift(Case damage) {
        settle();
        damage.done().accept(world);

        Plan plan = world.plan(memory).plan();

        assertThat(changes(plan)).extracting(change -> change.kind() + " " + change.element() + " "
                + change.cause().subject()).containsExactlyInAnyOrder(damage.changes());
        assertThat(changes(plan)).allMatch(change -> change.cause().reason().equals("Drift"));
        assertThat(plan.operations().getFirst().body())
                .isEqualTo(world.plan().plan().operations().getFirst().body());
    }

    @ParameterizedTest
    @FieldSource("DAMAGES")
    void aLeaderThatHasSeenNothingInPlaceDoesNotCallItDrift(Case damage) {
        settle();
        memory = LastKnownGood.NOTHING;
        damage.done().accept(world);

        assertThat(reasons()).isNotEmpty().doesNotContain("Drift");
    }

    static final List<Case> WISHES = List.of(
            new Case("node joined", world -> world.node("n3", "10.240.0.6", "10.244.2.0/24")),
            new Case("node left", world -> world.left("n1")),
            new Case("node has another address", world -> world.node("n1", "10.240.0.9", "10.244.0.0/24")),
            new Case("node has another pod CIDR", world -> world.node("n1", "10.240.0.4", "10.244.7.0/24")),
            new Case("configured tags changed", world -> world.with("tags", "team=core")));

    @ParameterizedTest
    @FieldSource("WISHES")
    void whatSomebodyAskedForIsNoDrift(Case wish) {
        settle();
        wish.done().accept(world);

        assertThat(reasons()).isNotEmpty().doesNotContain("Drift");
    }

    @Test
    void lossBesideAChangeOfAnotherNodeIsToldApart() {
        settle();
        world.change(table -> routes(table).remove(0));
        world.node("n2", "10.240.0.9", "10.244.1.0/24");

        assertThat(changes(world.plan(memory).plan())).extracting(change -> change.cause().toString())
                .containsExactlyInAnyOrder("Drift n1", "NextHopChanged n2");
    }

    @Test
    void whatIsFoundInAFailedTableIsNoDrift() {
        settle();
        world.change(table -> {
            routes(table).remove(0);
            ((ObjectNode) table.path("properties")).put("provisioningState", "Failed");
        });

        assertThat(reasons()).contains("LastWriteFailed").doesNotContain("Drift");
    }

    @Test
    void routeOfAWriteWithoutAnAnswerIsNoDriftWhateverBecameOfIt() {
        settle();
        world.node("n3", "10.240.0.6", "10.244.2.0/24");
        end(world.plan(memory).plan(), new Outcome.Unknown("no answer"));
        world.route("n3____102442024 10.244.2.0/24 VirtualAppliance 10.240.0.6");
        world.left("n3");

        assertThat(reasons()).containsExactly("NodeLeft");
    }

    private void settle() {
        for (int round = 0; round < 3; round++) {
            RoutePlan plan = world.plan(memory);
            memory = memory.planned(PartsReader.ELEMENTS, plan.plan(), plan.reading()).after();
            if (plan.plan().isEmpty())
                return;
            world.converge();
            end(plan.plan(), new Outcome.Applied(world.table().orElseThrow()));
        }
    }

    private void end(Plan plan, Outcome outcome) {
        Map<ArmId, Outcome> outcomes = new HashMap<>();
        plan.operations().forEach(operation -> outcomes.put(operation.target(), outcome));
        memory = memory.ended(PartsReader.ELEMENTS, new PlanOutcome(plan, outcomes));
    }

    private List<String> reasons() {
        return changes(world.plan(memory).plan()).stream().map(change -> change.cause().reason()).distinct().toList();
    }

    private static List<Change> changes(Plan plan) {
        return plan.operations().stream().flatMap(operation -> operation.changes().stream()).toList();
    }

    private static ArrayNode routes(ObjectNode table) {
        return (ArrayNode) table.path("properties").path("routes");
    }

    private static ObjectNode properties(ObjectNode table, int route) {
        return (ObjectNode) routes(table).get(route).path("properties");

    }
}
