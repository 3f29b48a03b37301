package io.azureccm.common.config.cloud;

import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import java.util.Optional;

/** The cloud a config leads to, absent when the problems hold an error. */
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
