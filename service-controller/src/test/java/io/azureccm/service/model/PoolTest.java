package io.azureccm.service.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.World;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A backend pool is compared by what its addresses mean. */
class PoolTest {
    private static final ArmId BALANCER = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId NETWORK = ArmId.of("s", "rg", ArmTypes.VIRTUAL_NETWORK, "vnet");

    /** A cluster that switches from another controller has what that one wrote. */
    @Test
    void entryOfAnIpv6AddressStaysHoweverItIsSpelled() {
        Pool pool = new Pool(BALANCER, World.json("""
                {"name": "kubernetes", "properties": {"virtualNetwork": {"id": "%s"}, "loadBalancerBackendAddresses": [
                 {"name": "node-1", "properties": {"ipAddress": "2603:1030:0A::0:1"}}]}}""".formatted(NETWORK)));

        assertThat(pool.addresses()).containsExactly("2603:1030:a::1");
        assertThat(pool.holding(Map.of("node-1", "2603:1030:a::1"), NETWORK)).isSameAs(pool);
    }
}
