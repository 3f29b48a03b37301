package io.azureccm.service.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.World;
import java.util.Map;
import java.util.TreeMap;
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

    /** The Node of a machine that is gone may still be there when another machine has its address; Azure refuses an address that is there twice. */
    @Test
    void addressOfTwoNodesIsInThePoolOnce() {
        Map<String, String> members = new TreeMap<>(
                Map.of("former", "10.0.0.4", "next", "10.0.0.4", "other", "10.0.0.5"));
        Pool pool = Pool.empty(BALANCER, "kubernetes").holding(members, NETWORK);

        assertThat(pool.addresses()).containsExactly("10.0.0.4", "10.0.0.5");
        assertThat(pool.holding(members, NETWORK)).isSameAs(pool);
        members.remove("former");
        assertThat(pool.holding(members, NETWORK)).as("the entry with its name stays").isSameAs(pool);
    }

    /** Azure refuses names that are there twice. */
    @Test
    void entryGivesTheNameBackToANodeThatHasAnotherAddressNow() {
        Pool pool = Pool.empty(BALANCER, "kubernetes").holding(Map.of("vm-1", "10.0.0.4"), NETWORK);
        Pool taken = pool.holding(Map.of("vm-2", "10.0.0.4"), NETWORK);
        Pool next = taken.holding(new TreeMap<>(Map.of("vm-1", "10.0.0.9", "vm-2", "10.0.0.4")), NETWORK);

        assertThat(taken).as("the name alone changes nothing").isSameAs(pool);
        assertThat(ArmJson.list(next.json(), "properties", "loadBalancerBackendAddresses"))
                .extracting(ArmJson::name, each -> ArmJson.text(each, "properties", "ipAddress"))
                .containsExactly(tuple("vm-2", "10.0.0.4"), tuple("vm-1", "10.0.0.9"));
    }
}
