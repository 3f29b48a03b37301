package io.azureccm.credential.identity;

import io.azureccm.credential.http.Http;
import io.azureccm.credential.http.HttpRequest;
import io.azureccm.credential.http.HttpResponse;
import io.azureccm.credential.http.IpText;
import io.azureccm.credential.http.RetryRule;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import io.azureccm.credential.text.Fields;
import io.azureccm.credential.text.JsonReader;
import io.azureccm.credential.text.NearestName;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Determines the configured cloud: a well-known one, one from ARM's metadata, or one from a file. */
public record Clouds(Http http, Map<String, String> environment, Log log) {
    public Cloud of(CloudConfig config) {
        Cloud cloud = known(config.cloud());
        boolean named = cloud != null;
        if (!named)
            cloud = Cloud.PUBLIC;
        if (!config.resourceManagerEndpoint().isEmpty()) {
            Cloud told = fromMetadata(config, cloud);
            named |= told != null;
            cloud = told == null ? cloud : told;
        }
        String file = environment.getOrDefault("AZURE_ENVIRONMENT_FILEPATH", "");
        if (config.cloud().equalsIgnoreCase("AzureStackCloud")) {
            named = true;
            if (!file.isEmpty())
                cloud = fromFile(file, cloud);
        }
        if (!named)
            log.warning("the cloud " + shown(config.cloud())
                    + " of the config file is unknown, using AzurePublicCloud (did you mean "
                    + NearestName.of(config.cloud(), "AzurePublicCloud", "AzureChinaCloud", "AzureUSGovernmentCloud",
                            "AzureStackCloud")
                    + "?)");
        return cloud;
    }

    /** A name of letters and digits; anything else could be a misplaced secret. */
    private static String shown(String name) {
        return name.length() <= 40 && name.chars().allMatch(Character::isLetterOrDigit) ? "\"" + name + "\"" : "";
    }

    private static Cloud known(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "", "azurecloud", "azurepubliccloud" -> Cloud.PUBLIC;
            case "azurechinacloud" -> Cloud.CHINA;
            case "azureusgovernment", "azureusgovernmentcloud" -> Cloud.US_GOVERNMENT;
            default -> null;
        };
    }

    /** The cloud in the metadata, or null if it is not listed there. */
    private Cloud fromMetadata(CloudConfig config, Cloud otherwise) {
        String endpoint = config.resourceManagerEndpoint();
        while (endpoint.endsWith("/"))
            endpoint = endpoint.substring(0, endpoint.length() - 1);
        URI uri = url("resourceManagerEndpoint", endpoint + "/metadata/endpoints?api-version=2019-05-01");
        if (!"https".equals(uri.getScheme()) && !IpText.isLoopback(uri.getHost()))
            throw new Failure(
                    "resourceManagerEndpoint has to begin with https://, because it determines where tokens come from");
        HttpRequest request = HttpRequest.get(uri, Map.of());
        HttpResponse response = http.send(request, RetryRule.USUAL);
        List<?> entries;
        try {
            if (!(JsonReader.read(response.text()) instanceof List<?> list))
                throw new IllegalArgumentException("it is not a list");
            entries = list;
        } catch (IllegalArgumentException wrong) {
            throw new Failure(request.shown() + " answered " + response.status() + ", but not with a list of clouds: "
                    + wrong.getMessage());
        }
        for (Object each : entries) {
            Fields entry = Fields.of("an entry of " + request.shown(), each);
            if (config.cloud().isEmpty() || entry.text("name").equalsIgnoreCase(config.cloud())) {
                String signIn = entry.fields("authentication").text("loginEndpoint");
                String suffix = entry.fields("suffixes").text("acrLoginServer");
                return cloud(entry.text("name"), signIn, suffix, otherwise);
            }
        }
        return null;
    }

    private static Cloud fromFile(String file, Cloud otherwise) {
        Fields fields;
        try {
            String text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8);
            fields = Fields.of("the environment file " + file, JsonReader.read(text.strip()));
        } catch (IOException | InvalidPathException unreadable) {
            throw new Failure("the environment file " + file + " of AZURE_ENVIRONMENT_FILEPATH cannot be read");
        } catch (IllegalArgumentException wrong) {
            throw new Failure("the environment file " + file + " is not JSON: " + wrong.getMessage());
        }
        return cloud("AzureStackCloud", fields.text("activeDirectoryEndpoint"),
                fields.text("containerRegistryDNSSuffix"),
                otherwise);
    }

    private static Cloud cloud(String name, String signIn, String suffix, Cloud otherwise) {
        Cloud cloud = new Cloud(name.isEmpty() ? otherwise.name() : name,
                signIn.isEmpty() ? otherwise.signInHost() : signIn.endsWith("/") ? signIn : signIn + "/",
                suffix.isBlank() ? otherwise.registrySuffix() : suffix.strip());
        if (cloud.bareSuffix().isEmpty() || cloud.bareSuffix().indexOf('.') < 0)
            throw new Failure(
                    "the registry suffix of the cloud " + name + " has to be a domain such as azurecr.io");
        return cloud;
    }

    /** An http or https URL with a host. */
    static URI url(String what, String text) {
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null && uri.getPort() <= 65535
                    && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme())))
                return uri;
        } catch (URISyntaxException wrong) {
            // reported below
        }
        throw new Failure(what + " is not a URL such as https://management.azure.com/");
    }
}
