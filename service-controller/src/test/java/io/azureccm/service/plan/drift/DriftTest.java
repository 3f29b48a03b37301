package io.azureccm.service.plan.drift;

import static io.azureccm.service.plan.drift.DriftCases.api;
import static io.azureccm.service.plan.drift.DriftCases.balancer;
import static io.azureccm.service.plan.drift.DriftCases.elements;
import static io.azureccm.service.plan.drift.DriftCases.group;
import static io.azureccm.service.plan.drift.DriftCases.lose;
import static io.azureccm.service.plan.drift.DriftCases.publicIp;
import static io.azureccm.service.plan.drift.DriftCases.web;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.ServiceParts;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Elements lost or added in Azure without a change of a Service, a node or the config are drift, and nothing else is. Drift detection does
 * not affect what is written.
 */
class DriftTest {
    private final World world = new World(2);
    private static final PartsReader PARTS = new ServiceParts();

    private LastKnownGood memory = LastKnownGood.NOTHING;

    @ParameterizedTest
    @FieldSource("io.azureccm.service.plan.drift.DriftCases#DAMAGES")
    void whatNobodyAskedForIsDrift(DriftCases.Damage damage) {
        world.service(web().yaml());
        damage.given().accept(world);
        settle();
        damage.done().accept(world);

        Plan plan = world.plan(memory).plan();

        assertThat(changes(plan)).extracting(change -> change.kind() + " " + change.element())
                .containsAll(List.of(damage.elements()));
        // A recreated public IP has another address, which no rule allows yet.
        boolean otherAddress = damage.name().startsWith("public IP and");
        assertThat(changes(plan)).filteredOn(change -> !otherAddress || !change.cause().reason().equals("AccessWanted"))
                .as("%s", plan)
                .allMatch(change -> change.cause().reason().equals("Drift"));
        assertThat(sent(plan)).isEqualTo(sent(world.plan().plan()));
        settle();
        assertThat(world.plan().plan().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @FieldSource("io.azureccm.service.plan.drift.DriftCases#DAMAGES")
    void aLeaderThatHasSeenNothingInPlaceDoesNotCallItDrift(DriftCases.Damage damage) {
        world.service(web().yaml());
        damage.given().accept(world);
        settle();
        memory = LastKnownGood.NOTHING;
        damage.done().accept(world);

        // A security rule whose content does not match its name was changed by another client.
        if (!damage.name().startsWith("sources"))
            assertThat(reasons()).doesNotContain("Drift");
    }

    @Test
    void aLeaderThatHasSeenEverythingInPlaceCallsItDriftAlthoughItWroteNothing() {
        world.service(web().yaml());
        settle();
        memory = LastKnownGood.NOTHING;
        assertThat(settle()).isEmpty();
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        lose(group(world), "securityRules", "");

        assertThat(reasons()).containsExactly("Drift");
    }

    @ParameterizedTest
    @FieldSource("io.azureccm.service.plan.drift.DriftCases#WISHES")
    void whatSomebodyAskedForIsNoDriftFromBeginningToEnd(DriftCases.Damage wish) {
        world.service(web().yaml());
        wish.given().accept(world);
        settle();
        wish.done().accept(world);

        Set<String> reasons = settle();

        assertThat(reasons).isNotEmpty().doesNotContain("Drift");
    }

    @Test
    void changeOfOneServiceBesideTheLossOfAnotherKeepsItsOwnCause() {
        world.service(web().yaml());
        world.service(api().yaml());
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-443");
        world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "10").status("20.0.0.5").yaml());

        assertThat(changes(world.plan(memory).plan()))
                .extracting(change -> change.kind() + " " + change.element() + " " + change.cause())
                .containsExactlyInAnyOrder("UPDATE rule ServiceChanged shop/web", "ADD rule Drift shop/api");
    }

    @Test
    void ruleThatIsLostAndWantedOtherwiseAtOnceIsAskedForByItsService() {
        world.service(web().yaml());
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "10").status("20.0.0.5").yaml());

        assertThat(reasons()).containsExactly("ServiceChanged");
    }

    @Test
    void otherEtagsAndTagsOfOthersAreNoReasonToWriteAnything() {
        world.with("tags", "team=net").service(web().yaml());
        settle();
        world.resources().values().forEach(resource -> resource.put("etag", "W/\"99\""));
        ((ObjectNode) publicIp(world).path("tags")).put("policy", "cost-centre-7");
        balancer(world).withObject("/tags").put("policy", "cost-centre-7");

        assertThat(world.plan(memory).plan().isEmpty()).isTrue();
    }

    @Test
    void whatAFailedWriteOfOursMayHaveDoneIsNoDrift() {
        world.service(web().yaml());
        settle();
        world.service(web().port("TCP", 443).yaml());
        Plan more = world.plan(memory).plan();
        // The write took effect, although its outcome was lost.
        more.ready().forEach(world::applyOne);
        end(more, new Outcome.Unknown("no answer"));
        world.service(web().yaml());

        assertThat(changes(world.plan(memory).plan())).extracting(change -> change.kind() + " " + change.element())
                .contains("REMOVE rule");
        assertThat(reasons()).doesNotContain("Drift");
    }

    @Test
    void whatIsShownAsItWasBeforeAWriteOfOursIsNoDrift() {
        world.service(web().yaml());
        settle();
        balancer(world).put("etag", "W/\"1\"");
        ObjectNode before = balancer(world).deepCopy();
        world.service(web().port("TCP", 443).yaml());
        settle();
        assertThat(balancer(world).path("etag")).isNotEqualTo(before.path("etag"));
        balancer(world).setAll(before);

        assertThat(reasons()).isNotEmpty().doesNotContain("Drift");
    }

    @Test
    void whatIsTakenOffBeforeAWriteOfOursIsShownIsDriftToo() {
        world.service(web().yaml());
        settle();
        world.service(web().port("TCP", 443).yaml());
        Plan more = world.plan(memory).plan();
        more.ready().forEach(world::applyOne);
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        end(more, new Outcome.Applied(balancer(world).deepCopy().put("etag", "W/\"2\"")));

        assertThat(reasons()).containsExactly("Drift");
    }

    @Test
    void whatIsFoundInAFailedResourceIsNoDrift() {
        world.service(web().yaml());
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        ArmJson.properties(balancer(world)).put("provisioningState", "Failed");

        assertThat(reasons()).contains("LastWriteFailed").doesNotContain("Drift");
    }

    @Test
    void driftStaysDriftWhileItCannotBePutRightAndCountsOnce() {
        world.service(web().yaml());
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-80");

        assertThat(found()).isEqualTo(1);
        for (Outcome outcome : List.of(new Outcome.Rejected(403, "RequestDisallowedByPolicy", "no"),
                new Outcome.Unknown("no answer"), new Outcome.Conflict("changed"),
                new Outcome.NotAttempted(Outcome.NotAttempted.Reason.STOPPING, "stops"))) {
            end(world.plan(memory).plan(), outcome);
            assertThat(reasons()).containsExactly("Drift");
            assertThat(found()).isZero();
        }
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        assertThat(found()).as("found again after it was put right").isEqualTo(1);
    }

    @Test
    void whatIsAskedForAgainAfterItWasTakenDownIsNew() {
        world.service(web().yaml());
        settle();
        world.gone("web");
        settle();
        world.forget("web");
        world.service(web().yaml());

        assertThat(settle()).contains("ServiceAdded").doesNotContain("Drift");
    }

    @Test
    void rulesOfARefusedServiceAreRememberedAsTheyWere() {
        world.service(web().yaml());
        world.service(api().yaml());
        settle();
        world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "2").yaml());
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        settle();
        world.service(web().yaml());

        assertThat(reasons()).containsExactly("Drift");
    }

    /** Applies plans until nothing is left to do; returns the reasons of all changes. */
    private Set<String> settle() {
        Set<String> reasons = new HashSet<>();
        for (int round = 0; round < 8; round++) {
            ServicePlan plan = world.plan(memory);
            memory = memory.planned(PARTS, plan.plan(), plan.reading()).after();
            changes(plan.plan()).forEach(change -> reasons.add(change.cause().reason()));
            if (plan.plan().isEmpty())
                return reasons;
            plan.plan().ready().forEach(world::applyOne);
            end(plan.plan(), new Outcome.Applied(null));
        }
        throw new AssertionError("does not settle: " + world.plan().plan());
    }

    private int found() {
        ServicePlan plan = world.plan(memory);
        LastKnownGood.Planned planned = memory.planned(PARTS, plan.plan(), plan.reading());
        memory = planned.after();
        return planned.fresh();
    }

    private void end(Plan plan, Outcome outcome) {
        Map<ArmId, Outcome> outcomes = new HashMap<>();
        plan.operations()
                .forEach(operation -> outcomes.put(operation.target(), operation.isDeferred()
                        ? new Outcome.NotAttempted(Outcome.NotAttempted.Reason.DEFERRED, "")
                        : outcome));
        memory = memory.ended(PARTS, new PlanOutcome(plan, outcomes));
    }

    private List<String> reasons() {
        return changes(world.plan(memory).plan()).stream().map(change -> change.cause().reason()).distinct().toList();
    }

    private static List<Change> changes(Plan plan) {
        return plan.operations().stream().flatMap(operation -> operation.changes().stream()).toList();
    }

    /** Everything that is sent to Azure, in order. */
    private static List<String> sent(Plan plan) {
        List<String> sent = new ArrayList<>();
        for (Operation each : plan.operations()) {
            sent.add(each.verb() + " " + each.target() + " " + each.ifMatch() + " " + each.body() + each.after()
                    + each.awaits() + each.subjects());
        }
        return sent;
    }
}
