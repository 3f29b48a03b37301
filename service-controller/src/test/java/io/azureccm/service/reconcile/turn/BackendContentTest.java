package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The hash of what the health of backends depends on is part of the known state, which another process replays. */
class BackendContentTest {
    private static final Optional<Set<String>> NODES = Optional.of(Set.of("a", "b"));

    @Test
    void contentIsTheSameInEveryProcess() {
        assertThat(BackendReads.content(RetryFixture.service("web"), NODES, 7)).isEqualTo(-1_696_047_334);
    }

    @Test
    void portsNodesOfPodsAndMembersOfPoolsMatter() {
        assertThat(List.of(BackendReads.content(RetryFixture.service("web"), NODES, 7),
                BackendReads.content(RetryFixture.service("web", 81), NODES, 7),
                BackendReads.content(RetryFixture.service("web"), Optional.of(Set.of("a")), 7),
                BackendReads.content(RetryFixture.service("web"), NODES, 8))).doesNotHaveDuplicates();
    }
}
