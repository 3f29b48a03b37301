package io.azureccm.service.reconcile.scope;

import io.azureccm.service.reconcile.VirtualCluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** What {@link IsolationTest} and {@link SharedResourceIsolationTest} have in common. */
abstract class IsolationFixture {
    static final Duration SOON = Duration.ofSeconds(15);

    final VirtualCluster cluster = new VirtualCluster();

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

    void othersChange() {
        cluster.make(restricted("new", 80, "10.0.0.0/8"));
        cluster.replace(restricted("changed", 8080, "10.0.0.0/8"));
        cluster.delete("deleted");
        cluster.replace(restricted("narrowed", 80, "10.1.0.0/16"));
    }

    static Services bad() {
        return bad("bad", 443);
    }

    static Services bad(String name, int port) {
        return Services.named(name)
                .port("TCP", port)
                .annotation("azure-pip-name", "vip")
                .annotation("azure-load-balancer-resource-group", "users")
                .created("2026-01-01T00:01:00Z");
    }

    static Services restricted(String name, int port, String sources) {
        return Services.named(name).port("TCP", port).spec("loadBalancerSourceRanges: [" + sources + "]");
    }

    static String base(String name) {
        return ("a" + Services.uid(name).replace("-", "")).substring(0, 32);
    }

    static String rule(String name, int port) {
        return '"' + base(name) + "-TCP-" + port + '"';
    }

    /** The addresses that the Service has shown last. */
    String shown(String name) {
        return cluster.written.stream()
                .filter(text -> text.startsWith(name + " ["))
                .map(text -> text.substring(name.length() + 1))
                .reduce("", (before, after) -> after);
    }

    String balancer() {
        return String.valueOf(cluster.world.resources().get(VirtualCluster.BALANCER));
    }

    List<SecurityGroup.Rule> rulesFrom(String range) {
        ArmId group = World.id(ArmTypes.SECURITY_GROUP, "k8s-nsg");
        return SecurityGroup.of(cluster.world.resources().get(group))
                .rules()
                .stream()
                .filter(rule -> rule.sources().contains(range))
                .toList();
    }
}
