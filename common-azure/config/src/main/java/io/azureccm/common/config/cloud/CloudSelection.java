package io.azureccm.common.config.cloud;

import io.azureccm.common.config.arm.EndpointConfig;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.ConfigProblem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the endpoints of the configured cloud. Each step overrides the previous one: the table of names, the metadata of
 * {@code resourceManagerEndpoint}, and for {@code AzureStackCloud} the file that AZURE_ENVIRONMENT_FILEPATH names.
 */
public final class CloudSelection {

    private final EndpointConfig endpoint;

    private final String source;

    private final List<ConfigProblem> problems = new ArrayList<>();

    private CloudSelection(EndpointConfig endpoint, String source) {
        this.endpoint = endpoint;
        this.source = source;
    }

    /**
     * Selects the cloud.
     *
     * @param source      name of the config in messages
     * @param environment only AZURE_ENVIRONMENT_FILEPATH is read
     * @param metadata    called once, and only if {@code resourceManagerEndpoint} is set
     */
    public static SelectedCloud select(EndpointConfig endpoint, String source, Map<String, String> environment,
            CloudMetadataReader metadata) throws InterruptedException {
        CloudSelection selection = new CloudSelection(endpoint, source);
        AzureCloud cloud = CloudNames.find(endpoint.cloud()).orElseGet(() -> AzureCloud.PUBLIC.named(endpoint.cloud()));
        if (!endpoint.resourceManagerEndpoint().isEmpty()) {
            cloud = selection.withMetadata(cloud, metadata);
        }
        if (endpoint.namesAzureStack()) {
            cloud = selection.withFile(cloud, environment.getOrDefault(EnvironmentFile.VARIABLE, ""));
        }
        selection.checkAuthority(cloud);
        boolean failed = selection.problems.stream().anyMatch(ConfigProblem::isError);
        return new SelectedCloud(failed ? Optional.empty() : Optional.of(cloud), selection.problems);
    }

    private AzureCloud withMetadata(AzureCloud cloud, CloudMetadataReader reader) throws InterruptedException {
        URI url = CloudMetadata.url(endpoint.resourceManagerEndpoint());
        try {
            CloudMetadata metadata = CloudMetadata.parse(reader.get(url));
            Optional<CloudMetadata.Entry> entry = metadata.find(endpoint.cloud().strip());
            if (entry.isPresent()) {
                return over(cloud, entry.get());
            }
            say(Severity.WARNING, "resourceManagerEndpoint",
                    "has no effect: " + url + " knows no cloud \"" + endpoint.cloud() + "\", only " + metadata.names()
                            + "; the endpoints of " + cloud.resourceManagerEndpoint() + " are used");
        } catch (IOException e) {
            say(Severity.ERROR, "resourceManagerEndpoint", "cannot read the clouds at " + url + ": " + e.getMessage());
        }
        return cloud;
    }

    private AzureCloud over(AzureCloud cloud, CloudMetadata.Entry entry) {
        if (entry.audience().isBlank()) {
            say(Severity.ERROR, "resourceManagerEndpoint",
                    "its metadata names no token audience for the cloud \"" + entry.name() + "\"");
            return cloud;
        }
        return new AzureCloud(or(entry.name(), cloud.name()),
                or(entry.resourceManager(), endpoint.resourceManagerEndpoint()),
                or(entry.loginEndpoint(), cloud.authorityHost()), entry.audience(), cloud.keyVaultDns());
    }

    private AzureCloud withFile(AzureCloud cloud, String file) {
        if (file.isEmpty()) {
            if (endpoint.resourceManagerEndpoint().isEmpty()) {
                say(Severity.ERROR, "cloud", endpoint.cloud() + " has no endpoints of its own, expected "
                        + "resourceManagerEndpoint or the environment variable " + EnvironmentFile.VARIABLE);
            }
            return cloud;
        }
        try {
            EnvironmentFile overrides = EnvironmentFile.parse(Files.readAllBytes(Path.of(file)));
            if (overrides.halfOfArm()) {
                problems.add(new ConfigProblem(Severity.WARNING, file, "resourceManagerEndpoint",
                        "is only used together with tokenAudience; the ARM endpoint and audience are unchanged"));
            }
            return overrides.over(cloud);
        } catch (NoSuchFileException e) {
            say(Severity.ERROR, "cloud", EnvironmentFile.VARIABLE + " names " + file + ", which does not exist");
        } catch (IOException e) {
            say(Severity.ERROR, "cloud",
                    EnvironmentFile.VARIABLE + " names " + file + ", which cannot be read: " + e.getMessage());
        }
        return cloud;
    }

    private void checkAuthority(AzureCloud cloud) {
        if (!cloud.authorityHost().startsWith("https://")) {
            say(Severity.ERROR, "cloud",
                    "the token service " + cloud.authorityHost() + " does not use https; secrets are only sent"
                            + " over https");
        }
    }

    private void say(Severity severity, String key, String message) {
        problems.add(new ConfigProblem(severity, source, key, message));
    }

    private static String or(String value, String otherwise) {
        return value.isEmpty() ? otherwise : value;
    }
}
