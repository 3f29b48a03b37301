package io.azureccm.common.boot.settings.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.value.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What people write below {@code spring.cloud.azure}, and what becomes of it. */
class SpringCloudAzureReaderTest {
    @TempDir
    static Path folder;
    private final List<ConfigProblem> problems = new ArrayList<>();

    /** The one that Spring Cloud Azure would choose, too. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"client-id=a client-secret=s managed-identity-enabled=true | client-secret",
            "client-id=a client-certificate-path=PEM username=u password=p | client-certificate-path",
            "client-id=a client-certificate-path=PFX client-certificate-password=x | client-certificate-path",
            "client-id=a username=u password=p managed-identity-enabled=true | password",
            "client-id=a managed-identity-enabled=true | managed-identity-enabled",
            "managed-identity-enabled=true | managed-identity-enabled", "managed-identity-enabled=false | ''"})
    void credentialIsTheFirstThatIsComplete(String written, String chosen) throws IOException {
        SpringCloudAzureSettings settings = read(written);

        assertThat(problems).isEmpty();
        assertThat(settings.credential()).isEqualTo(chosen);
        assertThat(settings.missingTenant("").isPresent())
                .isEqualTo(!List.of("", "managed-identity-enabled").contains(chosen));
        assertThat(settings.missingTenant("t")).isEmpty();
    }

    @Test
    void profileNamesTenantCloudAndEndpoints() {
        SpringCloudAzureSettings settings = read(Map.of("profile.tenant-id", "t", "profile.cloud-type", "AZURE_CHINA",
                "profile.environment.resource-manager-endpoint", "https://arm.example/",
                "profile.environment.active-directory-endpoint", "https://login.example/"));

        assertThat(problems).isEmpty();
        assertThat(settings).isEqualTo(new SpringCloudAzureSettings("", "t", "AzureChinaCloud", "https://arm.example/",
                "https://login.example/"));
        assertThat(read(Map.of("profile.cloud-type", "azure")).cloud()).isEqualTo("AzurePublicCloud");
        assertThat(read(Map.of("profile.cloud-type", "azure-us-government")).cloud())
                .isEqualTo("AzureUSGovernmentCloud");
    }

    @Test
    void variablesOfTheEnvironmentCount() {
        StandardEnvironment environment = bare();
        environment.getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(
                        "SPRING_CLOUD_AZURE_CREDENTIAL_CLIENTID", "a", "SPRING_CLOUD_AZURE_CREDENTIAL_CLIENT_SECRET",
                        "s", "SPRING_CLOUD_AZURE_PROFILE_TENANTID", "t")));

        assertThat(SpringCloudAzureReader.read(environment, problems))
                .isEqualTo(new SpringCloudAzureSettings("client-secret", "t", "", "", ""));
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "credential.client-secret | s | credential.client-id: is missing, client-secret requires it",
            "credential.managed-identity-enabled | perhaps | \"perhaps\" is not valid, expected true or false",
            "credential.client-certificate-path | /nowhere/a.pem | expected a file that exists and can be read",
            "credential.client-certificate-path | PFX | expected a PEM file, or client-certificate-password",
            "profile.cloud-type | azure_germany | expected azure, azure_china, azure_us_government, or other",
            "profile.environment.resource-manager-endpoint | arm.example | expected a URL that begins with https://",
            "profile.environment.active-directory-endpoint | http://login.example | expected a URL that begins with https://"})
    void wrongValueNamesKeyValueAndWhatIsRight(String key, String value, String said) throws IOException {
        read(Map.of(key, file(value)));
        assertThat(problems).anySatisfy(problem -> {
            assertThat(problem.isError()).isTrue();
            assertThat(problem.text()).contains("spring.cloud.azure.").contains(said);
        });
    }

    @Test
    void pemFileWithAPasswordIsRefusedBecauseItWouldBeReadAsPfx() throws IOException {
        read("client-id=a client-certificate-path=PEM client-certificate-password=x");
        assertThat(problems).extracting(ConfigProblem::text)
                .singleElement()
                .asString()
                .contains(
                        "expected a PFX file: client-certificate-password is set");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"credential.client-id | a | has no effect without client-secret",
            "credential.token-credential-bean-name | mine | have no other credential",
            "credential.client-secrets | s | did you mean \"spring.cloud.azure.credential.client-secret\"?",
            "profile.subscription-id | s | subscriptionId in the cloud config",
            "profile.environment.portal | https://x/ | only the credential and the cloud",
            "profile.cloud-type | other | \"other\" names no cloud",
            "client.application-id | x | azureccm.resilience.time-limit", "proxy.hostname | x | HTTPS_PROXY",
            "retry.exponential.max-retries | 3 | the token cache",
            "keyvault.secret.endpoint | https://x/ | only the credential and the cloud"})
    void whatHasNoEffectIsAWarning(String key, String value, String said) {
        read(Map.of(key, value));
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.isError()).isFalse();
            assertThat(problem.text()).contains("spring.cloud.azure." + key).contains(said);
        });
    }

    private SpringCloudAzureSettings read(String credential) throws IOException {
        Map<String, String> properties = new TreeMap<>();
        for (String each : credential.split(" ")) {
            properties.put("credential." + each.split("=")[0], file(each.split("=")[1]));
        }
        return read(properties);
    }

    private static String file(String value) throws IOException {
        return switch (value) {
            case "PEM" -> Files.writeString(folder.resolve("a.pem"), "-----BEGIN CERTIFICATE-----").toString();
            case "PFX" -> Files.write(folder.resolve("a.pfx"), new byte[]{48, -126, 9, -68}).toString();
            default -> value;
        };
    }

    private SpringCloudAzureSettings read(Map<String, String> properties) {
        Map<String, Object> all = new TreeMap<>();
        properties.forEach((key, value) -> all.put("spring.cloud.azure." + key, value));
        StandardEnvironment environment = bare();
        environment.getPropertySources().addFirst(new MapPropertySource("test", all));
        return SpringCloudAzureReader.read(environment, problems);
    }

    private static StandardEnvironment bare() {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        return environment;
    }
}
