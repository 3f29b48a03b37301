package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to other Services while Azure refuses one of them for good. */
class IsolationTest {
    private static final String VIP = "/subscriptions/" + World.SUBSCRIPTION
            + "/resourceGroups/users/providers/Microsoft.Network/publicIPAddresses/vip";
    private static final Duration SOON = Duration.ofSeconds(15);

    /** Lasting refusals that are about the Service {@code bad} alone, which names the public IP {@code vip} of a user. */
    private enum Culprit {
        LINKED_RIGHT(ArmTypes.LOAD_BALANCER, 403, "LinkedAuthorizationFailed",
                "The client 'c' has permission to perform "
                        + "action 'Microsoft.Network/loadBalancers/write' on scope '" + VirtualCluster.BALANCER
                        + "'; however, it does not have permission to perform action 'Microsoft.Network/publicIPAddresses/join/action'"
                        + " on the linked scope(s) '" + VIP + "' (respectively)."),
        POLICY(ArmTypes.LOAD_BALANCER, 403, "RequestDisallowedByPolicy",
                "Resource 'kubernetes' was disallowed by policy. Policy identifiers: '[...]'."),
        POLICY_ON_SOURCES(ArmTypes.SECURITY_GROUP, 403, "RequestDisallowedByPolicy",
                "Resource 'k8s-nsg' was disallowed by policy."),
        UNKNOWN_CODE(ArmTypes.LOAD_BALANCER, 400, "SomethingNew", "Something is not possible."),
        CONFLICT(ArmTypes.LOAD_BALANCER, 409, "AmbiguousPolicyEvaluationPaths", "Policies cannot be evaluated.");

        private final String type;
        private final WorldArm.Refusal refusal;
        private final String code;

        Culprit(String type, int status, String code, String message) {
            this.type = type;
            this.code = code;
            Predicate<ObjectNode> content = type.equals(ArmTypes.LOAD_BALANCER)
                    ? body -> body.toString().toLowerCase(Locale.ROOT).contains(VIP.toLowerCase(Locale.ROOT))
                    : body -> SecurityGroup.of(body)
                            .rules()
                            .stream()
                            .anyMatch(rule -> rule.managed() && rule.sources().contains("Internet"));
            this.refusal = WorldArm.Refusal.of(type, content, status, code, message);
        }
    }

    private final VirtualCluster cluster = new VirtualCluster();

    @BeforeEach
    void serveSome() {
        cluster.world.putIn("users", ArmTypes.PUBLIC_IP, "vip", "{\"sku\": {\"name\": \"Standard\"}, \"properties\": "
                + "{\"publicIPAllocationMethod\": \"Static\", \"publicIPAddressVersion\": \"IPv4\", "
                + "\"ipAddress\": \"20.9.9.9\"}}");
        cluster.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        cluster.world.subnetBody("k8s-subnet"));
        cluster.join(0);
        for (String name : List.of("changed", "deleted", "narrowed", "idle"))
            cluster.make(restricted(name, 80, "10.0.0.0/8"));
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.written).filteredOn(text -> text.contains("[20.")).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource(Culprit.class)
    void othersConvergeAsIfTheRefusedServiceWereNotThere(Culprit culprit) {
        cluster.arm.refuses(culprit.refusal);
        cluster.make(bad());
        cluster.loop.advance(Duration.ofSeconds(5));

        othersChange();
        cluster.loop.advance(SOON);

        assertThat(shown("new")).startsWith("[20.");
        assertThat(balancer()).contains(rule("changed", 8080)).doesNotContain(rule("changed", 80));
        assertThat(cluster.services()).doesNotContain("deleted");
        assertThat(balancer()).doesNotContain(base("deleted"));
        assertThat(rulesFrom("10.1.0.0/16")).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Culprit.class)
    void refusedWritesAreBoundedWhileOthersChange(Culprit culprit) {
        cluster.arm.refuses(culprit.refusal);
        cluster.make(bad());
        othersChange();
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.arm.refusedWrites()).isBetween(1, RefusedWrites.BURST);

        for (int minute = 0; minute < 10; minute++) {
            cluster.make(restricted("more" + minute, 1000 + minute, "10.0.0.0/8"));
            cluster.loop.advance(Duration.ofMinutes(1));
            assertThat(shown("more" + minute)).startsWith("[20.");
        }
        assertThat(cluster.arm.refusedWrites()).isLessThanOrEqualTo(RefusedWrites.BURST + 10);
    }

    @ParameterizedTest
    @EnumSource(Culprit.class)
    void conditionsNameTheRefusedServiceAlone(Culprit culprit) {
        cluster.arm.refuses(culprit.refusal);
        cluster.make(bad());
        othersChange();
        cluster.loop.advance(Duration.ofMinutes(2));

        assertThat(cluster.conditions("bad")).contains("Programmed False");
        assertThat(cluster.message("bad")).contains(culprit.refusal.answer().getMessage());
        for (String other : List.of("new", "changed", "narrowed", "idle"))
            assertThat(cluster.conditions(other)).as(other).contains("Programmed True");
        assertThat(cluster.loop.known().memory().rejections().refused()).containsOnly(Services.uid("bad"));
        assertThat(cluster.loop.known().memory().rejections().reason(Services.uid("bad")).orElseThrow().code())
                .isEqualTo(culprit.code);
    }

    @ParameterizedTest
    @EnumSource(Culprit.class)
    void refusedServiceIsServedOnceAzureAcceptsIt(Culprit culprit) {
        cluster.arm.refuses(culprit.refusal);
        cluster.make(bad());
        othersChange();
        cluster.loop.advance(Duration.ofMinutes(2));

        cluster.arm.refusesNothing();
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(shown("bad")).isEqualTo("[20.9.9.9]");
        assertThat(cluster.loop.known().memory().rejections().searches()).isEmpty();
    }

    @Test
    void refusedServiceThatMovesToAnotherLoadBalancerIsServedThere() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.LOAD_BALANCER,
                body -> body.toString().contains("privateIPAllocationMethod"), 400, "SomethingNew", "Not possible."));
        cluster.make(restricted("mover", 80, "10.0.0.0/8").annotation("azure-load-balancer-internal", "true"));
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(shown("mover")).isEmpty();

        cluster.replace(restricted("mover", 80, "10.0.0.0/8"));
        cluster.loop.advance(SOON);

        assertThat(shown("mover")).startsWith("[20.");
        assertThat(rulesFrom("10.0.0.0/8").getFirst().destinations())
                .contains(shown("mover").replaceAll("[\\[\\]]", ""));
        assertThat(cluster.loop.known().memory().rejections().searches()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Culprit.class)
    void refusedServiceCanBeDeleted(Culprit culprit) {
        cluster.arm.refuses(culprit.refusal);
        cluster.make(bad());
        cluster.loop.advance(Duration.ofMinutes(1));

        cluster.delete("bad");
        cluster.loop.advance(SOON);

        assertThat(cluster.services()).doesNotContain("bad");
        assertThat(cluster.loop.known().memory().rejections().searches()).isEmpty();
    }

    @Test
    void oneRefusedServiceAmongFiftyNewOnesIsFoundWithinAMinute() {
        cluster.arm.refuses(Culprit.UNKNOWN_CODE.refusal);
        for (int i = 0; i < 49; i++)
            cluster.make(restricted("new" + i, 80, "10.0.0.0/8"));
        cluster.make(bad());

        cluster.loop.advance(Duration.ofMinutes(1));

        for (int i = 0; i < 49; i++)
            assertThat(shown("new" + i)).as("new" + i).startsWith("[20.");
        assertThat(cluster.arm.refusedWrites()).isLessThanOrEqualTo(RefusedWrites.BURST);
    }

    @Test
    void severalRefusedServicesThatNameTheirOwnResourcesAreFoundAtOnce() {
        cluster.arm.refuses(Culprit.LINKED_RIGHT.refusal);
        for (int i = 0; i < 10; i++)
            cluster.make(bad("bad" + i, 9000 + i));
        cluster.make(restricted("new", 80, "10.0.0.0/8"));

        cluster.loop.advance(SOON);

        assertThat(shown("new")).startsWith("[20.");
        assertThat(cluster.loop.known().memory().rejections().refused()).hasSize(10);
        assertThat(cluster.arm.refusedWrites()).isLessThanOrEqualTo(3);
    }

    @Test
    void lockOfTheGroupIsToldToAllAndNobodyIsSearched() {
        String group = "/subscriptions/" + World.SUBSCRIPTION + "/resourceGroups/k8s";
        cluster.arm.refuses(WorldArm.Refusal.of("", body -> true, 409,
                "ScopeLocked", "The scope 'x' cannot perform write operation because following scope(s) are locked: '"
                        + group + "'. Please remove the lock and try again."));
        for (int i = 0; i < 12; i++)
            cluster.make(restricted("new" + i, 80, "10.0.0.0/8"));
        cluster.loop.advance(Duration.ofSeconds(40));

        // Each public IP is a resource of its own and tried once; then one write is sent after 2, 4, 8 and 16 s.
        assertThat(cluster.arm.refusedWrites()).isLessThanOrEqualTo(12 + 4);
        assertThat(cluster.loop.known().memory().rejections().searches()).isEmpty();
        for (int i = 0; i < 12; i++)
            assertThat(cluster.message("new" + i)).contains("scope(s) are locked");

        cluster.arm.refusesNothing();
        cluster.loop.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 12; i++)
            assertThat(shown("new" + i)).startsWith("[20.");
    }

    @Test
    void removalThatAzureRefusesDoesNotStopOthers() {
        String kept = rule("deleted", 80);
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.LOAD_BALANCER, body -> !body.toString().contains(kept), 400,
                "CannotRemoveRuleUsedByProbeUsedByVMSS", "A scale set uses the probe of a rule."));
        cluster.delete("deleted");
        cluster.loop.advance(Duration.ofSeconds(5));
        cluster.make(restricted("new", 81, "10.0.0.0/8"));
        cluster.loop.advance(SOON);

        assertThat(shown("new")).startsWith("[20.");
        assertThat(cluster.services()).contains("deleted");
        assertThat(cluster.message("deleted")).contains("A scale set uses the probe");
        cluster.loop.advance(Duration.ofMinutes(5));
        assertThat(cluster.arm.refusedWrites()).isLessThanOrEqualTo(RefusedWrites.BURST + 5);

        cluster.arm.refusesNothing();
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.services()).doesNotContain("deleted");
    }

    @Test
    void publicIpThatCannotBeMadeDelaysNobody() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.PUBLIC_IP, body -> body.toString().contains("shop/bad"), 400,
                "PublicIPCountLimitReached", "Cannot create more than 10 public IP addresses for this subscription."));
        cluster.make(Services.named("bad").port("TCP", 80));
        cluster.make(restricted("new", 81, "10.0.0.0/8"));
        cluster.loop.advance(SOON);

        assertThat(shown("new")).startsWith("[20.");
        assertThat(cluster.message("bad")).contains("Cannot create more than 10 public IP addresses");
    }

    @Test
    void sharersOfAPublicIpAreServedBesideOneThatAzureRefusesToTag() {
        cluster.make(restricted("owner", 80, "10.0.0.0/8"));
        cluster.loop.advance(SOON);
        String address = shown("owner").replaceAll("[\\[\\]]", "");
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.PUBLIC_IP, body -> body.toString().contains("shop/bad"), 400,
                "InvalidTagValueLength", "Tag value too large. Following tag value 'x' exceeded the maximum length."));
        cluster.make(restricted("bad", 81, "10.0.0.0/8").annotation("azure-load-balancer-ipv4", address));
        cluster.make(restricted("sharer", 82, "10.0.0.0/8").annotation("azure-load-balancer-ipv4", address));
        cluster.loop.advance(Duration.ofSeconds(5));
        cluster.replace(restricted("owner", 8080, "10.0.0.0/8"));
        cluster.loop.advance(SOON);

        assertThat(shown("sharer")).isEqualTo("[" + address + "]");
        assertThat(balancer()).contains(rule("owner", 8080), rule("sharer", 82)).doesNotContain(rule("bad", 81));
        assertThat(cluster.message("bad")).contains("Tag value too large");
        assertThat(cluster.arm.refusedWrites()).isLessThanOrEqualTo(RefusedWrites.BURST);
    }

    /** The security group is written after the load balancer that a Service moves to. */
    @Test
    void loadBalancerThatCannotBeMadeForOneServiceDelaysTheAccessOfNobody() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.LOAD_BALANCER,
                body -> body.toString().contains("privateIPAllocationMethod"), 403, "AuthorizationFailed",
                "The client 'c' does not have authorization to perform action."));
        cluster.replace(restricted("idle", 80, "10.0.0.0/8").annotation("azure-load-balancer-internal", "true"));
        cluster.loop.advance(Duration.ofSeconds(5));
        othersChange();
        cluster.loop.advance(SOON);

        assertThat(shown("new")).startsWith("[20.");
        assertThat(rulesFrom("10.1.0.0/16")).hasSize(1);
        assertThat(cluster.message("idle")).contains("does not have authorization");
    }

    private void othersChange() {
        cluster.make(restricted("new", 80, "10.0.0.0/8"));
        cluster.replace(restricted("changed", 8080, "10.0.0.0/8"));
        cluster.delete("deleted");
        cluster.replace(restricted("narrowed", 80, "10.1.0.0/16"));
    }

    private static Services bad() {
        return bad("bad", 443);
    }

    private static Services bad(String name, int port) {
        return Services.named(name)
                .port("TCP", port)
                .annotation("azure-pip-name", "vip")
                .annotation("azure-load-balancer-resource-group", "users")
                .created("2026-01-01T00:01:00Z");
    }

    private static Services restricted(String name, int port, String sources) {
        return Services.named(name).port("TCP", port).spec("loadBalancerSourceRanges: [" + sources + "]");
    }

    private static String base(String name) {
        return ("a" + Services.uid(name).replace("-", "")).substring(0, 32);
    }

    private static String rule(String name, int port) {
        return '"' + base(name) + "-TCP-" + port + '"';
    }

    /** The addresses that the Service has shown last. */
    private String shown(String name) {
        return cluster.written.stream()
                .filter(text -> text.startsWith(name + " ["))
                .map(text -> text.substring(name.length() + 1))
                .reduce("", (before, after) -> after);
    }

    private String balancer() {
        return String.valueOf(cluster.world.resources().get(VirtualCluster.BALANCER));
    }

    private List<SecurityGroup.Rule> rulesFrom(String range) {
        ArmId group = World.id(ArmTypes.SECURITY_GROUP, "k8s-nsg");
        return SecurityGroup.of(cluster.world.resources().get(group))
                .rules()
                .stream()
                .filter(rule -> rule.sources().contains(range))
                .toList();
    }
}
