package io.azureccm.common.core.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.preview.Preview;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What checks come to, in a time of their own: rest, differences that stand, gaps, and each turn of the verdict. */
class ShadowComparisonTest {
    private static final String NETWORK = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/";
    private static final ArmId BALANCER = ArmId.parse(NETWORK + "loadBalancers/kubernetes");
    private static final ArmId GROUP = ArmId.parse(NETWORK + "networkSecurityGroups/nodes");
    private static final Change WEB = rule("web", "idleTimeoutInMinutes", "4", "30");
    private static final ShadowTiming TIMING = new ShadowTiming(Duration.ofSeconds(30), Duration.ofMinutes(10),
            Duration.ofMinutes(3));
    private static final KnownDifferences CATALOGUE = new KnownDifferences(List.of(
            new KnownDifference(List.of("docs/page.md#old"), "Microsoft.Network/networkSecurityGroups",
                    Set.of(Change.Kind.REMOVE, Change.Kind.UPDATE), "",
                    Set.of("AddressReleased", "DestinationsChanged"),
                    KnownDifference.Only.UNUSED_DESTINATIONS),
            new KnownDifference(List.of("docs/page.md#ipv6"), Difference.KUBERNETES, Set.of(Change.Kind.UPDATE), "",
                    Set.of("AddressesChanged"), KnownDifference.Only.MORE_IPV6)));

    private final ShadowComparison comparison;
    private final Map<String, SeenObject> objects = new HashMap<>();
    private final Map<String, Integer> resources = new HashMap<>(Map.of(BALANCER.key(), 1, GROUP.key(), 1));
    private final Map<String, Set<String>> destinations = new HashMap<>();
    private final List<Operation> operations = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    ShadowComparisonTest() {
        comparison = new ShadowComparison(TIMING, CATALOGUE, "Service", now);
        objects.put("shop/web", new SeenObject(1, Set.of("10.0.0.1")));
        objects.put("shop/api", new SeenObject(1, Set.of("10.0.0.2")));
        objects.put(ShadowCheck.WHOLE, SeenObject.of(1));
    }

    private static Change rule(String name, String field, String before, String after) {
        return Change.update("rule", name, List.of(new FieldChange(field, before, after)),
                new Cause("ServiceChanged", "shop/" + name));
    }

    private static Operation put(ArmId target, Change... changes) {
        return Operation.put(target, JsonNodeFactory.instance.objectNode(), "", List.of(changes));
    }

    private ShadowReport check(String... unread) {
        Set<String> known = new HashSet<>(objects.keySet());
        known.remove(ShadowCheck.WHOLE);
        Preview preview = Preview.of("Service", known, new Plan("lb", operations, refusals, Plan.Basis.NONE))
                .lacking(List.of(unread));
        comparison.add(new ShadowCheck(now, preview, objects, resources, destinations));
        return comparison.report(now);
    }

    /** Checks every ten seconds. */
    private ShadowReport checksFor(Duration time) {
        ShadowReport last = comparison.report(now);
        for (Instant end = now.plus(time); now.isBefore(end);) {
            now = now.plusSeconds(10);
            last = check();
        }
        return last;
    }

    @Test
    void nothingIsDecidedBeforeTheFirstCheckAndBeforeAllWasObservedLongEnough() {
        assertThat(comparison.report(now).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(comparison.report(now).why()).isEqualTo("nothing has been checked yet");
        check();
        ShadowReport soon = checksFor(Duration.ofSeconds(590));
        assertThat(soon.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(soon.why()).isEqualTo("observed without a gap for 590 of 600 s");
        assertThat(checksFor(Duration.ofSeconds(10)).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void clusterWithoutAnythingToCompareIsNotAPass() {
        objects.keySet().removeIf(name -> !name.equals(ShadowCheck.WHOLE));
        check();
        ShadowReport report = checksFor(Duration.ofMinutes(11));
        assertThat(report.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(report.why()).isEqualTo("there is no Service to compare");
    }

    @Test
    void objectIsComparedOnceItHasNotChangedForTheSettleTime() {
        check();
        assertThat(checksFor(Duration.ofSeconds(20)).counts().comparisons()).isZero();
        assertThat(checksFor(Duration.ofSeconds(10)).counts().comparisons()).isEqualTo(2);
        objects.put("shop/web", SeenObject.of(2));
        assertThat(checksFor(Duration.ofSeconds(30)).counts().comparisons()).isEqualTo(2 + 3);
        assertThat(checksFor(Duration.ofSeconds(10)).counts().comparisons()).isEqualTo(2 + 3 + 2);
    }

    @Test
    void differenceCountsWhenItHasStoodUnchangedAndItsResourceToo() {
        check();
        checksFor(Duration.ofMinutes(11));
        operations.add(put(BALANCER, WEB));
        resources.put(BALANCER.key(), 2);
        ShadowReport young = checksFor(Duration.ofSeconds(30));
        assertThat(young.verdict()).isEqualTo(Verdict.PASS);
        assertThat(young.pending()).hasSize(1);
        ShadowReport old = checksFor(Duration.ofSeconds(10));
        assertThat(old.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(ShadowText.of(old)).startsWith("FAIL: 2 Services, 2 compared, ")
                .contains("1 difference unexplained, 0 explained, 0 not at rest; 0 gaps\n")
                .contains("  differs    shop/web: ~ loadBalancers/kubernetes rule web idleTimeoutInMinutes 4 -> 30"
                        + " (ServiceChanged) since 2026-01-01T00:11:10Z\n");
        operations.clear();
        ShadowReport mended = checksFor(Duration.ofSeconds(10));
        assertThat(mended.verdict()).isEqualTo(Verdict.PASS);
        assertThat(mended.ended()).hasSize(1);
    }

    @Test
    void differenceInAResourceThatNeverRestsCountsWhenItHasStoodTenTimesAsLong() {
        operations.add(put(BALANCER, WEB));
        check();
        for (int i = 0; i < 29; i++) {
            resources.merge(BALANCER.key(), 1, Integer::sum);
            assertThat(checksFor(Duration.ofSeconds(10)).unexplained()).isEmpty();
        }
        resources.merge(BALANCER.key(), 1, Integer::sum);
        assertThat(checksFor(Duration.ofSeconds(10)).unexplained()).hasSize(1);
    }

    @Test
    void differenceOfAnObjectThatKeepsChangingIsNeverJudged() {
        operations.add(put(BALANCER, WEB));
        check();
        for (int i = 0; i < 120; i++) {
            objects.put("shop/web", SeenObject.of(i));
            assertThat(checksFor(Duration.ofSeconds(10)).unexplained()).isEmpty();
        }
        ShadowReport report = comparison.report(now);
        assertThat(report.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(report.why()).isEqualTo("1 not compared, since they keep changing: shop/web");
        assertThat(report.counts().compared()).isEqualTo(1);
    }

    @Test
    void differenceThatChangesBeginsAnew() {
        check();
        checksFor(Duration.ofMinutes(11));
        for (int i = 0; i < 40; i++) {
            operations.clear();
            operations.add(put(BALANCER, rule("web", "idleTimeoutInMinutes", "4", "" + (10 + i))));
            assertThat(checksFor(Duration.ofSeconds(20)).unexplained()).isEmpty();
        }
    }

    @Test
    void gapIsToldKeepsFromAPassAndTheObservationBeginsAnewAfterIt() {
        check();
        checksFor(Duration.ofMinutes(11));
        now = now.plusSeconds(10);
        ShadowReport gap = check("LIST loadBalancers: 403");
        assertThat(gap.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(gap.why()).isEqualTo("gap: LIST loadBalancers: 403");
        ShadowReport over = checksFor(Duration.ofMinutes(9));
        assertThat(over.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(over.gaps()).hasSize(1);
        assertThat(over.gaps().getFirst().until()).contains(Instant.parse("2026-01-01T00:11:20Z"));
        assertThat(checksFor(Duration.ofMinutes(2)).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void timeWithoutALookIsAGap() {
        check();
        checksFor(Duration.ofMinutes(11));
        now = now.plus(Duration.ofMinutes(4));
        assertThat(comparison.report(now).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(check().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(comparison.report(now).gaps().getFirst().why()).isEqualTo("no check for 240 s");
    }

    @Test
    void refusedObjectIsADifference() {
        refusals.add(new Refusal("InvalidAnnotation", "shop/web", "wrong"));
        check();
        ShadowReport report = checksFor(Duration.ofMinutes(1));
        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(ShadowText.of(report)).contains("shop/web: ! Service shop/web refused InvalidAnnotation (wrong)");
    }

    @Test
    void changeForNoObjectInParticularIsOneOfTheCluster() {
        operations.add(put(BALANCER, Change.add("pool", "kubernetes", new Cause("NodeJoined", "node-1"))));
        check();
        ShadowReport report = checksFor(Duration.ofMinutes(1));
        assertThat(ShadowText.of(report)).contains("differs    cluster: + loadBalancers/kubernetes pool kubernetes");
    }

    @Test
    void causeThatNamesSeveralObjectsConcernsEachOfThem() {
        operations.add(put(GROUP, Change.add("rule", "r", new Cause("AccessWanted", "shop/web,shop/api and 2 more"))));
        check();
        assertThat(checksFor(Duration.ofMinutes(1)).unexplained().getFirst().difference().subjects())
                .containsExactly("shop/api", "shop/web");
    }

    @Test
    void ruleOfAddressesThatNobodyHasIsExplainedAndThePassStands() {
        destinations.put(ShadowCheck.rule(GROUP.key(), "old"), Set.of("203.0.113.7"));
        operations.add(put(GROUP, Change.remove("securityRule", "old", Cause.of("AddressReleased"))));
        check();
        ShadowReport report = checksFor(Duration.ofMinutes(11));
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
        assertThat(report.explained().getFirst().anchors()).containsExactly("docs/page.md#old");
        assertThat(ShadowText.of(report)).contains("PASS: ", "1 explained", "see docs/page.md#old");
        assertThat(ShadowJson.of(report).at("/explained/0/anchors/0").asText()).isEqualTo("docs/page.md#old");
        assertThat(ShadowHtml.of("service-controller", report)).contains("<code>docs/page.md#old</code>");
    }

    @Test
    void ruleThatLeadsToAnAddressInUseOrToUnknownOnesIsNotExplained() {
        for (Set<String> leads : List.of(Set.of("203.0.113.7", "10.0.0.2"), Set.of("VirtualNetwork"),
                Set.<String>of())) {
            destinations.put(ShadowCheck.rule(GROUP.key(), "old"), leads);
            operations.clear();
            operations.add(put(GROUP, Change.remove("securityRule", "old", Cause.of("AddressReleased"))));
            check();
            ShadowReport report = checksFor(Duration.ofMinutes(1));
            assertThat(report.unexplained()).as(leads.toString()).hasSize(1);
        }
    }

    @Test
    void ruleThatLosesMoreThanItsDestinationsIsNotExplained() {
        FieldChange destination = new FieldChange("destinationAddressPrefixes", "[\"203.0.113.7\",\"10.0.0.2\"]",
                "[\"10.0.0.2\"]");
        operations.add(put(GROUP,
                Change.update("securityRule", "a", List.of(destination), Cause.of("DestinationsChanged")),
                Change.update("securityRule", "b", List.of(destination, new FieldChange("access", "Deny", "Allow")),
                        Cause.of("DestinationsChanged"))));
        check();
        ShadowReport report = checksFor(Duration.ofMinutes(1));
        assertThat(report.explained()).extracting(each -> each.difference().name()).containsExactly("a");
        assertThat(report.unexplained()).extracting(each -> each.difference().name()).containsExactly("b");
    }

    @Test
    void pageShowsWhatOthersWroteAsText() {
        refusals.add(new Refusal("InvalidAnnotation", "shop/web", "<script>"));
        check();
        assertThat(ShadowHtml.of("service-controller", checksFor(Duration.ofMinutes(1)))).contains("&lt;script&gt;")
                .doesNotContain("<script>");
    }
}
