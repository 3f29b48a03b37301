package io.azureccm.common.config.load;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;

/**
 * A config applied at runtime.
 *
 * @param number  1 for the first change
 * @param notices warnings and notes about the new config
 */
public record CloudConfigChange(long number, CloudConfig before, CloudConfig after, List<ConfigProblem> notices) {

    public CloudConfigChange {
        notices = List.copyOf(notices);
    }
}
