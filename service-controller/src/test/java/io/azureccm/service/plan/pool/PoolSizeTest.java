package io.azureccm.service.plan.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A pool of addresses in a cluster with more nodes than Azure accepts as members. */
class PoolSizeTest {
    private static final int MAX_MEMBERS = 5000;

    private final World world = new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP");

    @Test
    void poolKeepsItsMembersAndANodeThatFindsNoPlaceIsNamed() {
        for (int i = 1; i <= MAX_MEMBERS + 1; i++)
            node(i);
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        assertThat(members()).as("the first by name").hasSize(MAX_MEMBERS).doesNotContain("node-5001");
        world.nodeLeft("node-5001");
        node(0);
        assertThat(world.converge()).isEmpty();
        assertThat(world.plan().plan().refusals()).containsExactly(new Refusal("LoadBalancerFull", "node-0000",
                "failed to find a lb for node node-0000: pool kubernetes of load balancer kubernetes has 5000 members, which"
                        + " is the maximum; exclude nodes that serve nothing with the label"
                        + " node.kubernetes.io/exclude-from-external-load-balancers"));
        world.nodeLeft("node-0017");
        world.converge();
        assertThat(members()).hasSize(MAX_MEMBERS).contains("node-0000").doesNotContain("node-0017");
        assertThat(world.plan().plan().refusals()).isEmpty();
    }

    private void node(int index) {
        world.node(new NodeFacts(String.format(Locale.ROOT, "node-%04d", index),
                Optional.of(ArmId.of(World.SUBSCRIPTION, "k8s", ArmTypes.SCALE_SET, "vmss-" + index / 1000)
                        .child("virtualMachines", "" + index % 1000)),
                List.of("10.240." + (index / 250 + 1) + "." + index % 250), false, false, false, Map.of(),
                DrainFacts.NONE));
    }

    private List<String> members() {
        return ArmJson
                .list(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow(), "properties",
                        "backendAddressPools")
                .stream()
                .flatMap(pool -> ArmJson.list(pool, "properties", "loadBalancerBackendAddresses").stream())
                .map(ArmJson::name)
                .toList();
    }
}
