package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.exec.FakeArm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Syncs of the table as they are counted: why, and how they ended. */
class RouteSyncsTest {
    private final VirtualCluster cluster = new VirtualCluster();

    @Test
    void aNodeWhoseRouteIsInPlaceIsANoop() {
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.syncs.clear();

        cluster.change(1, node -> node.editStatus().addNewAddress("n1.example", "InternalDNS").endStatus());
        cluster.loop.advance(Duration.ofSeconds(5));
        assertThat(cluster.syncs).as("no field that matters to routes").isEmpty();

        cluster.join(2, node -> node.editMetadata().addToLabels("kubernetes.azure.com/managed", "false").endMetadata());
        cluster.loop.advance(Duration.ofSeconds(5));
        assertThat(cluster.syncs).containsExactly("NODE_CHANGE NOOP");
    }

    @Test
    void theAttemptsAfterAFailureAreStillForTheChangeOfTheNode() {
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.syncs.clear();
        fail("PUT", 2);

        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(10));

        assertThat(cluster.syncs).containsExactly("NODE_CHANGE ERROR", "NODE_CHANGE ERROR", "NODE_CHANGE CHANGED");
    }

    @Test
    void theAttemptAfterAConflictThatNobodyIsToldOfIsStillForTheChangeOfTheNode() {
        List<String> causes = new ArrayList<>();
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.syncs.clear();
        cluster.arm.fails("PUT", cluster.table, FakeArm.failure(ArmException.Kind.CONFLICT, "No"));
        cluster.arm.onNext("GET", cluster.table, () -> causes.add(CallReason.current().cause()));

        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(10));

        assertThat(cluster.syncs).containsExactly("NODE_CHANGE ERROR", "NODE_CHANGE CHANGED");
        assertThat(causes).containsExactly("NodesChanged");
    }

    @Test
    void aRouteThatSomebodyTookAwayIsPutBackByAPeriodicSync() {
        cluster.join(1);
        cluster.begin().loop.settle();
        cluster.withTable().syncs.clear();

        cluster.loop.advance(VirtualCluster.TTL.plusSeconds(10));

        assertThat(cluster.syncs).containsExactly("PERIODIC CHANGED");
    }

    @Test
    void aTableThatCannotBeReadIsAnErrorForEachAttempt() {
        fail("GET", 2);
        cluster.join(1);

        cluster.begin().loop.advance(Duration.ofSeconds(10));

        assertThat(cluster.syncs).containsExactly("NODE_CHANGE ERROR", "NODE_CHANGE ERROR", "NODE_CHANGE CHANGED");
    }

    @Test
    void aDryRunChangesNothing() {
        cluster.join(1);

        cluster.begin(VirtualCluster.settling(Duration.ZERO), true).loop.advance(Duration.ofMinutes(10));

        assertThat(cluster.syncs).noneMatch(sync -> sync.endsWith("CHANGED") || sync.endsWith("ERROR"));
    }

    private void fail(String method, int times) {
        for (int i = 0; i < times; i++)
            cluster.arm.fails(method, cluster.table, FakeArm.failure(ArmException.Kind.FORBIDDEN, "No"));
    }
}
