package io.azureccm.service.reconcile.scope;

import io.azureccm.service.reconcile.VirtualCluster;
import io.azureccm.service.reconcile.WorldArm;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to other Services while Azure refuses one of them for good. */
class IsolationTest extends IsolationFixture {
    private static final String VIP = "/subscriptions/" + World.SUBSCRIPTION
            + "/resourceGroups/users/providers/Microsoft.Network/publicIPAddresses/vip";

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
}
