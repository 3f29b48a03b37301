package io.azureccm.service.reconcile.scope;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.Services;
import io.azureccm.service.reconcile.VirtualCluster;
import io.azureccm.service.reconcile.WorldArm;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A Service that is mended while Azure decides about what it requested before: the refusal is not about it. */
class MendedServiceTest {
    private static final Predicate<ObjectNode> TAKEN = body -> body.toString().contains("taken");
    private static final Predicate<ObjectNode> PORT = body -> body.toString().contains("\"frontendPort\":81,");

    private final VirtualCluster cluster = new VirtualCluster();

    @Test
    void labelThatIsMendedWhileThePublicIpIsWrittenIsTriedAtOnce() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.PUBLIC_IP, TAKEN, 400, "DnsRecordInUse", "It is taken."));
        cluster.join(0);
        cluster.make(labelled("taken"));
        cluster.begin();
        sends(ArmTypes.PUBLIC_IP);

        cluster.replace(labelled("free"));

        isServedAtOnce();
    }

    @Test
    void portThatIsMendedWhileTheLoadBalancerIsWrittenIsTriedAtOnce() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.LOAD_BALANCER, PORT, 400, "Nonsense", "No."));
        cluster.join(0);
        cluster.make("api", 81);
        cluster.begin();
        sends(ArmTypes.LOAD_BALANCER);

        cluster.replace(Services.named("api").port("TCP", 80));

        isServedAtOnce();
    }

    private static Services labelled(String label) {
        return Services.named("api").port("TCP", 80).annotation("azure-dns-label-name", label);
    }

    private void sends(String type) {
        for (int i = 0; i < 50 && !isSent(type); i++) {
            cluster.loop.runOperations();
            cluster.loop.clock().advance(Duration.ofMillis(200));
            cluster.loop.turn();
        }
        assertThat(isSent(type)).isTrue();
    }

    private boolean isSent(String type) {
        return cluster.loop.known()
                .memory()
                .writes()
                .underWay()
                .keySet()
                .stream()
                .anyMatch(target -> target.hasType(type));
    }

    private void isServedAtOnce() {
        cluster.loop.turn();
        cluster.loop.clock().advance(Duration.ofMillis(200));
        cluster.loop.turn();
        cluster.loop.advance(Duration.ofMillis(1500));
        assertThat(cluster.arm.refusedWrites()).isEqualTo(1);
        assertThat(cluster.conditionsAlone).noneMatch(text -> text.startsWith("api Accepted"));
        assertThat(cluster.written).last().asString().startsWith("api [20.");
    }
}
