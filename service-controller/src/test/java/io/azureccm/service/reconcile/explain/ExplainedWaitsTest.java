package io.azureccm.service.reconcile.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.removal.ApprovalsInMemory;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.Services;
import io.azureccm.service.reconcile.VirtualCluster;
import io.azureccm.service.reconcile.WorldArm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of an explanation for each kind of wait. */
class ExplainedWaitsTest {
    private final VirtualCluster cluster = new VirtualCluster();

    @BeforeEach
    void aClusterWithTwoNodes() {
        cluster.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        cluster.world.subnetBody("k8s-subnet"));
        cluster.join(0);
        cluster.join(1);
    }

    @Test
    void servedServiceWaitsForNothing() {
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.explain("web", "").state()).isEqualTo(Explanation.State.PROGRAMMED);
        assertThat(waits("web", "")).isEmpty();
    }

    @Test
    void refusedServiceStaysRefusedWithTheSameReasonWhileItIsTriedAgain() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.PUBLIC_IP, body -> true, 400, "DnsRecordInUse",
                "DNS record taken is already used by another public IP."));
        cluster.make(Services.named("web").port("TCP", 80).annotation("azure-dns-label-name", "taken"));
        cluster.begin().loop.advance(Duration.ofSeconds(3));
        Explanation refused = cluster.explain("web", "");
        int before = cluster.arm.refusedWrites();
        boolean retried = false;
        for (int step = 0; step < 400; step++) {
            oneOperation();
            retried |= cluster.loop.last()
                    .operations()
                    .stream()
                    .anyMatch(each -> cluster.loop.last().stateOf(each).isPending());
            assertThat(cluster.explain("web", "").state()).isEqualTo(Explanation.State.REFUSED);
            assertThat(cluster.explain("web", "").message()).isEqualTo(refused.message()).contains("DNS record");
        }
        assertThat(retried).isTrue();
        assertThat(cluster.arm.refusedWrites()).isGreaterThan(before);
    }

    @Test
    void publicIpThatHoldsTheLabelIsNamedWithTheServiceThatItWasFor() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.PUBLIC_IP, body -> true, 400, "DnsRecordInUse",
                "DNS record taken is already used by another public IP."));
        cluster.world.put(ArmTypes.PUBLIC_IP, "left", """
                {"location": "eastus", "sku": {"name": "Standard"}, "tags": {"k8s-azure-service": "shop/old",
                "k8s-azure-cluster-name": "kubernetes"}, "properties": {"ipAddress": "20.9.9.9",
                "publicIPAllocationMethod": "Static", "dnsSettings": {"domainNameLabel": "taken"}}}""");
        cluster.make(Services.named("web").port("TCP", 80).annotation("azure-dns-label-name", "taken"));
        cluster.begin().loop.advance(Duration.ofSeconds(3));

        assertThat(cluster.explain("web", "").message()).isEqualTo("DNS record taken is already used by another public"
                + " IP.; the DNS label \"taken\" is that of public IP left in resource group k8s, which was for Service"
                + " shop/old of cluster kubernetes and is left over: use another label, or delete that public IP");
    }

    @Test
    void servedServiceStaysProgrammedWhileAzureIsLookedAtForAnother() {
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(30));
        String address = cluster.explain("web", "").message();
        cluster.make("second", 81);
        cluster.arm.fails("PUT", VirtualCluster.BALANCER, ArmException.Kind.CONFLICT);
        boolean refreshed = false;
        for (int step = 0; step < 200; step++) {
            oneOperation();
            if (isUnderWay() && cluster.loop.waiting() > 0)
                cluster.loop.runOperation(0);
            refreshed |= cluster.loop.last().reading().isPresent();
            Explanation web = cluster.explain("web", "");
            assertThat(web.state()).isEqualTo(Explanation.State.PROGRAMMED);
            assertThat(web.message()).isEqualTo(address).startsWith("at ");
            assertThat(web.sections().stream().filter(section -> section.title().equals("in Azure")).findFirst())
                    .hasValueSatisfying(section -> assertThat(section.lines()).isNotEmpty());
        }
        assertThat(refreshed).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"THROTTLED, a pause requested by Azure", "UNAVAILABLE, a pause requested by Azure",
            "FORBIDDEN, the next attempt"})
    void failedWriteIsNamedWithWhatEndsTheWait(ArmException.Kind kind, String cause) {
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.make("web", 80);
        assertThat(waitsUntil(cause, kind)).anySatisfy(line -> {
            assertThat(line.what()).isEqualTo(cause);
            assertThat(line.value()).startsWith("loadBalancers/kubernetes: ");
            assertThat(line.note()).startsWith("until ");
        });
    }

    @Test
    void writeThatWaitsForAnEarlierOneOfTheSameResourceNamesIt() {
        cluster.make("first", 80);
        cluster.begin();
        while (cluster.arm.calls("PUT loadBalancers/kubernetes") == 0 && !isUnderWay())
            oneOperation();
        cluster.make("second", 81);
        cluster.loop.clock().advance(Duration.ofSeconds(5));
        cluster.settleBesideTheFirst();
        assertThat(waits("second", "")).anySatisfy(line -> {
            assertThat(line.what()).isEqualTo("a write");
            assertThat(line.note()).isIn("waits for another write of loadBalancers/kubernetes", "under way");
        });
    }

    private boolean isUnderWay() {
        return cluster.loop.known() != null && cluster.loop.known()
                .memory()
                .writes()
                .underWay()
                .keySet()
                .stream()
                .anyMatch(VirtualCluster.BALANCER::equals);
    }

    private void oneOperation() {
        cluster.loop.turn();
        if (!isUnderWay() && cluster.loop.waiting() > 0)
            cluster.loop.runOperation(0);
        else if (!isUnderWay())
            cluster.loop.clock().advance(Duration.ofMillis(100));
    }

    @Test
    void callThatWaitsForTheBudgetIsSaidWithItsReason() {
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        assertThat(waits("web", "PUT loadBalancers/kubernetes waits until about 2026-01-01T00:00:18Z: used up"))
                .containsExactly(new Line("the call budget",
                        "PUT loadBalancers/kubernetes waits until about 2026-01-01T00:00:18Z: used up", ""));
    }

    @Test
    void deletedServiceThatAzureStillShowsDoesNotWaitForAReliableAnswer() {
        cluster.make("web", 80);
        cluster.make("other", 81);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.LOAD_BALANCER, body -> true, 409, "ScopeLocked",
                "The scope is locked."));
        cluster.delete("web");
        cluster.loop.advance(Duration.ofSeconds(5));

        assertThat(waits("web", "")).extracting(Line::what)
                .contains("a write")
                .doesNotContain("a reliable answer from Azure");
    }

    @Test
    void heldRemovalIsAWaitForApprovalWithItsHashAndWhatToType() {
        cluster.removals = new RemovalPolicy(new RemovalLimits(
                Map.of(Removal.Kind.FRONTEND, RemovalLimits.Limit.parse("0").orElseThrow())), new ApprovalsInMemory());
        cluster.make("web", 80);
        cluster.make("other", 81);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.replace(Services.named("web").port("TCP", 80).annotation("azure-load-balancer-internal", "true"));
        cluster.loop.advance(Duration.ofMinutes(1));
        String hash = cluster.loop.last().held().hash();

        assertThat(hash).isNotEmpty();
        assertThat(waits("web", "")).contains(new Line("approval",
                "1 frontend would be removed, which exceeds a limit; hash " + hash, "approve " + hash));
        assertThat(waits("other", "")).isEmpty();
    }

    @Test
    void unreadableAzureIsSaidWithWhatItAnswered() {
        cluster.make("web", 80);
        cluster.arm.fails("LIST", ArmId.collection(VirtualCluster.BALANCER.subscription(),
                VirtualCluster.BALANCER.resourceGroup(), ArmTypes.LOAD_BALANCER), ArmException.Kind.UNAVAILABLE);
        cluster.begin();
        cluster.loop.settle();
        assertThat(waits("web", "")).anySatisfy(line -> {
            assertThat(line.what()).isEqualTo("Azure");
            assertThat(line.value()).startsWith("cannot be read: ");
        });
    }

    /** Each write of the load balancer fails; some failures are retried at once. */
    private List<Line> waitsUntil(String cause, ArmException.Kind kind) {
        for (int i = 0; i < 100; i++) {
            cluster.arm.fails("PUT", VirtualCluster.BALANCER, kind);
            cluster.loop.settle();
            List<Line> lines = waits("web", "");
            if (lines.stream().anyMatch(line -> line.what().equals(cause)))
                return lines;
            cluster.loop.clock().advance(Duration.ofMillis(500));
        }
        throw new AssertionError("never waited for " + cause + ": " + waits("web", ""));
    }

    private List<Line> waits(String name, String callWait) {
        return cluster.explain(name, callWait)
                .sections()
                .stream()
                .filter(section -> section.title().equals("waits for"))
                .flatMap(section -> section.lines().stream())
                .toList();
    }
}
