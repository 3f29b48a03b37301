package io.azureccm.service.reconcile.scope;

import io.azureccm.service.reconcile.WorldArm;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What happens to other Services while Azure refuses a write of what they share. */
class SharedResourceIsolationTest extends IsolationFixture {
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
}
