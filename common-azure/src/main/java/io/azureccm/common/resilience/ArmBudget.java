package io.azureccm.common.resilience;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How many calls are left: of the operator's own limits where they are on, otherwise what ARM last said. {@code of} 0 means
 * that the whole is not known.
 */
public record ArmBudget(Optional<Left> reads, Optional<Left> writes) {
    /** Calls left of a whole. */
    public record Left(int left, int of) {
        @Override
        public String toString() {
            return of > 0 ? left + "/" + of : Integer.toString(left);
        }
    }

    /** For the last line of a plan: {@code writes 187/200, reads 240/250}; "" when nothing is known. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        writes.ifPresent(left -> parts.add("writes " + left));
        reads.ifPresent(left -> parts.add("reads " + left));
        return String.join(", ", parts);
    }
}
