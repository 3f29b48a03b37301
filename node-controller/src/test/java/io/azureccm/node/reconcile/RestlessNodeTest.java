package io.azureccm.node.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A Node changes many times a second: Azure and the API server are not asked as often, and other nodes do not wait. */
class RestlessNodeTest {
    private static final Duration OFTEN = Duration.ofMillis(50);
    private static final int MINUTE = 1_200;
    private static final String STRANGER = "pool0zzzzz";

    private final VirtualNodes cluster = new VirtualNodes();
    private int changes;

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void nodeWithoutMachineThatChangesAllTheTimeDoesNotReadAllListsAllTheTime() {
        begin();
        cluster.join(STRANGER);
        change(5 * MINUTE, STRANGER, UnaryOperator.identity());
        long before = cluster.instanceLists();
        change(5 * MINUTE, STRANGER, UnaryOperator.identity());
        assertThat(cluster.instanceLists() - before).isBetween(20L, 50L);

        cluster.join("pool000001");
        change(MINUTE / 30, STRANGER, UnaryOperator.identity());
        assertThat(cluster.isInitialised("pool000001")).isTrue();
    }

    @Test
    void nodeThatBecomesReadyAndUnreadyAllTheTimeDoesNotReadListsAllTheTime() {
        begin();
        cluster.join("pool000000");
        UnaryOperator<NodeBuilder> turn = node -> node.editStatus()
                .editFirstCondition()
                .withStatus(changes / 10 % 2 == 0 ? "True" : "Unknown")
                .endCondition()
                .endStatus();
        change(MINUTE, "pool000000", turn);
        long before = cluster.instanceLists();
        change(5 * MINUTE, "pool000000", turn);
        assertThat(cluster.instanceLists() - before).isLessThan(60);
    }

    @Test
    void initialisedNodeThatGetsItsTaintAndOtherAddressesAllTheTimeIsWrittenNowAndThen() {
        begin();
        cluster.join("pool000000");
        UnaryOperator<NodeBuilder> undo = node -> node.editSpec()
                .withTaints()
                .addNewTaint("NoSchedule", NodeKeys.UNINITIALISED, null, "true")
                .endSpec()
                .editStatus()
                .withAddresses()
                .addNewAddress("10.9.9." + changes % 200, "InternalIP")
                .endStatus();
        change(MINUTE, "pool000000", undo);
        int before = cluster.writes.size();
        change(5 * MINUTE, "pool000000", undo);
        assertThat(cluster.writes.size() - before).isBetween(10, 100);

        cluster.loop.advance(Duration.ofSeconds(11));
        assertThat(cluster.isInitialised("pool000000")).as("when it has come to rest").isTrue();
    }

    @Test
    void nodeThatReplacesARestlessOneIsInitialisedAtOnce() {
        begin();
        cluster.join("pool000000");
        change(MINUTE + MINUTE / 30, "pool000000", UnaryOperator.identity());
        assertThat(cluster.loop.known().nodes().get("pool000000").next())
                .isAfter(cluster.loop.clock().instant().plusSeconds(2));

        cluster.leave("pool000000");
        cluster.join("pool000000");
        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.isInitialised("pool000000")).isTrue();
    }

    private void begin() {
        cluster.pool(2);
        cluster.begin();
    }

    private void change(int times, String node, UnaryOperator<NodeBuilder> change) {
        for (int i = 0; i < times; i++) {
            changes++;
            cluster.change(node,
                    each -> change.apply(each).editMetadata().addToLabels("stamp", "" + changes).endMetadata());
            cluster.loop.advance(OFTEN);
        }
    }
}
