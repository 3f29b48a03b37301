package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Parses the command line of an app. Names, defaults and meaning are those of the reference's cloud-controller-manager. Flags
 * of other apps and flags without a counterpart are accepted with a notice, unknown ones with a warning. Arguments with a dot
 * in their name ({@code --server.port=}, {@code --spring.*}) are passed to Spring Boot.
 */
public final class ControllerFlags {

    private ControllerFlags() {}

    public static FlagsOutcome parse(App app, List<String> args) {
        FlagScanner.Scan scan = FlagScanner.scan(args);
        FlagNotices notices = new FlagNotices();
        FlagValues values = new FlagValues(app);
        scan.found().forEach(found -> take(app, found, values, notices));
        scan.strays().forEach(s -> notices.say(Severity.WARNING, s, "is not a flag, it has no effect"));
        if (values.get(CommonFlags.HELP)) {
            return new FlagsOutcome.Help(help(app));
        }
        if (values.get(CommonFlags.VERSION)) {
            return new FlagsOutcome.Version();
        }
        ControllerOptions options = OptionsAssembler.assemble(app, values);
        new FlagRules(app, values, options, notices).check();
        return notices.failed()
                ? new FlagsOutcome.Refused(notices.all())
                : new FlagsOutcome.Run(options, notices.all(), AppFlags.settings(values, scan.springArgs()));
    }

    private static void take(App app, FlagScanner.Found found, FlagValues values, FlagNotices notices) {
        if (found.spec().isEmpty()) {
            notices.unknown(found.name());
            return;
        }
        FlagSpec<?> spec = found.spec().get();
        if (spec.ignored()) {
            notices.say(spec.notice(), "--" + spec.name(), "has no effect: " + spec.help());
        } else if (!spec.apps().contains(app)) {
            notices.info(spec, "has no effect on the " + app.title() + ", " + inert(spec));
        } else if (found.value().isEmpty()) {
            notices.error(spec, "has no value, expected " + spec.type().expected());
        } else if (!values.put(spec, found.value().get())) {
            notices.error(spec,
                    "value \"" + found.value().get() + "\" is not valid, expected " + spec.type().expected());
        }
    }

    /** The flags of exactly these apps as {@code --help} prints them, each with its defaults: several if they differ. */
    public static String described(Set<App> apps) {
        StringBuilder text = new StringBuilder();
        FlagCatalogue.all()
                .stream()
                .filter(f -> f.apps().equals(apps))
                .forEach(f -> describe(text, f, apps.stream().sorted().map(f::defaultText).distinct().toList()));
        return text.toString();
    }

    /** Names of the flags that are accepted and have no effect on any app, with the reason. */
    public static Map<String, List<String>> ignored() {
        return byReason(FlagSpec::ignored);
    }

    private static Map<String, List<String>> byReason(Predicate<FlagSpec<?>> inert) {
        return FlagCatalogue.all()
                .stream()
                .filter(inert)
                .collect(Collectors.groupingBy(ControllerFlags::inert, LinkedHashMap::new,
                        Collectors.mapping(f -> "--" + f.name(), Collectors.toList())));
    }

    /** The text of {@code --help}, generated from the catalogue that the parser uses. */
    public static String help(App app) {
        StringBuilder text = new StringBuilder("Usage: ").append(app.title()).append(" [flags]\n\nFlags:\n");
        FlagCatalogue.all()
                .stream()
                .filter(f -> f.apps().contains(app))
                .forEach(f -> describe(text, f, List.of(f.defaultText(app))));
        text.append("\nAccepted without effect:\n");
        byReason(f -> !f.apps().contains(app)).forEach((reason, flags) -> text.append("  ")
                .append(String.join("\n  ", flags))
                .append("\n        ")
                .append(reason)
                .append('\n'));
        return text.append("\nArguments with a dot in their name, such as --server.port=8443, are passed to"
                + " Spring Boot.\n")
                .toString();
    }

    /** Why a flag has no effect on an app that it does not belong to. */
    private static String inert(FlagSpec<?> flag) {
        return flag.ignored()
                ? flag.help()
                : "it belongs to the " + flag.apps()
                        .stream()
                        .sorted()
                        .map(App::title)
                        .collect(Collectors.joining(" and the "));
    }

    private static void describe(StringBuilder text, FlagSpec<?> flag, List<String> defaults) {
        text.append("  --").append(flag.name());
        if (!flag.type().placeholder().isEmpty()) {
            text.append(' ').append(flag.type().placeholder());
        }
        text.append("\n        ").append(flag.help());
        String fallback = String.join(" / ", defaults);
        if (!fallback.isEmpty() && !fallback.equals("false")) {
            text.append(" (default ").append(fallback).append(')');
        }
        text.append('\n');
    }
}
