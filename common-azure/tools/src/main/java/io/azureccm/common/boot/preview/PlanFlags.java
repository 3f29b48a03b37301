package io.azureccm.common.boot.preview;

import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.core.preview.ChangeKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The flags of {@code plan}; {@code appArgs} are flags of the app. */
record PlanFlags(Output output, Optional<String> only, Optional<Set<ChangeKind>> failOn, Duration timeout,
        Stored stored, List<String> appArgs) {
    static final List<String> NAMES = List.of("output", "service", "node", "fail-on", "timeout", "snapshot", "filename",
            "max-age", "namespace", "delete");
    static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** The output format. */
    enum Output {
        TEXT, JSON, MARKDOWN, HTML
    }

    /** What is planned instead of the live cluster: a snapshot, with manifests merged over it and objects deleted. */
    record Stored(Optional<Path> snapshot, List<String> manifests, Optional<Duration> maxAge, String namespace,
            List<String> deleted) {
        boolean isAsked() {
            return snapshot.isPresent() || !manifests.isEmpty();
        }
    }

    static PlanFlags of(List<String> args) {
        CommandFlags flags = CommandFlags.of(args, NAMES);
        String output = flags.word("output", List.of("text", "json", "markdown", "html"));
        return new PlanFlags(Output.valueOf(output.toUpperCase(java.util.Locale.ROOT)),
                flags.last("service").or(() -> flags.last("node")), failOn(flags),
                flags.duration("timeout").orElse(TIMEOUT), stored(flags), flags.rest());
    }

    private static Stored stored(CommandFlags flags) {
        Stored stored = new Stored(flags.last("snapshot").map(Path::of), flags.all("filename"),
                flags.duration("max-age"), flags.last("namespace").orElse("default"), flags.all("delete"));
        for (String name : List.of("max-age", "delete")) {
            if (stored.snapshot().isEmpty() && !flags.all(name).isEmpty())
                throw new UsageException("--" + name + ": only valid with --snapshot");
        }
        return stored;
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
}
