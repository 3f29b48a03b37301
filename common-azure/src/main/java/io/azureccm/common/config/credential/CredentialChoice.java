package io.azureccm.common.config.credential;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import java.util.Objects;

/**
 * Which credentials a config leads to.
 *
 * @param problems errors mean that the credentials must not be used
 */
public record CredentialChoice(CloudCredentials credentials, List<ConfigProblem> problems) {

    public CredentialChoice {
        Objects.requireNonNull(credentials);
        problems = List.copyOf(problems);
    }

    /**
     * Picks the first that is configured: workload identity, managed identity, client secret, client certificate,
     * identity data plane file.
     *
     * @param source            how messages name the config
     * @param otherwiseProvided whether a credential from elsewhere steps in when the config has none
     */
    public static CredentialChoice of(CloudConfig config, String source, boolean otherwiseProvided) {
        return new CredentialPlanner(config, source, otherwiseProvided).choose();
    }

    public boolean failed() {
        return problems.stream().anyMatch(ConfigProblem::isError);
    }
}
