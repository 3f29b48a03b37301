package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;

/** The result of parsing a command line. */
public sealed interface FlagsOutcome {

    /**
     * Run with these options.
     *
     * @param notices    warnings and notes to log once
     * @param springArgs arguments for Spring Boot, in their order
     */
    record Run(ControllerOptions options, List<ConfigProblem> notices,
            List<String> springArgs) implements FlagsOutcome {

        public Run {
            notices = List.copyOf(notices);
            springArgs = List.copyOf(springArgs);
        }
    }

    /** Print this and exit with code 0. */
    record Help(String text) implements FlagsOutcome {}

    /** Print the version and exit with code 0. */
    record Version() implements FlagsOutcome {}

    /** Print the errors among these and exit with code 1. */
    record Refused(List<ConfigProblem> problems) implements FlagsOutcome {

        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Returns the run.
     *
     * @throws CloudConfigException  with all errors if the flags were refused
     * @throws IllegalStateException if help or version was requested
     */
    default Run orThrow() {
        return switch (this) {
            case Run run -> run;
            case Refused refused -> throw new CloudConfigException(refused.problems());
            case Help _,Version _ -> throw new IllegalStateException("help or version was requested");
        };
    }
}
