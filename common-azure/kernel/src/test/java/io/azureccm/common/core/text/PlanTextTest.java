package io.azureccm.common.core.text;

import static io.azureccm.common.core.Given.id;
import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Given;
import io.azureccm.common.core.GoldenFile;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    private static final PlanText TEXT = PlanText.of("services");
    private static final Cause ADDED = new Cause("ServiceAdded", "shop/web");
    private static final String ETAG = "W/\"8f2e41c0-1111-2222-3333-444444444444\"";

    private static Plan mixedPlan() {
        ArmId pip = ip("kubernetes-a1b2");
        ArmId instance = id(ArmTypes.SCALE_SET, "nodes").child("virtualMachines", "4");
        Operation lb = Operation.put(loadBalancer("kubernetes"), object("{'name':'kubernetes'}"), ETAG, List.of(
                Change.add("frontend", "a1b2-v4", ADDED), Change.add("rule", "a1b2-v4-TCP-443", ADDED),
                Change.update("probe", "c3d4-TCP-80", List.of(new FieldChange("intervalInSeconds", "5", "15"),
                        new FieldChange("probeThreshold", "", "2")), new Cause("AnnotationChanged", "pay/api")),
                Change.remove("rule", "old", new Cause("ServiceDeleted", "old/app"))))
                .after(Set.of(pip, ip("not-in-this-plan")));
        return new Plan("lb=kubernetes", List.of(lb,
                Operation.put(pip, object("{}"), "", List.of(Change.create(pip, ADDED))),
                Operation.put(id(ArmTypes.SECURITY_GROUP, "nodes"), object("{}"), ETAG,
                        List.of(Change.add("rule", "allow-443", ADDED)))
                        .awaiting(Set.of("address of kubernetes-a1b2")),
                Operation.put(ip("kubernetes-c3d4"), object("{}"), ETAG, List.of(Change.update(Change.RESOURCE,
                        "kubernetes-c3d4", List.of(new FieldChange("idleTimeoutInMinutes", "4", "10")),
                        new Cause("AnnotationChanged", "pay/api")))),
                Operation.put(instance, object("{}"), "\"7\"",
                        List.of(Change.add("pool", "kubernetes", new Cause("NodeJoined", "node-4")))),
                Operation.delete(ip("kubernetes-e5f6"), List.of(Change.remove(Change.RESOURCE, "kubernetes-e5f6",
                        new Cause("ServiceDeleted", "old/app")))).after(Set.of(lb.target()))),
                List.of(new Refusal("NotOwned", "old/legacy", "public IP \"vip-7\" belongs to cluster blue")),
                new Plan.Basis(3, 212, 4_200));
    }

    @Test
    void aPlanReadsLikeThis() {
        GoldenFile.assertMatches("plan-mixed.txt",
                TEXT.render(mixedPlan(), new PlanNumbers(1841, 0, "writes 187/200", "")));
    }

    @Test
    void readsWritesToKubernetesAndWhatIsWaitedForAreInThePlan() {
        ArmId lb = loadBalancer("kubernetes");
        Plan plan = new Plan("lb=kubernetes", List.of(Operation.put(lb, object("{}"), "", List.of())), List.of(),
                Plan.Basis.NONE,
                new Schedule(List.of(Step.read("loadBalancers/kubernetes", "NotKnown"),
                        new Step(Step.Kind.KUBERNETES, "service shop/web", "finalizer +", ADDED, "approval")),
                        Map.of(lb, "the address of shop/web")));

        assertThat(TEXT.render(plan).replaceAll("(?<=\\S) {2,}", " | ")).isEqualTo("""
                Plan lb=kubernetes
                  < read loadBalancers/kubernetes | NotKnown
                  ~ loadBalancers/kubernetes | PUT | waits for the address of shop/web
                  > service shop/web | finalizer + | ServiceAdded shop/web | waits for approval
                  calls: 1 writes, 1 to Kubernetes""");
        assertThat(PlanJson.of(plan, PlanNumbers.NONE).at("/operations/0/waitsFor").asText())
                .isEqualTo("the address of shop/web");
        assertThat(PlanJson.of(plan, PlanNumbers.NONE).at("/steps/1/waitsFor").asText()).isEqualTo("approval");
    }

    @Test
    void aPlanThatWritesNothingIsOneLine() {
        Plan plan = new Plan("lb=kubernetes", List.of(), List.of(), new Plan.Basis(0, 212, 61_000));
        assertThat(TEXT.render(plan, PlanNumbers.of(7))).isEqualTo(
                "Plan #7  lb=kubernetes  services=0 changed / 212 known  snapshot age 61s  nothing to write");
    }

    @Test
    void refusalsShowThoughNothingIsWritten() {
        Plan plan = new Plan("lb=kubernetes", List.of(),
                List.of(new Refusal("BadValue", "shop/web", "idle timeout 3 is not within 4..100")), Plan.Basis.NONE);
        GoldenFile.assertMatches("plan-refused.txt", TEXT.render(plan));
    }

    @Test
    void longListsAreCutAndSaySo() {
        List<Change> changes = IntStream.range(0, 9).mapToObj(i -> Change.add("rule", "r" + i, ADDED)).toList();
        List<Operation> operations = IntStream.range(0, 5)
                .mapToObj(i -> Operation.put(ip("x" + i), object("{}"), "", changes))
                .toList();
        List<Refusal> refusals = IntStream.range(0, 4)
                .mapToObj(i -> new Refusal("BadValue", "ns/s" + i, "no"))
                .toList();
        GoldenFile.assertMatches("plan-long.txt",
                new PlanText("services", 2, 3, 1).render(new Plan("all", operations, refusals, Plan.Basis.NONE)));
    }

    @Test
    void outcomesReadLikeThis() {
        Plan plan = mixedPlan();
        Map<ArmId, Outcome> outcomes = new LinkedHashMap<>();
        plan.operations().forEach(operation -> outcomes.put(operation.target(), new Outcome.Applied(null)));
        outcomes.put(ip("kubernetes-c3d4"), new Outcome.Throttled(Instant.EPOCH, "too many writes"));
        outcomes.put(id(ArmTypes.SECURITY_GROUP, "nodes"),
                new Outcome.NotAttempted(Reason.DEFERRED, "awaits address of kubernetes-a1b2"));
        outcomes.put(ip("kubernetes-e5f6"), new Outcome.NoChange());
        GoldenFile.assertMatches("outcome-mixed.txt",
                TEXT.render(new PlanOutcome(plan, outcomes), PlanNumbers.of(1841), Duration.ofMillis(2_345)));
    }

    @Test
    void noValueFromOutsideCanForgeALine() {
        Plan plan = new Plan("lb=a\nPlan #9", List.of(),
                List.of(new Refusal("BadValue", "shop/web", "no\n  - loadBalancers/kubernetes\tDELETE\u001b[2J")),
                Plan.Basis.NONE);
        assertThat(TEXT.render(plan).lines()).hasSize(3);
        assertThat(TEXT.render(plan)).doesNotContain("\u001b");
    }

    @Test
    void anActionIsShownByItsName() {
        Plan plan = Given.plan(
                Operation.post(Given.loadBalancer("lb"), "migrateToIpBased", object("{'pools':['p']}"), List.of()));
        assertThat(TEXT.render(plan)).contains("~ loadBalancers/lb  POST migrateToIpBased");
        assertThat(PlanJson.withBodies(plan, PlanNumbers.NONE).at("/operations/0/action").asText())
                .isEqualTo("migrateToIpBased");
        assertThat(PlanJson.withBodies(plan, PlanNumbers.NONE).at("/operations/0/body/pools/0").asText())
                .isEqualTo("p");
    }

    @Test
    void longValuesAreShortened() {
        Change change = Change.update("rule", "r", List.of(new FieldChange("sources", "[]", "x".repeat(5_000))), ADDED);
        assertThat(TEXT.render(new Plan("a", List.of(Operation.put(ip("a"), object("{}"), "", List.of(change))),
                List.of(), Plan.Basis.NONE)).length()).isLessThan(400);
    }

    @Test
    void lastLineNamesTheLimitsThatAreNear() {
        Plan plan = Given.plan(Given.put(ip("a")));
        String near = "loadBalancers/kubernetes: pool-members 4100 of 5000";
        assertThat(TEXT.render(plan, new PlanNumbers(7, -1, "writes 9/10", near)))
                .endsWith("calls: 1 writes   budget left: writes 9/10   near a limit: " + near);
        assertThat(TEXT.render(plan, new PlanNumbers(7, -1, "", near)))
                .endsWith("calls: 1 writes   near a limit: " + near);
        assertThat(PlanJson.of(plan, new PlanNumbers(7, -1, "", near)).path("calls").path("nearLimits").asText())
                .isEqualTo(near);
        assertThat(PlanJson.of(plan, PlanNumbers.of(7)).path("calls").has("nearLimits")).isFalse();
    }

    @Test
    void jsonHoldsEverythingAndBodiesOnlyOnRequest() {
        Plan plan = mixedPlan();
        PlanNumbers numbers = new PlanNumbers(1841, 2, "writes 187/200", "");
        GoldenFile.assertMatches("plan-mixed.json", PlanJson.of(plan, numbers).toPrettyString());
        assertThat(PlanJson.of(plan, numbers).findValues("body")).isEmpty();
        assertThat(PlanJson.withBodies(plan, numbers).findValues("body")).hasSize(5);
    }

    @Test
    void jsonOfAnOutcomeNamesItPerOperation() {
        Plan plan = Given.plan(Given.put(ip("a")), Given.put(ip("b")), Given.delete(ip("c")));
        PlanOutcome outcome = new PlanOutcome(plan, Map.of(ip("a"), new Outcome.Rejected(400, "Bad", "no"), ip("b"),
                new Outcome.Applied(object("{'etag':'2'}")), ip("c"), new Outcome.NoChange()));
        GoldenFile.assertMatches("outcome.json", PlanJson.withBodies(outcome, PlanNumbers.of(5)).toPrettyString());
    }
}
