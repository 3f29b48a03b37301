package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import java.util.Objects;

/** What a command line comes to. */
public sealed interface FlagsOutcome {

    /**
     * Run with these options.
     *
     * @param notices    warnings and notes to log once
     * @param springArgs arguments that Spring Boot reads, in their order
     */
    record Run(ControllerOptions options, List<ConfigProblem> notices,
            List<String> springArgs) implements FlagsOutcome {

        public Run {
            Objects.requireNonNull(options);
            notices = List.copyOf(notices);
            springArgs = List.copyOf(springArgs);
        }
    }

    /** Print this and end with exit code 0. */
    record Help(String text) implements FlagsOutcome {}

    /** Print the version and end with exit code 0. */
    record Version() implements FlagsOutcome {}

    /** Print the errors among these and end with exit code 1. */
    record Refused(List<ConfigProblem> problems) implements FlagsOutcome {

        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /**
     * The run.
     *
     * @throws CloudConfigException     with all errors when the flags were refused
     * @throws IllegalStateException when help or version was asked for
     */
    default Run orThrow() {
        return switch (this) {
            case Run run -> run;
            case Refused refused -> throw new CloudConfigException(refused.problems());
            case Help _,Version _ -> throw new IllegalStateException("help or version was asked for");
        };
    }
}
