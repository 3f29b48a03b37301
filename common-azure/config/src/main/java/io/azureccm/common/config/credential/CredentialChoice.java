package io.azureccm.common.config.credential;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;

/**
 * The credentials that a config selects.
 *
 * @param problems if they include an error, the credentials must not be used
 */
public record CredentialChoice(CloudCredentials credentials, List<ConfigProblem> problems) {

    public CredentialChoice {
        problems = List.copyOf(problems);
    }

    /**
     * Selects the first one that is configured: workload identity, managed identity, client secret, client certificate,
     * identity data plane file.
     *
     * @param source name of the config in messages
     */
    public static CredentialChoice required(CloudConfig config, String source) {
        return new CredentialPlanner(config, source, false).choose();
    }

    /** The same if another source provides a credential when the config has none. */
    public static CredentialChoice optional(CloudConfig config, String source) {
        return new CredentialPlanner(config, source, true).choose();
    }

    public boolean failed() {
        return problems.stream().anyMatch(ConfigProblem::isError);
    }
}
