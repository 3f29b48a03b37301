package io.azureccm.node.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.Random;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Of several Nodes, some of which change all the time, the last change of each is acted upon in time. */
class RestlessNodesPropertiesTest {
    private static final String RESTLESS = "pool000000";
    private static final String CALM = "pool000001";
    /** Changes are collected for at most half a second. */
    private static final Duration AT_ONCE = Duration.ofMillis(600);
    private static final Duration LATEST = Duration.ofSeconds(10).plus(AT_ONCE);

    private VirtualNodes cluster;
    private int changes;

    @BeforeTry
    void begin() {
        cluster = new VirtualNodes();
    }

    @AfterTry
    void close() {
        cluster.close();
    }

    @Property(tries = 8)
    void lastChangeOfEachNodeIsActedUponAndNoNodeWaitsForAnother(@ForAll long seed) {
        Random random = new Random(seed);
        cluster.pool(2);
        cluster.begin();
        cluster.join(RESTLESS);
        cluster.join(CALM);
        cluster.loop.advance(Duration.ofSeconds(1 + random.nextInt(200)));
        for (int i = 0; i < 3; i++) {
            storm(random, Duration.ofMillis(random.nextInt(20_000)));
            change(CALM, RestlessNodesPropertiesTest::tainted);
            storm(random, AT_ONCE);
            assertThat(cluster.isInitialised(CALM)).as("while the other one changes").isTrue();
        }
        change(RESTLESS, RestlessNodesPropertiesTest::tainted);
        cluster.loop.advance(LATEST);
        assertThat(cluster.isInitialised(RESTLESS)).isTrue();
    }

    /** Changes that nothing has to be done about. */
    private void storm(Random random, Duration time) {
        int millis = 10 + random.nextInt(90);
        for (long i = 0; i < time.toMillis(); i += millis) {
            change(RESTLESS, UnaryOperator.identity());
            cluster.loop.advance(Duration.ofMillis(millis));
        }
    }

    private void change(String node, UnaryOperator<NodeBuilder> change) {
        changes++;
        cluster.change(node,
                each -> change.apply(each).editMetadata().addToLabels("stamp", "" + changes).endMetadata());
    }

    private static NodeBuilder tainted(NodeBuilder node) {
        return node.editSpec().addNewTaint("NoSchedule", NodeKeys.UNINITIALISED, null, "true").endSpec();
    }
}
