package io.azureccm.node.reconcile;

import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.NodeView.Presence;
import io.azureccm.node.plan.Decision.Follow;
import java.util.Optional;
import java.util.Set;

/** What goes on with a node. */
sealed interface Stage {
    Stage IDLE = new Idle();

    /** Nothing: it is looked at when it is due. */
    record Idle() implements Stage {}

    /** It waits for these reads of machines. */
    record Reading(Set<String> targets) implements Stage {
        public Reading {
            targets = Set.copyOf(targets);
        }
    }

    /**
     * Lists do not show its machine, and Azure is asked directly, in this lane ("" while that waits for its place). {@code scaleSetStands}:
     * it is not gone with its scale set. With an answer it is planned for at once.
     */
    record Checking(MachineLookup missing, boolean scaleSetStands, String lane,
            Optional<Presence> answer) implements Stage {
        Checking in(String busy) {
            return new Checking(missing, scaleSetStands, busy, Optional.empty());
        }

        Checking answered(Presence presence) {
            return new Checking(missing, scaleSetStands, "", Optional.of(presence));
        }

        Checking withScaleSet() {
            return new Checking(missing, true, "", Optional.empty());
        }
    }

    /** It is being written, in this lane; {@code then} is what follows when that ends well, and for what cause. */
    record Writing(String lane, Follow then, String cause) implements Stage {}
}
