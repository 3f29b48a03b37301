package io.azureccm.route.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.common.snapshot.ObservedStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Readings of a virtual network that take longer than anything waits for them. */
class NetworkReaderTest {
    private static final ArmId NETWORK = ArmId.of("sub", "k8s", ArmTypes.VIRTUAL_NETWORK, "vnet");

    private final VirtualClock clock = new VirtualClock();
    private final FakeArm arm = new FakeArm();
    private NetworkReader.Runner runner = (reading, longest) -> {
        reading.run();
        return true;
    };
    private final NetworkReader reader = new NetworkReader(
            new ObservedStore(arm, clock, ObservedStore.Settings.DEFAULT),
            (reading, longest) -> runner.run(reading, longest));
    private Runnable slow;

    @BeforeEach
    void network() {
        ObjectNode network = JsonNodeFactory.instance.objectNode();
        network.putObject("properties").putObject("addressSpace").putArray("addressPrefixes").add("10.240.0.0/16");
        arm.store(NETWORK, network);
    }

    @Test
    void readingThatFailsAfterANewerOneHasEndedChangesNothing() throws InterruptedException {
        readSlowly();
        read();
        assertThat(ranges()).containsExactly("10.240.0.0/16");
        arm.fails("GET", NETWORK, FakeArm.failure(ArmException.Kind.FORBIDDEN, "AuthorizationFailed"));
        clock.advance(Duration.ofSeconds(10));
        slow.run();

        assertThat(ranges()).containsExactly("10.240.0.0/16");
    }

    @Test
    void readingThatNothingWaitsForAnyMoreIsUsedUntilTheNextOneBegins() throws InterruptedException {
        readSlowly();
        assertThat(ranges()).isEmpty();
        slow.run();

        assertThat(ranges()).containsExactly("10.240.0.0/16");
    }

    @Test
    void readingThatEndsAsTheTimeIsOverIsUsed() throws InterruptedException {
        runner = (reading, longest) -> {
            reading.run();
            return false;
        };
        read();

        assertThat(ranges()).containsExactly("10.240.0.0/16");
    }

    private void readSlowly() throws InterruptedException {
        NetworkReader.Runner before = runner;
        runner = (reading, longest) -> {
            slow = reading;
            return false;
        };
        read();
        runner = before;
    }

    private void read() throws InterruptedException {
        reader.read(table(), Set.of(), clock.instant());
    }

    private List<String> ranges() {
        return reader.known(table()).orElseThrow().ranges().stream().map(Cidr::toString).toList();
    }

    private static Optional<ObjectNode> table() {
        ObjectNode table = JsonNodeFactory.instance.objectNode();
        table.putObject("properties").putArray("subnets").addObject().put("id", NETWORK + "/subnets/nodes");
        return Optional.of(table);
    }
}
