package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.removal.ApprovalsInMemory;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.service.plan.Services;
import io.azureccm.service.reconcile.VirtualCluster;
import io.azureccm.service.reconcile.WorldArm;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A turn is made of its events, the known state and the time alone: a scope whose watches and cache of responses are empty decides the same
 * when it is given the events of another one.
 */
class RepeatedTurnsTest {
    private static final ArmId BALANCERS = VirtualCluster.BALANCER.siblings();

    private final VirtualCluster cluster = new VirtualCluster();

    @BeforeEach
    void twoNodesAndAService() {
        cluster.join(0);
        cluster.join(1);
        cluster.make("web", 80);
        cluster.begin().recording();
    }

    @Test
    void servicesThatComeChangeAndGo() {
        cluster.loop.advance(Duration.ofMinutes(1));
        cluster.make("api", 443);
        cluster.loop.advance(Duration.ofMinutes(1));
        cluster.replace(Services.named("api").port("TCP", 8443));
        cluster.join(2);
        cluster.loop.advance(Duration.ofMinutes(1));
        cluster.delete("web");
        cluster.loop.advance(Duration.ofMinutes(25));

        assertThat(cluster.written).contains("web let go");
        assertAllAreRepeated();
    }

    @Test
    void readsAndWritesThatFail() {
        cluster.arm.fails("LIST", BALANCERS,
                FakeArm.failure(ArmException.Kind.CONFLICT, "AnotherOperationInProgress"), 3);
        cluster.loop.advance(Duration.ofMinutes(1));
        cluster.arm.fails("PUT", VirtualCluster.BALANCER,
                FakeArm.failure(ArmException.Kind.CONFLICT, "PreconditionFailed").withOutdatedEtag(), 3);
        cluster.make("api", 443);
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.written).anyMatch(line -> line.startsWith("api ["));
        assertAllAreRepeated();
    }

    @Test
    void servicesThatAzureRefuses() {
        cluster.loop.advance(Duration.ofMinutes(1));
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.LOAD_BALANCER, body -> body.toString().contains("8443"), 400,
                "SomethingNew", "No."));
        cluster.make("api", 8443);
        cluster.make("shop", 443);
        cluster.loop.advance(Duration.ofMinutes(15));

        assertThat(cluster.written).anyMatch(line -> line.startsWith("shop ["));
        assertAllAreRepeated();
    }

    @Test
    void anotherRuleShowsAsADifference() {
        cluster.make("other", 81);
        cluster.loop.advance(Duration.ofMinutes(1));
        cluster.replace(Services.named("web").port("TCP", 80).annotation("azure-load-balancer-internal", "true"));
        cluster.loop.advance(Duration.ofMinutes(1));
        VirtualCluster strict = new VirtualCluster();
        strict.removals = new RemovalPolicy(new RemovalLimits(
                Map.of(Removal.Kind.FRONTEND, RemovalLimits.Limit.parse("0").orElseThrow())), new ApprovalsInMemory());

        assertThat(cluster.decidedOtherwiseBy(strict)).isNotEmpty();
    }

    private void assertAllAreRepeated() {
        assertThat(cluster.recordedTurns()).isGreaterThan(10);
        assertThat(cluster.decidedOtherwiseBy(new VirtualCluster())).isEmpty();
    }
}
