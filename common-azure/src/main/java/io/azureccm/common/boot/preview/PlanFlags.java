package io.azureccm.common.boot.preview;

import io.azureccm.common.config.flags.GoDuration;
import io.azureccm.common.core.preview.ChangeKind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code plan} is asked for; {@code appArgs} are flags of the app. */
record PlanFlags(Output output, Optional<String> only, Optional<Set<ChangeKind>> failOn, Duration timeout,
        List<String> appArgs) {
    static final List<String> NAMES = List.of("output", "service", "node", "fail-on", "timeout");
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** How the result is printed. */
    enum Output {
        TEXT, JSON, MARKDOWN, HTML
    }

    static PlanFlags of(List<String> args) {
        CommandFlags flags = CommandFlags.of(args, NAMES);
        String output = flags.word("output", List.of("text", "json", "markdown", "html"));
        return new PlanFlags(Output.valueOf(output.toUpperCase(java.util.Locale.ROOT)),
                flags.last("service").or(() -> flags.last("node")), failOn(flags),
                duration(flags, "timeout", TIMEOUT), flags.rest());
    }

    private static Optional<Set<ChangeKind>> failOn(CommandFlags flags) {
        if (flags.all("fail-on").isEmpty())
            return Optional.empty();
        Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
        for (String list : flags.all("fail-on")) {
            for (String word : list.split(",", -1)) {
                kinds.add(ChangeKind.of(word.strip())
                        .orElseThrow(() -> CommandFlags.unknown("fail-on", word, ChangeKind.words())));
            }
        }
        return Optional.of(kinds);
    }

    private static Duration duration(CommandFlags flags, String name, Duration otherwise) {
        return flags.last(name)
                .map(text -> GoDuration.parse(text)
                        .filter(Duration::isPositive)
                        .orElseThrow(() -> new CommandFlags.UsageException("--" + name + ": \"" + text
                                + "\" is not a duration above 0 such as 90s or 24h")))
                .orElse(otherwise);
    }
}
