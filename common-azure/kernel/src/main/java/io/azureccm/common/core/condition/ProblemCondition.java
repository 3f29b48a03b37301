package io.azureccm.common.core.condition;

import io.azureccm.common.core.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A condition type that an object gets if it has a problem: {@code False} with the reason, and {@code True} with the reason
 * {@code recovered} once the problem is over. An object that never had a problem never gets it. {@code page} explains the
 * reasons. Pure.
 */
public record ProblemCondition(String type, String recovered, String page) {
    /** A reason that varies by attempt, or its message, replaces another one only after this time. */
    static final Duration PAUSE = Duration.ofMinutes(10);
    /** What Azure answers replaces another answer of Azure after this time. */
    static final Duration PAUSE_BETWEEN_CODES = Duration.ofMinutes(2);
    /** Azure's status and error code in a message. */
    private static final Pattern AZURE_CODE = Pattern.compile("HTTP \\d{3} [A-Za-z0-9]+");

    /**
     * The condition to write, given the {@code shown} one; empty if it already says so, or is good enough for now. If the
     * message varies by attempt, only the reason and Azure's error codes are compared, so that attempts cause no writes. A
     * refusal by Azure is told at once where the shown condition has no code of Azure, such as one about a lost connection.
     */
    public Optional<ShownCondition> write(Optional<ShownCondition> shown, Problem problem, ConditionOptions options,
            Instant now) {
        String reason = problem.reason().word();
        ShownCondition wanted = new ShownCondition(type, ShownCondition.FALSE, reason, message(problem, options), now);
        Optional<ShownCondition> before = shown.filter(ShownCondition::isProblem);
        if (before.isEmpty())
            return Optional.of(wanted);
        boolean varies = problem.reason().variesByAttempt();
        Set<String> shownCodes = codes(before.get().message());
        Set<String> codes = codes(wanted.message());
        boolean isSame = before.get().reason().equals(reason)
                && (varies ? shownCodes.equals(codes) : before.get().message().equals(wanted.message()));
        return isSame || varies && before.get().written().plus(pause(shownCodes, codes)).isAfter(now)
                ? Optional.empty()
                : Optional.of(wanted);
    }

    private static Duration pause(Set<String> shown, Set<String> next) {
        if (next.isEmpty() || next.equals(shown))
            return PAUSE;
        return shown.isEmpty() ? Duration.ZERO : PAUSE_BETWEEN_CODES;
    }

    private static Set<String> codes(String message) {
        return AZURE_CODE.matcher(message).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    /** The condition to write when there is no problem any more: nothing, unless {@code shown} reports one. */
    public Optional<ShownCondition> writeRecovered(Optional<ShownCondition> shown, Instant now) {
        return shown.filter(ShownCondition::isProblem)
                .map(before -> new ShownCondition(type, ShownCondition.TRUE, recovered, "", now));
    }

    private String message(Problem problem, ConditionOptions options) {
        return options.message(PrintableText.of(problem.message(), PrintableText.MESSAGE).strip(), problem.reason(),
                page);
    }
}
