package io.azureccm.common.reconcile.turn;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Something that a turn wants done: an operation that is started, or something that is shown. An immutable value; the scope carries it out
 * when the turn has decided everything.
 */
public interface Effect {
    /** The lane of the operation that it starts; empty if it starts none. */
    default Optional<String> lane() {
        return Optional.empty();
    }

    /** Collects the effects of one turn in order; a lane is busy as soon as an operation is to start in it. */
    final class Collector<F extends Effect> implements Lanes {
        private final Lanes underWay;
        private final Set<String> starting = new HashSet<>();
        private final List<F> effects = new ArrayList<>();

        /** {@code underWay}: the lanes that were busy before. */
        public Collector(Lanes underWay) {
            this.underWay = underWay;
        }

        public void add(F effect) {
            effect.lane().ifPresent(lane -> {
                if (isBusy(lane))
                    throw new IllegalStateException("lane " + lane + " is busy");
                starting.add(lane);
            });
            effects.add(effect);
        }

        @Override
        public boolean isBusy(String lane) {
            return starting.contains(lane) || underWay.isBusy(lane);
        }

        public List<F> effects() {
            return List.copyOf(effects);
        }
    }
}
