package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The pod CIDRs of a node that cannot be read may be any. */
class UnreadableNodeTest extends VirtualPodCidrs {
    @Test
    void nothingIsAssignedWhileANodeOfUnknownRangesCannotBeRead() {
        tag("pool", "24");
        join("old", "pool");
        update(new NodeBuilder(nodes.get("old")).editSpec().withPodCIDRs("10.244.0.0/24").endSpec().build());
        join("a", "pool");
        index.unreadable(Set.of("odd", "old"));
        begin("10.244.0.0/16");
        loop.settle();
        assertThat(shown()).containsEntry("a", "");

        // It is gone without having been known; the ranges of the other are known.
        index.unreadable(Set.of("old"));
        loop.advance(Duration.ofSeconds(30));
        assertThat(shown()).containsEntry("a", "10.244.1.0/24");
    }
}
