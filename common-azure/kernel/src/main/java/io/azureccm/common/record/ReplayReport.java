package io.azureccm.common.record;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a replay found: how many turns were made again, how many of them decided otherwise, the first of these, and what could not be
 * replayed, as sentences for users; and the times of the first and the last turn.
 */
public record ReplayReport(long turns, long different, List<Difference> differences, List<String> notes, Instant first,
        Instant last) {
    /** No turn was replayed. */
    public static final ReplayReport NOTHING = new ReplayReport(0, 0, List.of(), List.of(), Instant.MAX, Instant.MIN);

    public ReplayReport {
        differences = List.copyOf(differences);
        notes = List.copyOf(notes);
    }

    /** A turn, counted from 1, that decided something else than was recorded. */
    public record Difference(long turn, Instant at, Decision then, Decision now) {}

    /** What a turn decided: its plan, the lanes to which it sent operations, and why it failed, "" if it did not. */
    public record Decision(RecordedPlan plan, List<String> started, String failure) {
        public Decision {
            started = List.copyOf(started);
        }

        /** For humans, without a line break at the end. */
        public String text() {
            if (!failure.isEmpty())
                return "the turn failed: " + failure;
            return plan.text() + "\n  starts: " + (started.isEmpty() ? "nothing" : String.join(", ", started));
        }
    }

    /** Both together; turns are counted in each. */
    public ReplayReport and(ReplayReport other) {
        return new ReplayReport(turns + other.turns, different + other.different,
                Stream.concat(differences.stream(), other.differences.stream()).toList(),
                Stream.concat(notes.stream(), other.notes.stream()).distinct().toList(),
                first.isBefore(other.first) ? first : other.first, last.isAfter(other.last) ? last : other.last);
    }

    /** Whether each turn decided what it decided then. */
    public boolean isSame() {
        return different == 0;
    }
}
