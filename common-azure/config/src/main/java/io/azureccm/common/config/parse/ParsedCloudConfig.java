package io.azureccm.common.config.parse;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;

/** The result of reading a cloud config: all problems, and the config unless one of them is an error. */
public sealed interface ParsedCloudConfig {

    List<ConfigProblem> problems();

    /** Usable; the problems are warnings and notes. */
    record Accepted(CloudConfig config, List<ConfigProblem> problems) implements ParsedCloudConfig {

        public Accepted {
            problems = List.copyOf(problems);
        }
    }

    /** Not usable; at least one of the problems is an error. */
    record Rejected(List<ConfigProblem> problems) implements ParsedCloudConfig {

        public Rejected {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Returns the config.
     *
     * @throws CloudConfigException with all errors if there is none
     */
    default CloudConfig orThrow() {
        return switch (this) {
            case Accepted accepted -> accepted.config();
            case Rejected rejected -> throw new CloudConfigException(rejected.problems());
        };
    }
}
