package io.azureccm.common.resilience.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How many calls are left of how many, if known. */
public record RemainingBudget(Optional<Left> reads, Optional<Left> writes) {
    public static final RemainingBudget UNKNOWN = new RemainingBudget(Optional.empty(), Optional.empty());

    /** Calls left of a total. */
    public record Left(int left, int of) {
        @Override
        public String toString() {
            return left + "/" + of;
        }
    }

    /** For the last line of a plan: {@code writes 187/200, reads 240/250}; "" if nothing is known. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        writes.ifPresent(left -> parts.add("writes " + left));
        reads.ifPresent(left -> parts.add("reads " + left));
        return String.join(", ", parts);
    }
}
