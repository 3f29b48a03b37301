package io.azureccm.common.core.condition;

import io.azureccm.common.core.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A condition type that an object gets if it has a problem: {@code False} with the reason, and {@code True} with the reason
 * {@code recovered} once the problem is over. An object that never had a problem never gets it. {@code page} explains the
 * reasons. Pure.
 */
public record ProblemCondition(String type, String recovered, String page) {
    /** A reason that varies by attempt, or its message, replaces another one only after this time. */
    static final Duration PAUSE = Duration.ofMinutes(10);
    /** What is different in each attempt: Azure's request ids and times. */
    private static final Pattern OF_ATTEMPT = Pattern
            .compile("\\(request id [^)]*\\)|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

    /**
     * The condition to write, given the {@code shown} one; empty if it already says so, or is good enough for now. If the
     * message varies by attempt, request ids and times are not compared, so that attempts cause no writes.
     */
    public Optional<ShownCondition> write(Optional<ShownCondition> shown, Problem problem, Instant now) {
        String reason = problem.reason().word();
        ShownCondition wanted = new ShownCondition(type, ShownCondition.FALSE, reason, message(problem), now);
        Optional<ShownCondition> before = shown.filter(ShownCondition::isProblem);
        if (before.isEmpty())
            return Optional.of(wanted);
        boolean varies = problem.reason().variesByAttempt();
        boolean isSame = before.get().reason().equals(reason) && (varies
                ? ofProblem(before.get().message()).equals(ofProblem(wanted.message()))
                : before.get().message().equals(wanted.message()));
        return isSame || varies && before.get().written().plus(PAUSE).isAfter(now)
                ? Optional.empty()
                : Optional.of(wanted);
    }

    private static String ofProblem(String message) {
        return OF_ATTEMPT.matcher(message).replaceAll("");
    }

    /** The condition to write when there is no problem any more: nothing, unless {@code shown} reports one. */
    public Optional<ShownCondition> writeRecovered(Optional<ShownCondition> shown, Instant now) {
        return shown.filter(ShownCondition::isProblem)
                .map(before -> new ShownCondition(type, ShownCondition.TRUE, recovered, "", now));
    }

    private String message(Problem problem) {
        String text = PrintableText.of(problem.message(), PrintableText.MESSAGE).strip();
        return text + (text.endsWith(".") ? "" : ".") + " What to do: " + page + "#" + anchor(problem.reason());
    }

    /** The URL of the documentation of a reason. */
    public static String anchor(ProblemReason reason) {
        return reason.word().toLowerCase(Locale.ROOT);
    }
}
