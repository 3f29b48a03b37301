package io.azureccm.common.exec;

import io.azureccm.common.core.PlanOutcome;
import java.util.function.Supplier;

/** What the rounds of one pass came to together, for its span. Of the thread of the pass alone. */
final class PassTally {
    private static final ScopedValue<PassTally> CURRENT = ScopedValue.newInstance();

    private String scope = "";
    private long lastPlan;
    private int rounds;
    private int operations;
    private String outcome = "failed";

    private PassTally() {}

    /** Does the work of a pass; its span says at the end what it came to, also when it throws. */
    static <T> T of(PassSpans spans, Supplier<T> pass) {
        return spans.within("pass", notes -> {
            PassTally tally = new PassTally();
            try {
                return ScopedValue.where(CURRENT, tally).call(pass::get);
            } finally {
                tally.tell(notes);
            }
        });
    }

    /** A round has ended, its plan has this number. */
    static void add(long number, PlanOutcome round) {
        if (CURRENT.isBound()) {
            CURRENT.get().count(number, round);
        }
    }

    /** {@code empty}, {@code applied} as a whole, or {@code open} in part. */
    static String result(PlanOutcome round) {
        if (round.plan().isEmpty())
            return "empty";
        return round.allGood() ? "applied" : "open";
    }

    private void count(long number, PlanOutcome round) {
        scope = round.plan().scope();
        lastPlan = number;
        rounds++;
        operations += round.plan().operations().size();
        boolean settled = outcome.equals("applied") && round.plan().isEmpty();
        outcome = settled ? outcome : result(round);
    }

    private void tell(PassSpans.Notes notes) {
        notes.note("scope", scope);
        notes.note("plan", Long.toString(lastPlan));
        notes.note("rounds", Integer.toString(rounds));
        notes.note("operations", Integer.toString(operations));
        notes.note("outcome", rounds == 0 ? "nothing planned" : outcome);
    }
}
