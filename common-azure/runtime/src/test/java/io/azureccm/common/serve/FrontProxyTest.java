package io.azureccm.common.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.AuthenticationOptions.FrontProxyOptions;
import io.azureccm.common.tls.CertificateFiles;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users that a proxy names in headers, users of certificates, and tokens, as requests carry them. */
class FrontProxyTest {
    private static final Authority PROXIES = Authority.create("proxies");
    private static final X509Certificate PROXY = PROXIES.issue("CN=front-proxy-client").certificate();

    private static FrontProxy proxy(String... allowed) {
        return new FrontProxy(CertificateFiles.trust(CertificateFiles.ofText("ca", "test", PROXIES.certificatePem())),
                new FrontProxyOptions("", List.of(allowed), List.of("X-Remote-User", "X-User"), List.of("X-Remote-Uid"),
                        List.of("X-Remote-Group"), List.of("X-Remote-Extra-")));
    }

    private static Credentials shown(X509Certificate certificate, Map<String, List<String>> headers) {
        return new Credentials("127.0.0.1", certificate == null ? List.of() : List.of(certificate), headers);
    }

    @Test
    void theUserIsTheOneOfTheHeaders() {
        Credentials shown = shown(PROXY, Map.of("x-remote-user", List.of("jane"), "X-REMOTE-GROUP",
                List.of("ops", "dev"), "x-remote-uid", List.of("7"), "X-Remote-Extra-Scopes", List.of("a", "b"),
                "X-Remote-Extra-Acme.com%2fProject", List.of("p"), "X-Other", List.of("x")));
        assertThat(proxy().user(shown))
                .contains(new UserInfo("jane", "7", List.of("ops", "dev", "system:authenticated"),
                        Map.of("scopes", List.of("a", "b"), "acme.com/project", List.of("p"))));
    }

    @ParameterizedTest
    @CsvSource({"system:anonymous, system:unauthenticated, true", "system:anonymous, '', true",
            "someone, system:unauthenticated, false"})
    void whoIsUnauthenticatedForTheProxyStaysSo(String user, String group, boolean anonymous) {
        Map<String, List<String>> headers = Map.of("X-Remote-User", List.of(user), "X-Remote-Group",
                group.isEmpty() ? List.of() : List.of(group));
        assertThat(proxy().user(shown(PROXY, headers))).hasValueSatisfying(relayed -> {
            assertThat(relayed.groups()).doesNotContain("system:authenticated");
            assertThat(relayed.isAnonymous()).isEqualTo(anonymous);
        });
    }

    @Test
    void theFirstHeaderWithAUserCounts() {
        assertThat(proxy().user(shown(PROXY, Map.of("X-Remote-User", List.of(""), "X-User", List.of("joe")))))
                .hasValueSatisfying(user -> assertThat(user.name()).isEqualTo("joe"));
        assertThat(proxy().user(shown(PROXY, Map.of("X-Remote-Group", List.of("ops"))))).isEmpty();
    }

    @Test
    void headersOfSomebodyElseAreIgnored() {
        Map<String, List<String>> headers = Map.of("X-Remote-User", List.of("admin"), "X-Remote-Group",
                List.of("system:masters"));
        X509Certificate stranger = Authority.create("proxies").issue("CN=front-proxy-client").certificate();
        assertThat(proxy().user(shown(null, headers))).isEmpty();
        assertThat(proxy().user(shown(stranger, headers))).isEmpty();
        assertThat(proxy("another").user(shown(PROXY, headers))).isEmpty();
        assertThat(proxy("another", "front-proxy-client").user(shown(PROXY, headers))).isPresent();
    }

    @Test
    void aCertificateNamesAUserWithGroups() {
        Authority jane = Authority.create("clients").issue("CN=jane\\, of ops,O=ops,O=dev,C=NL");
        assertThat(CertificateUsers.user(jane.certificate())).hasValueSatisfying(user -> {
            assertThat(user.name()).isEqualTo("jane, of ops");
            assertThat(user.groups()).containsExactlyInAnyOrder("ops", "dev", "system:authenticated");
            assertThat(user.extra().get("authentication.kubernetes.io/credential-id").getFirst())
                    .matches("X509SHA256=[0-9a-f]{64}");
        });
        assertThat(CertificateUsers.user(Authority.create("clients").issue("O=ops").certificate())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Bearer abc, abc", "bearer abc, abc", "BEARER  abc, abc", "Basic abc, ''", "Bearer, ''", "abc, ''",
            "Bearer abc def, abc"})
    void aBearerTokenIsWhatFollowsTheWord(String header, String token) {
        assertThat(shown(null, Map.of("authorization", List.of(header))).token().orElse("")).isEqualTo(token);
    }
}
