package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.patch.PatchOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The loop starts over after a turn that failed, or in another term, in virtual time. */
class StartOverTest extends VirtualPodCidrs {
    private static final String RANGE = "10.244.0.0/16";
    private static final Duration SOON = Duration.ofSeconds(3);

    /** What the API server has of node a, which the watch does not show. */
    private final List<String> unseen = new ArrayList<>();

    @BeforeEach
    void begin() {
        tag("pool", "24");
        api = (node, cidrs) -> {
            if (!node.getMetadata().getName().equals("a"))
                return written(node, cidrs);
            boolean first = unseen.isEmpty();
            if (first)
                unseen.addAll(cidrs);
            return new PodCidrWriter.Written(first ? PatchOutcome.WRITTEN : PatchOutcome.UNCHANGED, unseen);
        };
        join("old", "pool");
        begin(RANGE);
        loop.advance(SOON);
        join("a", "pool");
        loop.advance(SOON);
        assertThat(unseen).containsExactly("10.244.1.0/24");
    }

    @Test
    void whatWasAssignedIsTakenBeforeTheWatchShowsIt() {
        leave("old");
        join("b", "pool");
        begin(RANGE);
        loop.advance(SOON);

        assertThat(shown()).containsEntry("b", "10.244.0.0/24");
    }

    @Test
    void whatTheWatchHasShownIsRememberedNoLonger() {
        written(nodes.get("a"), unseen);
        leave("a");
        join("b", "pool");
        begin(RANGE);
        loop.advance(SOON);

        assertThat(shown()).containsEntry("b", "10.244.1.0/24");
    }

    @Test
    void leaderOfAnotherTermRemembersNothing() {
        index.forget();
        nodes.values().forEach(index::added);

        assertThat(index.assigned()).isEmpty();
    }
}
