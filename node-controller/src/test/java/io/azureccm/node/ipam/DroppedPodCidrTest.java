package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.patch.PatchOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The API server accepts pod CIDRs, and a webhook drops them. */
class DroppedPodCidrTest extends VirtualPodCidrs {
    private int writes;

    @Test
    void droppedPodCidrIsWrittenAgainAfterGrowingPausesAndStaysReserved() {
        tag("pool", "24");
        join("a", "pool");
        api = (node, cidrs) -> {
            writes++;
            return new PodCidrWriter.Written(PatchOutcome.WRITTEN, List.of());
        };
        begin("10.244.0.0/16");
        loop.advance(Duration.ofMinutes(10));
        assertThat(writes).isBetween(8, 20);
        heard.advance(Duration.ZERO);
        assertThat(heard.all()).isNotEmpty().allMatch(event -> event.startsWith("CIDRAssignmentFailed"));

        api = this::written;
        join("b", "pool");
        loop.advance(Duration.ofSeconds(2));
        assertThat(shown()).containsEntry("b", "10.244.1.0/24").containsEntry("a", "");
        loop.advance(Duration.ofMinutes(1));
        assertThat(shown()).containsEntry("a", "10.244.0.0/24");
    }
}
