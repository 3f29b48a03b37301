package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.command.Command;
import io.azureccm.common.boot.command.CommandLog;
import io.azureccm.common.boot.command.Commands;
import io.azureccm.common.boot.command.Invocation;
import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.record.ReplayReport;
import io.azureccm.common.record.ReplayText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code replay}: makes the turns of a record again with this release and shows which of them plan otherwise. {@code program}: the app with these
 * settings.
 */
public record ReplayCommand(Function<AppSettings, ControllerProgram> program) implements Command {
    /** The command's own flags. */
    public static final List<String> FLAGS = List.of("output");
    private static final int DIFFERENT = 2;
    private static final int OTHER_FORMAT = 4;
    /** As in the app, approvals are asked for; what was approved is in the record. */
    private static final RemovalApprovals NOT_READ = RemovalApprovals.unheard();

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public String description() {
        return "Make the turns of a record again with this release, and exit: 0 all plans are equal, 2 some are not,"
                + " 4 the record has another format, 1 errors of the command itself. Argument: the file. Own flags:"
                + " --output=text|json|html";
    }

    @Override
    public int run(Invocation invocation) {
        try {
            CommandFlags flags = CommandFlags.of(invocation.args(), FLAGS);
            String output = flags.word("output", List.of("text", "json", "html"));
            if (flags.rest().size() != 1 || flags.rest().getFirst().startsWith("-"))
                throw new UsageException("replay takes the file of one record, not " + flags.rest());
            CommandLog.silence();
            ReplayReport report = replay(invocation, Path.of(flags.rest().getFirst()));
            invocation.out().print(switch (output) {
                case "json" -> ReplayText.json(report).toPrettyString() + "\n";
                case "html" -> ReplayText.html(invocation.app().title(), report);
                default -> ReplayText.of(report);
            });
            if (report.turns() == 0)
                return Commands.FAILED;
            return report.isSame() ? 0 : DIFFERENT;
        } catch (RecordHeader.OtherFormatException other) {
            invocation.complain(List.of("the file " + other.getMessage()));
            return OTHER_FORMAT;
        }
    }

    private ReplayReport replay(Invocation invocation, Path file) {
        ReplayReport all = ReplayReport.NOTHING;
        for (RecordHeader header : headers(file)) {
            if (!header.app().equals(invocation.app().title()))
                throw new UsageException(file + ": is a record of the " + header.app() + "; replay it with that app");
            all = all.and(replay(invocation, file, header));
        }
        return all;
    }

    private static Set<RecordHeader> headers(Path file) {
        Set<RecordHeader> headers = new LinkedHashSet<>();
        try (RecordReader reader = new RecordReader(Files.newInputStream(file))) {
            for (Optional<JsonNode> line = reader.next(); line.isPresent(); line = reader.next()) {
                if (headers.isEmpty() || line.get().has("format"))
                    headers.add(RecordHeader.of(line.get()));
            }
            if (headers.isEmpty())
                throw new UsageException(file + ": cannot be read as a record: " + reader.broken());
        } catch (IOException unreadable) {
            throw new UsageException(file + ": cannot be read: " + unreadable);
        }
        return headers;
    }

    /** The segments with this header: the same wiring as in the app, with ports that lead nowhere. */
    private ReplayReport replay(Invocation invocation, Path file, RecordHeader header) {
        FlagsOutcome.Run run = flags(invocation, header);
        AppSettings settings = LivePorts.settings(run);
        CloudConfig config = StoredPlan.config(header.cloudConfig(), file.toString());
        ControllerProgram app = program.apply(settings);
        try (PlanPorts ports = StoredPorts.of(run.options(), config, UnknownAzure.objects(), new UnknownAzure(),
                Instant.EPOCH, app.noun(),
                settings, NOT_READ);
                ControllerLoop loop = app.open(ports.ports());
                RecordReader reader = new RecordReader(Files.newInputStream(file))) {
            Recordable<?, ?, ?> recordable = loop.recordables()
                    .stream()
                    .filter(each -> each.name().equals(header.loop()))
                    .findFirst()
                    .orElseThrow(() -> new UsageException(file + ": this release has no loop " + header.loop()
                            + " with the flags of the record"));
            return recordable.replay(reader, header);
        } catch (IOException unreadable) {
            throw new UsageException(file + ": cannot be read: " + unreadable);
        }
    }

    private static FlagsOutcome.Run flags(Invocation invocation, RecordHeader header) {
        List<String> args = new ArrayList<>(header.flags());
        args.add("--cloud-config=record");
        ObjectNode settings = header.settings();
        settings.properties().forEach(each -> args.add("--" + each.getKey() + "=" + each.getValue().asText()));
        return switch (ControllerFlags.parse(invocation.app(), args)) {
            case FlagsOutcome.Run run -> run;
            case FlagsOutcome.Refused refused -> throw new UsageException("the flags of the record are not valid"
                    + " for this release: " + refused.problems());
            default -> throw new UsageException("the record has no flags of a controller: " + header.flags());
        };
    }
}
