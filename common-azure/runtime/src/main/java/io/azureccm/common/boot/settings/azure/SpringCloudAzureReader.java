package io.azureccm.common.boot.settings.azure;

import io.azureccm.common.boot.settings.written.SettingProblem;
import io.azureccm.common.boot.settings.written.WrittenKey;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.NearestName;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/** Reads {@code spring.cloud.azure.*}, and reports what is invalid or has no effect. Nothing is thrown. */
public final class SpringCloudAzureReader {
    static final String PREFIX = "spring.cloud.azure";
    static final String MANAGED_IDENTITY = "managed-identity-enabled";
    private static final String SECRET = "client-secret";
    private static final String CERTIFICATE = "client-certificate-path";
    private static final String PASSWORD = "password";
    private static final String CREDENTIAL = PREFIX + ".credential.";
    private static final String CLOUD_TYPE = PREFIX + ".profile.cloud-type";
    private static final String RESOURCE_MANAGER = PREFIX + ".profile.environment.resource-manager-endpoint";
    private static final String AUTHORITY = PREFIX + ".profile.environment.active-directory-endpoint";
    private static final Map<String, String> CLOUDS = Map.of("", "", "azure", AzureCloud.PUBLIC.name(), "azurechina",
            AzureCloud.CHINA.name(), "azureusgovernment", AzureCloud.US_GOVERNMENT.name(), "other", "");
    /** All keys that act. */
    static final List<String> KEYS = List.of(CREDENTIAL + "client-id", CREDENTIAL + SECRET, CREDENTIAL + CERTIFICATE,
            CREDENTIAL + "client-certificate-password", CREDENTIAL + "username", CREDENTIAL + PASSWORD,
            CREDENTIAL + MANAGED_IDENTITY, SpringCloudAzureSettings.TENANT, CLOUD_TYPE, RESOURCE_MANAGER, AUTHORITY);
    private static final Map<String, String> ELSEWHERE = Map.of(
            PREFIX + ".profile.subscription-id", "subscriptionId in the cloud config names the subscription",
            CREDENTIAL + "token-credential-bean-name", "the apps have no other credential than the one of this prefix",
            PREFIX + ".proxy", "proxies are taken from HTTPS_PROXY and NO_PROXY",
            PREFIX + ".client", "azureccm.resilience.time-limit has the timeouts of requests",
            PREFIX + ".retry", "the token cache decides when a token is requested again");

    private final ConfigurableEnvironment environment;
    private final Binder binder;
    private final List<ConfigProblem> problems;

    private SpringCloudAzureReader(ConfigurableEnvironment environment, List<ConfigProblem> problems) {
        this.environment = environment;
        this.binder = Binder.get(environment);
        this.problems = problems;
    }

    /** Adds to {@code problems}; the settings must not be used if an error is among them. */
    public static SpringCloudAzureSettings read(ConfigurableEnvironment environment, List<ConfigProblem> problems) {
        SpringCloudAzureReader reader = new SpringCloudAzureReader(environment, problems);
        reader.noEffect();
        return new SpringCloudAzureSettings(reader.credential(), reader.text(SpringCloudAzureSettings.TENANT),
                reader.cloud(), reader.url(RESOURCE_MANAGER), reader.url(AUTHORITY));
    }

    /** In the order in which Spring Cloud Azure chooses. */
    private String credential() {
        String managed = of(MANAGED_IDENTITY);
        if (!List.of("", "true", "false").contains(managed.toLowerCase(Locale.ROOT)))
            wrong(CREDENTIAL + MANAGED_IDENTITY, managed, "true or false");
        if (!of(SECRET).isEmpty())
            return ofClient(SECRET);
        if (!of(CERTIFICATE).isEmpty()) {
            checkCertificate();
            return ofClient(CERTIFICATE);
        }
        if (!of("username").isEmpty() && !of(PASSWORD).isEmpty())
            return ofClient(PASSWORD);
        if (managed.equalsIgnoreCase("true"))
            return MANAGED_IDENTITY;
        if (!of("client-id").isEmpty())
            problems.add(SettingProblem.warning(CREDENTIAL + "client-id", "has no effect without " + SECRET + ", "
                    + CERTIFICATE + " or " + MANAGED_IDENTITY));
        return "";
    }

    private String ofClient(String key) {
        if (of("client-id").isEmpty())
            problems.add(SettingProblem.error(CREDENTIAL + "client-id",
                    "is missing, " + key + " requires it; expected a client id"));
        return key;
    }

    /** Spring Cloud Azure reads a file with a password as PFX, and one without as PEM. */
    private void checkCertificate() {
        String path = of(CERTIFICATE);
        boolean pfx = !of("client-certificate-password").isEmpty();
        try {
            boolean pem = Files.readString(Path.of(path), StandardCharsets.ISO_8859_1).contains("-----BEGIN ");
            if (pem == pfx)
                wrong(CREDENTIAL + CERTIFICATE, path, pfx
                        ? "a PFX file: client-certificate-password is set"
                        : "a PEM file, or client-certificate-password for a PFX file");
        } catch (IOException | InvalidPathException unreadable) {
            wrong(CREDENTIAL + CERTIFICATE, path, "a file that exists and can be read");
        }
    }

    private String cloud() {
        String written = text(CLOUD_TYPE);
        String cloud = CLOUDS.get(WrittenKey.uniform(written));
        if (cloud == null) {
            wrong(CLOUD_TYPE, written, "azure, azure_china, azure_us_government, or other");
            return "";
        }
        if (cloud.isEmpty() && !written.isEmpty() && text(RESOURCE_MANAGER).isEmpty())
            problems.add(SettingProblem.warning(CLOUD_TYPE, "\"" + written + "\" names no cloud; expected "
                    + RESOURCE_MANAGER + ", too, or a cloud in the cloud config"));
        return cloud;
    }

    private String url(String key) {
        String written = text(key);
        try {
            if (written.isEmpty() || "https".equals(URI.create(written).getScheme()))
                return written;
        } catch (IllegalArgumentException notAUrl) {
            // Reported below, as any other text that is no such URL.
        }
        wrong(key, written, "a URL that begins with https://");
        return "";
    }

    private void noEffect() {
        Set<String> written = WrittenKey.below(PREFIX, environment)
                .stream()
                .map(each -> each.key().toString())
                .collect(Collectors.toCollection(TreeSet::new));
        for (String name : written) {
            if (KEYS.stream().noneMatch(key -> WrittenKey.uniform(key).equals(WrittenKey.uniform(name)))) {
                String why = ELSEWHERE.entrySet()
                        .stream()
                        .filter(each -> WrittenKey.uniform(name).startsWith(WrittenKey.uniform(each.getKey())))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse("only the credential and the cloud of this prefix are used"
                                + NearestName.hint(name, KEYS));
                problems.add(SettingProblem.warning(name, "has no effect: " + why));
            }
        }
    }

    private String of(String credentialKey) {
        return text(CREDENTIAL + credentialKey);
    }

    private String text(String key) {
        return binder.bind(key, Bindable.of(String.class)).orElse("").strip();
    }

    private void wrong(String key, String value, String expected) {
        problems.add(SettingProblem.wrong(key, value, expected));
    }
}
