package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.exec.FakeArm;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Routes lead to machines in the virtual network of the table only, in virtual time. */
class NextHopTest {
    private static final Duration A_WHILE = Duration.ofSeconds(5);

    private final VirtualCluster cluster = new VirtualCluster().withTable();
    private int changes;

    @Test
    void nodeWithAnAddressOutsideTheVirtualNetworkIsToldSoAndDelaysNobody() {
        cluster.withNetwork("10.240.0.0/16").begin().loop.settle();
        cluster.join(1);
        joinAt(2, "192.168.7.2");

        cluster.loop.advance(A_WHILE);

        assertThat(cluster.routes()).containsExactly("n1____102441024");
        assertThat(cluster.conditions).containsExactlyInAnyOrder("n1 true", "n2 false");
        assertThat(cluster.routed(2)).contains("NextHopOutsideNetwork", "192.168.7.2", "vnet (10.240.0.0/16)");
        assertThat(reads()).as("before the first write, and for the address").isEqualTo(2);
        cluster.loop.advance(Duration.ofMinutes(9));
        assertThat(reads()).isEqualTo(2);
        assertThat(cluster.events()).filteredOn(event -> event.startsWith("n2")).containsOnly("n2 FailedToCreateRoute");
    }

    @Test
    void addressInARangeThatTheVirtualNetworkHasJustBeenGivenIsRoutedAtOnceAndNothingIsToldBefore() {
        cluster.withNetwork("10.240.0.0/16").begin().loop.settle();
        extend("10.241.0.0/16");
        joinAt(1, "10.241.0.1");

        cluster.loop.advance(A_WHILE);

        assertThat(cluster.routes()).containsExactly("n1____102441024");
        assertThat(cluster.routed).isEmpty();
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    void addressInAPeeredNetworkIsRouted() {
        cluster.withNetwork("10.240.0.0/16");
        ObjectNode network = cluster.arm.stored(cluster.network).orElseThrow();
        network.withObjectProperty("properties")
                .putArray("virtualNetworkPeerings")
                .addObject()
                .putObject("properties")
                .putObject("remoteAddressSpace")
                .putArray("addressPrefixes")
                .add("10.250.0.0/16");
        cluster.arm.store(cluster.network, network);
        joinAt(1, "10.250.0.1");

        cluster.begin().loop.settle();

        assertThat(cluster.routes()).containsExactly("n1____102441024");
    }

    @Test
    void nodeThatChangesItsAddressAllTheTimeNeitherReadsTheNetworkAllTheTimeNorKeepsOthersFromTheirRoutes() {
        cluster.withNetwork("10.240.0.0/16").begin().loop.settle();
        joinAt(1, "192.168.7.1");
        cluster.loop.advance(A_WHILE);
        long before = reads();
        int patches = cluster.patches.get();
        joinAt(2, "10.240.0.2");
        changeAddressWithEachRead();

        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.routes()).containsExactly("n2____102442024");
        assertThat(reads() - before).isBetween(20L, 35L);
        assertThat(cluster.patches.get() - patches).isLessThan(40);
    }

    /** Of the first node, whose address is unknown to each response therefore. */
    private void changeAddressWithEachRead() {
        cluster.arm.onNext("GET", cluster.network, () -> {
            changes++;
            cluster.change(1, node -> node.editStatus()
                    .withAddresses()
                    .addNewAddress("192.168.8." + changes % 250, "InternalIP")
                    .endStatus());
            changeAddressWithEachRead();
        });
        if (changes == 0)
            cluster.change(1, node -> node.editStatus()
                    .withAddresses()
                    .addNewAddress("192.168.9.9", "InternalIP")
                    .endStatus());
    }

    @Test
    void networkThatCannotBeReadIsNotCheckedAndIsReadAgainAfterTenMinutes() {
        cluster.withNetwork("10.240.0.0/16");
        cluster.arm.fails("GET", cluster.network, FakeArm.failure(ArmException.Kind.FORBIDDEN, "AuthorizationFailed"));
        joinAt(1, "192.168.7.1");
        cluster.begin().loop.advance(Duration.ofMinutes(9));
        assertThat(cluster.routes()).containsExactly("n1____102441024");
        assertThat(reads()).isOne();

        cluster.loop.advance(Duration.ofMinutes(4));
        joinAt(2, "192.168.7.2");
        cluster.loop.advance(A_WHILE);

        assertThat(cluster.routes()).as("what is there stays").containsExactly("n1____102441024");
        assertThat(cluster.routed(2)).contains("NextHopOutsideNetwork");
    }

    @Test
    void nodeOfAnotherCloudGetsAnEventAndNoRouteAndIsNotWritten() {
        cluster.begin().loop.settle();
        cluster.join(1);
        cluster.join(2, node -> node.editSpec()
                .withProviderID("aws:///eu-1a/i-0f5")
                .withPodCIDRs("10.244.2.0/24")
                .endSpec());

        cluster.loop.advance(Duration.ofMinutes(10));

        assertThat(cluster.routes()).containsExactly("n1____102441024");
        assertThat(cluster.conditions).containsExactly("n1 true");
        assertThat(cluster.routed).isEmpty();
        assertThat(cluster.events()).filteredOn(event -> !event.equals("again"))
                .containsOnly("n2 FailedToCreateRoute");
    }

    private void joinAt(int number, String address) {
        cluster.join(number, node -> node.editSpec()
                .withPodCIDRs("10.244." + number + ".0/24")
                .endSpec()
                .editStatus()
                .withAddresses()
                .addNewAddress(address, "InternalIP")
                .endStatus());
    }

    private void extend(String range) {
        ObjectNode network = cluster.arm.stored(cluster.network).orElseThrow();
        network.withObjectProperty("properties")
                .withObjectProperty("addressSpace")
                .withArrayProperty("addressPrefixes")
                .add(range);
        cluster.arm.store(cluster.network, network);
    }

    private long reads() {
        return cluster.arm.log().stream().filter(line -> line.contains("vnet")).count();
    }
}
