package io.azureccm.common.config.cloud;

import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import java.util.Optional;

/** The cloud that a config selects; absent if the problems include an error. */
public record SelectedCloud(Optional<AzureCloud> cloud, List<ConfigProblem> problems) {

    public SelectedCloud {
        problems = List.copyOf(problems);
    }

    /**
     * The cloud.
     *
     * @throws CloudConfigException with all errors if there is none
     */
    public AzureCloud orThrow() {
        return cloud.orElseThrow(() -> new CloudConfigException(problems));
    }
}
