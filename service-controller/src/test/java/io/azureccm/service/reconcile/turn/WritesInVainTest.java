package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.reconcile.VirtualCluster;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Azure accepts a write, and a policy keeps the resource as it was: the write is repeated after growing pauses, not at once for ever. */
class WritesInVainTest {
    private static final String IP = "PUT publicIPAddresses/kubernetes-" + ServiceNames.base(Services.uid("web"));
    private static final String SUBNET = "PUT virtualNetworks/k8s-vnet/subnets/k8s-subnet";
    private static final Services PRIVATE = Services.named("web")
            .port("TCP", 80)
            .annotation("azure-load-balancer-internal", "true")
            .annotation("azure-pls-create", "true");
    private static final String WARNING = "without effect on its tags team";

    @Test
    void serviceIsServedWhileAPolicyReplacesATagOfItsPublicIp() {
        VirtualCluster cluster = served(body -> body.withObject("/tags").put("team", "policy"), ArmTypes.PUBLIC_IP);

        assertThat(cluster.written).anyMatch(line -> line.startsWith("web ["));
        assertThat(cluster.conditions("web")).contains("Programmed True");
        assertThat(cluster.message("web")).contains(IP.substring(4) + " " + WARNING);
        assertThat(cluster.arm.calls(IP)).as("retries have pauses").isBetween(5L, 30L);
        assertThat(cluster.arm.writes().indexOf("PUT loadBalancers/kubernetes")).as("it waits for few").isLessThan(7);

        cluster.arm.changes((id, body) -> {});
        cluster.loop.advance(Duration.ofMinutes(6));
        assertThat(tag(cluster, ArmTypes.PUBLIC_IP)).isEqualTo("shop");
        assertThat(cluster.message("web")).doesNotContain(WARNING);
        assertThat(cluster.conditionsAlone).as("no condition is written for a retry").hasSizeLessThan(4);
        assertThat(cluster.endOfEvents()).contains("WriteWithoutEffect").doesNotContain("SyncLoadBalancerFailed");
    }

    @ParameterizedTest
    @ValueSource(strings = {ArmTypes.LOAD_BALANCER, ArmTypes.SECURITY_GROUP})
    void serviceIsServedWhileAPolicyReplacesATagOfASharedResource(String type) {
        VirtualCluster cluster = served(body -> body.withObject("/tags").put("team", "policy"), type);

        assertThat(cluster.written).anyMatch(line -> line.startsWith("web ["));
        assertThat(cluster.message("web")).contains(WARNING);
        assertThat(cluster.arm.writes()).as("retries have pauses").hasSizeLessThan(40);

        int before = cluster.arm.writes().size();
        List<String> conditions = List.copyOf(cluster.conditionsAlone);
        for (int i = 0; i < 5; i++) {
            cluster.make(Services.named("other" + i).port("TCP", 81).created("2026-02-01T00:00:00Z"));
            cluster.loop.advance(Duration.ofSeconds(20));
        }
        assertThat(cluster.written.stream().filter(line -> line.startsWith("other") && line.contains("["))).hasSize(5);
        assertThat(cluster.message("web")).contains(WARNING);
        assertThat(cluster.conditionsAlone).as("the warning lasts").isEqualTo(conditions);
        assertThat(cluster.arm.writes()).as("pauses go on").hasSizeLessThan(before + 5 * 4);
    }

    @Test
    void serviceIsServedWhileAPolicyReplacesATagOfItsPrivateLink() {
        VirtualCluster cluster = new VirtualCluster(new World(0).with("tags", "team=shop"), DrainPolicy.NONE);
        cluster.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        cluster.world.subnetBody("k8s-subnet"));
        replaces(cluster, body -> body.withObject("/tags").put("team", "policy"), ArmTypes.PRIVATE_LINK_SERVICE);
        cluster.join(0);
        cluster.make(PRIVATE);
        cluster.begin().loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.written).anyMatch(line -> line.startsWith("web ["));
        assertThat(cluster.conditions("web")).contains("Programmed True");
        assertThat(cluster.message("web")).contains(WARNING);
        cluster.delete("web");
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.services()).isEmpty();
    }

    @Test
    void changedServiceDoesNotWaitAgainForATagThatAPolicyReplaces() {
        VirtualCluster cluster = served(body -> body.withObject("/tags").put("team", "policy"), ArmTypes.PUBLIC_IP);
        long before = cluster.arm.calls(IP);
        cluster.replace(Services.named("web").port("TCP", 81));
        cluster.loop.advance(Duration.ofSeconds(10));

        assertThat(cluster.arm.calls(IP)).isEqualTo(before);
        assertThat(cluster.world.resources().get(VirtualCluster.BALANCER).toString()).contains("TCP-81");
        assertThat(cluster.message("web")).contains(WARNING);
    }

    @Test
    void policyThatBeginsToReplaceATagLeavesAServedServiceAsItIs() {
        VirtualCluster cluster = served(body -> {}, ArmTypes.PUBLIC_IP);
        cluster.world.resources()
                .entrySet()
                .stream()
                .filter(each -> each.getKey().hasType(ArmTypes.PUBLIC_IP))
                .forEach(each -> each.getValue().put("etag", "other").withObject("/tags").put("team", "policy"));
        replaces(cluster, body -> body.withObject("/tags").put("team", "policy"), ArmTypes.PUBLIC_IP);
        cluster.loop.advance(Duration.ofHours(2));

        assertThat(cluster.conditions("web")).contains("Programmed True");
        assertThat(cluster.message("web")).contains(WARNING);
        List<String> events = cluster.endOfEvents();
        assertThat(events).contains("WriteWithoutEffect").doesNotContain("SyncLoadBalancerFailed");
        assertThat(events.stream().filter("AzureDrift"::equals)).hasSizeLessThan(4);
    }

    @ParameterizedTest
    @CsvSource({ArmTypes.SECURITY_GROUP + ", securityRules", ArmTypes.LOAD_BALANCER + ", loadBalancingRules"})
    void serviceWhoseRulesAPolicyDropsIsNotServed(String type, String rules) {
        VirtualCluster cluster = served(body -> {
            body.withObject("/tags").put("team", "policy");
            body.withObject("/properties").putArray(rules);
        }, type);

        assertThat(cluster.written).noneMatch(line -> line.startsWith("web ["));
        assertThat(cluster.conditions("web")).contains("Programmed False");
        assertThat(cluster.message("web")).contains("stays as it was");
        assertThat(cluster.endOfEvents()).contains("SyncLoadBalancerFailed").doesNotContain("EnsuredLoadBalancer");
    }

    @ParameterizedTest
    @ValueSource(strings = {ArmTypes.PUBLIC_IP, ArmTypes.LOAD_BALANCER, ArmTypes.SECURITY_GROUP})
    void serviceIsRemovedWhileAPolicyReplacesTags(String type) {
        VirtualCluster cluster = served(body -> body.withObject("/tags").put("team", "policy"), type);
        cluster.delete("web");
        cluster.loop.advance(Duration.ofMinutes(1));

        assertThat(cluster.services()).isEmpty();
        assertThat(cluster.world.resources().keySet()).noneMatch(id -> id.hasType(ArmTypes.PUBLIC_IP));
    }

    @Test
    void serviceWhoseRulesAPolicyDropsIsRemovedAndKeepsNoOtherFromBeingRemoved() {
        VirtualCluster cluster = served(body -> {}, ArmTypes.SECURITY_GROUP);
        replaces(cluster, body -> body.withObject("/properties").putArray("securityRules"), ArmTypes.SECURITY_GROUP);
        cluster.make("other", 81);
        cluster.loop.advance(Duration.ofMinutes(30));
        cluster.delete("web");
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.services()).containsExactly("other");

        cluster.delete("other");
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.services()).isEmpty();
    }

    /** A Service, half an hour after it was made, of a cluster whose tag a policy may change in what is written. */
    private static VirtualCluster served(Consumer<ObjectNode> policy, String type) {
        VirtualCluster cluster = new VirtualCluster(new World(0).with("tags", "team=shop"), DrainPolicy.NONE);
        replaces(cluster, policy, type);
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(30));
        return cluster;
    }

    private static void replaces(VirtualCluster cluster, Consumer<ObjectNode> policy, String type) {
        cluster.arm.changes((id, body) -> {
            if (id.hasType(type))
                policy.accept(body);
        });
    }

    private static String tag(VirtualCluster cluster, String type) {
        return cluster.world.resources()
                .entrySet()
                .stream()
                .filter(each -> each.getKey().hasType(type))
                .map(each -> each.getValue().at("/tags/team").asText())
                .collect(Collectors.joining());
    }

    @Test
    void subnetThatAPolicyClosesIsNotOpenedAllTheTime() {
        VirtualCluster cluster = VirtualCluster.withSubnet();
        cluster.arm.changes((id, body) -> {
            if (id.hasType(ArmTypes.SUBNET))
                body.withObject("/properties").put(Subnet.POLICY, "Enabled");
        });
        cluster.join(0);
        cluster.make(PRIVATE);
        cluster.begin().loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.arm.calls(SUBNET)).isBetween(5L, 30L);
        assertThat(cluster.message("web")).contains("stays as it was");
    }
}
