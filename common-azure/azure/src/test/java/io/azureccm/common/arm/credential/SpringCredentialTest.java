package io.azureccm.common.arm.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpClient;
import io.azureccm.common.config.cloud.AzureCloud;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import reactor.core.publisher.Mono;

/** Where a credential that Spring Cloud Azure builds requests its tokens: with the client of this process, at its cloud. */
class SpringCredentialTest {
    private static final String AUTO = "com.azure.spring.cloud.autoconfigure.implementation.context.";
    private static final Map<String, String> SECRET = Map.of("credential.client-id", "app", "credential.client-secret",
            "s3cret");
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpClient http = request -> {
        requests.add(request.getUrl().toString());
        return Mono.error(new IOException("nobody answers"));
    };

    static Stream<Arguments> credentials() {
        Map<String, String> tenant = Map.of("credential.client-id", "app", "credential.client-secret", "s3cret",
                "profile.tenant-id", "own");
        return Stream.of(
                Arguments.of(SECRET, "theirs", "", AzureCloud.CHINA, "https://login.chinacloudapi.cn/theirs/"),
                Arguments.of(tenant, "theirs", "", AzureCloud.US_GOVERNMENT, "https://login.microsoftonline.us/own/"),
                Arguments.of(SECRET, "theirs", "https://login.example/", AzureCloud.PUBLIC,
                        "https://login.example/theirs/"),
                Arguments.of(Map.of("credential.managed-identity-enabled", "true"), "", "", AzureCloud.PUBLIC,
                        "http://169.254.169.254/metadata/identity/oauth2/token"),
                Arguments.of(Map.of("credential.managed-identity-enabled", "true", "credential.client-id", "mine"), "",
                        "", AzureCloud.PUBLIC, "client_id=mine"));
    }

    @ParameterizedTest
    @MethodSource("credentials")
    void tokenIsRequestedWhereThePropertiesAndTheCloudSay(Map<String, String> properties, String tenant,
            String authority, AzureCloud cloud, String where) {
        TokenCredential credential = build(properties, tenant, authority, cloud).orElseThrow();

        assertThatThrownBy(() -> credential
                .getTokenSync(new TokenRequestContext().addScopes(cloud.tokenScope()))).isNotNull();
        assertThat(requests).isNotEmpty().anyMatch(url -> url.contains(where));
        assertThat(requests).as("nothing else is asked")
                .allMatch(url -> url.startsWith(where.startsWith("http")
                        ? where
                        : "http://169.254.169.254/"));
    }

    @Test
    void secretsAreKnownToThoseWhoRedactThem() {
        assertThat(spring(Map.of("credential.client-secret", "a", "credential.client-certificate-password", "b",
                "credential.password", "c"), "", "", SpringCredential::secrets)).containsExactly("a", "b", "c");
        assertThat(spring(Map.of(), "", "", SpringCredential::secrets)).isEmpty();
    }

    @Test
    void nothingWrittenIsNoCredentialAndNotOneThatGuesses() {
        assertThat(build(Map.of(), "t", "", AzureCloud.PUBLIC)).isEmpty();
    }

    private Optional<TokenCredential> build(Map<String, String> properties, String tenant, String authority,
            AzureCloud cloud) {
        return spring(properties, tenant, authority, spring -> spring.build(cloud, http));
    }

    /** The context is closed before a token is requested, as in an app that stops while its last writes still run. */
    private static <T> T spring(Map<String, String> properties, String tenant, String authority,
            Function<SpringCredential, T> use) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("test", properties.entrySet()
                            .stream()
                            .collect(Collectors.toMap(each -> "spring.cloud.azure." + each.getKey(),
                                    Map.Entry::getValue))));
            SpringCredentialBuilders.register(context);
            context.register(Class.forName(AUTO + "AzureGlobalPropertiesAutoConfiguration"),
                    Class.forName(AUTO + "AzureTokenCredentialAutoConfiguration"));
            context.refresh();
            return use.apply(new SpringCredential(context, tenant, authority));
        } catch (ClassNotFoundException moved) {
            throw new IllegalStateException(moved);
        }
    }
}
