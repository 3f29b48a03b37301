package io.azureccm.node.ipam.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.node.plan.ipam.MaskDecision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodCidrTurnTest {
    /** Steps, refusals and events have it, and a record of them is replayed in another process. */
    @Test
    void decisionsAboutPrefixLengthsAreInTheOrderOfTheNodes() {
        MaskDecision none = new MaskDecision.NoMachine();

        assertThat(new PodCidrTurn.Masks(Map.of("f", none, "a", none, "d", none, "b", none, "e", none, "c", none),
                List.of()).decisions().keySet()).containsExactly("a", "b", "c", "d", "e", "f");
    }
}
