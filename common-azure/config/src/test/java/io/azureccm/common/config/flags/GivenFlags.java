package io.azureccm.common.config.flags;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.flags.FlagsOutcome.Refused;
import io.azureccm.common.config.flags.FlagsOutcome.Run;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.List;

/** Command lines as tests write them, and what comes of them. */
final class GivenFlags {
    private GivenFlags() {}

    static Run run(App app, String line) {
        return run(app, line.split(" "));
    }

    static Run run(App app, String... args) {
        return ControllerFlags.parse(app, List.of(args)).orThrow();
    }

    static List<String> errors(App app, String... args) {
        FlagsOutcome outcome = ControllerFlags.parse(app, List.of(args));
        assertThat(outcome).isInstanceOf(Refused.class);
        return texts(((Refused) outcome).problems(), Severity.ERROR);
    }

    static List<String> texts(List<ConfigProblem> problems, Severity severity) {
        return problems.stream().filter(p -> p.severity() == severity).map(ConfigProblem::text).toList();
    }
}
