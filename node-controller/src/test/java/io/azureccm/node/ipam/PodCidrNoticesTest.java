package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conflicts and shortages of pod CIDRs are in a plan once, and told to users as long as they are there. */
class PodCidrNoticesTest {
    private static final Refusal CONFLICT = new Refusal("DuplicatePodCIDR", "a", "node b has the same");
    private static final Refusal OUTSIDE = new Refusal("PodCIDROutsideClusterCIDR", "a", "elsewhere");

    private final HeardEvents heard = new HeardEvents();
    private final PodCidrEvents events = new PodCidrEvents(heard.recorder());
    private final PodCidrNotices notices = new PodCidrNotices(events, name -> Optional.of(node(name)));

    @BeforeEach
    void lead() {
        events.begin();
    }

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void conflictIsToldUntilItIsGone() {
        assertThat(notices.fresh(found(CONFLICT, OUTSIDE), Set.of("a"))).containsExactly(CONFLICT, OUTSIDE);
        assertThat(notices.fresh(found(CONFLICT, OUTSIDE), Set.of("b"))).isEmpty();
        heard.pass(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("DuplicatePodCIDR 1", "DuplicatePodCIDR 2");
        notices.fresh(found(), Set.of("b"));
        heard.pass(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
        notices.fresh(found(CONFLICT), Set.of("a"));
        events.left("uid-a");
        heard.pass(Duration.ofHours(1));
        assertThat(heard.all()).as("told at once, and not of a node that has left").hasSize(3);
    }

    @Test
    void nodeThatFindsNothingFreeHearsOfItUntilItDoes() {
        notices.fresh(shortage("a"), Set.of("a"));
        assertThat(notices.fresh(shortage("a"), Set.of("a"))).isEmpty();
        heard.pass(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("CIDRNotAvailable 1", "CIDRNotAvailable 2");
        notices.fresh(found(), Set.of("a"));
        heard.pass(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    private static PodCidrPlan found(Refusal... findings) {
        return new PodCidrPlan(List.of(), List.of(), List.of(findings), List.of(), List.of());
    }

    private static PodCidrPlan shortage(String name) {
        NodeCidrs node = NodeCidrs.of(name, "uid-" + name, Instant.EPOCH, true, List.of());
        return new PodCidrPlan(List.of(), List.of(new PodCidrPlan.Shortage(node, List.of())), List.of(), List.of(),
                List.of());
    }

    private static Node node(String name) {
        return new NodeBuilder().withNewMetadata().withName(name).withUid("uid-" + name).endMetadata().build();
    }
}
