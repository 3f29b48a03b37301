package io.azureccm.node.reconcile.known;

import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.MachineExistence;
import io.azureccm.node.plan.Decision.Follow;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The operation in progress for a node. */
public sealed interface NodeStage {
    NodeStage IDLE = new Idle();

    /** None; it is planned when it is due. */
    record Idle() implements NodeStage {}

    /**
     * It waits for these reads of machines. At {@code again} it is looked at without an event of their end: another loop may
     * make such a read, and one that fails unexpectedly has no event.
     */
    record Reading(Set<String> targets, Instant again) implements NodeStage {
        public Reading {
            targets = Collections.unmodifiableSet(new TreeSet<>(targets));
            // Earlier releases did not record it.
            again = again == null ? Instant.MAX : again;
        }
    }

    /**
     * Lists do not contain its machine, and Azure is asked directly in this lane ("" while the check waits for a slot).
     * {@code scaleSetStands}: its scale set exists, so it is not gone with it. The answer makes the node due
     * immediately.
     */
    record Checking(MachineLookup missing, boolean scaleSetStands, String lane,
            Optional<MachineExistence> answer) implements NodeStage {
        public Checking in(String busy) {
            return new Checking(missing, scaleSetStands, busy, Optional.empty());
        }

        public Checking answered(MachineExistence presence) {
            return new Checking(missing, scaleSetStands, "", Optional.of(presence));
        }

        public Checking withScaleSet() {
            return new Checking(missing, true, "", Optional.empty());
        }
    }

    /** It is being written in this lane; if the write succeeds, {@code then} is next, for this cause. */
    record Writing(String lane, Follow then, String cause) implements NodeStage {}
}
