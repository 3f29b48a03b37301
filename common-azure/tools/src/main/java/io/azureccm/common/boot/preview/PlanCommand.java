package io.azureccm.common.boot.preview;

import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.command.Command;
import io.azureccm.common.boot.command.Invocation;
import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.value.NearestName;
import io.azureccm.common.core.preview.ExitCode;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.preview.PreviewHtml;
import io.azureccm.common.core.preview.PreviewJson;
import io.azureccm.common.core.preview.PreviewMarkdown;
import io.azureccm.common.core.preview.PreviewText;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.function.Function;

/**
 * {@code plan}: prints once what the controller would do now, using the controller's own loop and planner, and exits. It
 * works on the cluster and Azure, or on a snapshot of both with manifests merged over it.
 */
public record PlanCommand(Function<MeterRegistry, ControllerProgram> program) implements Command {
    /** The command's own flags. */
    public static final List<String> FLAGS = PlanFlags.NAMES;

    @Override
    public String name() {
        return "plan";
    }

    @Override
    public String description() {
        return "Print once what the controller would do now, and exit: 0 nothing, 2 changes, 3 refusals, 4 not"
                + " everything could be read, 1 errors of the command itself. Own flags:"
                + " --output=text|json|markdown|html, --service=namespace/name or --node=name,"
                + " --fail-on=add,update,remove,address-change,refuse, --timeout=2m; without a cluster:"
                + " --snapshot=file, --max-age=24h, -f=manifests, --namespace, --delete=namespace/name";
    }

    @Override
    public int run(Invocation invocation) throws InterruptedException {
        PlanFlags flags = PlanFlags.of(invocation.args());
        return flags.stored().isAsked()
                ? new StoredPlan(invocation, flags, program, SteadyClock.SYSTEM).run()
                        .map(preview -> printResult(invocation, flags, preview))
                        .orElseGet(() -> help(invocation))
                : live(invocation, flags);
    }

    private int live(Invocation invocation, PlanFlags flags) throws InterruptedException {
        FlagsOutcome outcome = LivePorts.flags(invocation, flags.appArgs());
        if (!(outcome instanceof FlagsOutcome.Run run))
            return help(invocation);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ControllerProgram app = program.apply(registry);
        try (PlanPorts ports = LivePorts.open(invocation, run, app.noun(), registry)) {
            return printResult(invocation, flags, OneShot.run(app, ports, flags.timeout(), (whole, loop) -> whole));
        }
    }

    private int help(Invocation invocation) {
        invocation.out().println(name() + "\n        " + description());
        return 0;
    }

    private static int printResult(Invocation invocation, PlanFlags flags, Preview whole) {
        Preview preview = flags.only().map(subject -> only(whole, subject)).orElse(whole);
        ExitCode exit = ExitCode.of(preview, flags.failOn());
        String title = invocation.app().title();
        invocation.out().print(switch (flags.output()) {
            case TEXT -> PreviewText.of(preview);
            case JSON -> PreviewJson.of(preview, exit).toPrettyString() + "\n";
            case MARKDOWN -> PreviewMarkdown.of(title, preview);
            case HTML -> PreviewHtml.of(title, preview);
        });
        if (flags.output() != PlanFlags.Output.TEXT)
            preview.unread().forEach(each -> invocation.err().println(title + ": not read: " + each));
        else if (!preview.unread().isEmpty())
            invocation.err().println(title + ": " + preview.unread().size() + " not read, listed in the plan");
        return exit.code();
    }

    /** An unknown name is a usage error, unless the object may be among what could not be read. */
    private static Preview only(Preview whole, String subject) {
        Preview part = whole.only(subject);
        if (part.known().isEmpty() && !part.changes() && part.plan().refusals().isEmpty() && whole.unread().isEmpty())
            throw new UsageException("there is no " + whole.noun() + " \"" + subject + "\" that this app manages"
                    + NearestName.hint(subject, whole.known()));
        return part;
    }
}
