package io.azureccm.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.standin.Rule;
import io.azureccm.credential.standin.Seen;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which registry gets a password or a token, and what its answers mean. */
class RegistryCredentialsTest extends AcrCredentialProviderFixture {
    private static final Map<String, String> ANNOTATIONS = Map.of("kubernetes.azure.com/acr-client-id", "app",
            "kubernetes.azure.com/acr-tenant-id", "other-tenant");

    @ParameterizedTest
    @ValueSource(strings = {"evilazurecr.io/a", "foo.azurecr.io.example.com/a", "example.com/foo.azurecr.io/a",
            "azurecr.io/a",
            ".azurecr.io/a", "-.azurecr.io/a", "foo..azurecr.io/a", "foo@bar.azurecr.io/a", "user:foo.azurecr.io/a",
            "f_o.azurecr.io/a"})
    void whatOnlyLooksLikeARegistryGetsNothing(String image) {
        Outcome outcome = managed(image);

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).contains("\"cacheDuration\":\"0s\"").doesNotContain("auth");
        assertThat(outcome.err()).startsWith("acr-credential-provider: warning: no login for ")
                .contains("not below azurecr.io, the registry suffix of AzurePublicCloud")
                .hasLineCount(1);
        assertThat(outcome.seen()).isEmpty();
    }

    @Test
    void aSecretIsForRegistriesOfItsOwnCloudIfThatIsAskedFor() {
        String config = "{\"cloud\":\"AzureChinaCloud\",\"aadClientId\":\"app\",\"aadClientSecret\":\"sp-secret\"}";
        String own = Program.request("foo.azurecr.cn/a");
        String other = Program.request("foo.azurecr.io/a");

        assertThat(program.call(config, other, List.of()).out()).contains("*.azurecr.io", "*.azurecr.cn",
                "*.azurecr.us");
        assertThat(program.call(config, own, List.of(), "--own-cloud-only").out()).contains("*.azurecr.cn", "sp-secret")
                .doesNotContain("azurecr.io", "azurecr.de", "azurecr.us");
        failed(program.call(config, other, List.of(), "--own-cloud-only"),
                "registry foo.azurecr.io belongs to another cloud than AzureChinaCloud of the config file (key cloud);"
                        + " with --own-cloud-only no login is given for it");
    }

    @Test
    void theTokenIsNotSentToARegistryOfAnotherCloud() {
        Outcome outcome = managed("foo.azurecr.cn/a");

        failed(outcome, "registry foo.azurecr.cn belongs to another cloud than AzurePublicCloud");
        assertThat(outcome.seen()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://foo.azurecr.io/oauth2/token        | not https
            https://evil.example.com/oauth2/token     | is at "evil.example.com"
            https://bar.azurecr.io/oauth2/token       | is at "bar.azurecr.io"
            https://foo.azurecr.io:8443/oauth2/token  | is at "foo.azurecr.io:8443"
            https://foo.azurecr.io@evil.test/         | not at the registry itself
            https://foo.azurecr.io.evil.test/         | not at the registry itself
            https:/oauth2/token                       | not a URL with a host
            oauth2/token                              | not a URL with a host
            no url at all                             | not a URL
            """)
    void theTokenGoesToTheRegistryItselfAlone(String realm, String sentence) {
        Outcome outcome = managed(Program.IMAGE, Rule.answer(CHALLENGE, 401, "", "WWW-Authenticate",
                "Bearer realm=\"" + realm + "\",service=\"foo.azurecr.io\""));

        failed(outcome, sentence);
        assertThat(outcome.seen()).extracting(Seen::method).containsExactly("GET", "GET");
    }

    @Test
    void aRegionalEndpointMayExchangeAtItsRegistry() {
        Outcome outcome = managed("foo.westeurope.geo.azurecr.io/a",
                Rule.answer("https://foo.westeurope.geo.azurecr.io/v2/", 401, "", "WWW-Authenticate",
                        "Bearer realm=\"https://foo.azurecr.io/oauth2/token\",service=\"foo.azurecr.io\""));

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.seen().getLast().url()).isEqualTo(EXCHANGE);
    }

    @Test
    void capitalsInTheHostAreNoOtherRegistry() {
        Outcome outcome = managed("FOO.AzureCR.io/a");

        assertThat(outcome.out()).contains("\"foo.azurecr.io\":{", "\"FOO.AzureCR.io\":{");
        assertThat(outcome.seen().getLast().url()).isEqualTo(EXCHANGE);
    }

    @Test
    void aRegistryOfTheServiceAccountsTenantIsAskedWithThatTenantWhenItRefusesTheOther() {
        Rule refusal = times(EXCHANGE, 401, 1);

        Outcome outcome = program.call(Program.MANAGED, Program.request(Program.IMAGE, "sa-token", ANNOTATIONS),
                List.of(refusal));

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.seen()).filteredOn(seen -> seen.url().equals(EXCHANGE))
                .extracting(seen -> seen.form().get("tenant"))
                .containsExactly("tenant-1", "other-tenant");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"refresh_token\":\"\"}", "{\"refresh_token\":7}", "[]", "null",
            "{\"refresh_token\":null}"})
    void anAnswerWithoutPasswordIsAnError(String body) {
        failed(managed(Program.IMAGE, Rule.answer(EXCHANGE, 200, body)), "answered without a registry token");
    }

    @Test
    void whatTheRegistrySaysIsTold() {
        failed(managed(Program.IMAGE, Rule.answer(EXCHANGE, 403,
                "{\"errors\":[{\"code\":\"DENIED\",\"message\":\"client with IP '10.1.2.3' is not allowed access\"}]}")),
                "answered 403, as for an identity without pull permission (role AcrPull): DENIED client with IP '10.1.2.3' is not allowed access");
    }

    @Test
    void anEchoOfATokenIsNotPrinted() {
        Outcome outcome = program.call(Program.MANAGED, Program.request(Program.IMAGE, "the+secret/token", ANNOTATIONS),
                List.of(Rule.answer("https://login.microsoftonline.com/*", 400,
                        "{\"error_description\":\"bad assertion the+secret/token, sent as the%2Bsecret%2Ftoken\"}")));

        failed(outcome, "bad assertion ***, sent as ***");
    }

    @Test
    void aPasswordThatEndsSoonIsKeptNoLonger() {
        long began = System.currentTimeMillis() / 1000;
        String claims = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("{\"exp\":" + (began + 1500) + "}").getBytes(StandardCharsets.US_ASCII));

        Outcome outcome = managed(Program.IMAGE,
                Rule.answer(EXCHANGE, 200, "{\"refresh_token\":\"e30." + claims + ".x\"}"));

        long ended = System.currentTimeMillis() / 1000;
        Matcher minutesAndSeconds = Pattern.compile("\"cacheDuration\":\"(\\d+)m(\\d+)s\"").matcher(outcome.out());
        assertThat(minutesAndSeconds.find()).as(outcome.out()).isTrue();
        assertThat(60 * Long.parseLong(minutesAndSeconds.group(1)) + Long.parseLong(minutesAndSeconds.group(2)))
                .isBetween(1200 - (ended - began) - 1, 1200L);
    }

    @Test
    void aSourceWithAPortIsWrittenWithAnEqualsSign() {
        Outcome outcome = program.call("{\"aadClientId\":\"a\",\"aadClientSecret\":\"secret\"}",
                Program.request("localhost:5000/a:1"),
                List.of(), "--registry-mirror=localhost:5000=foo.azurecr.io");

        assertThat(outcome.out()).contains("\"localhost:5000\":{\"username\":\"a\",\"password\":\"secret\"}");
    }

    @Test
    void aRegistryWithMorePartsGetsItsOwnStaticLogin() {
        Outcome outcome = program.call("{\"aadClientId\":\"a\",\"aadClientSecret\":\"secret\"}",
                Program.request("foo.westeurope.geo.azurecr.io/a"), List.of());

        assertThat(outcome.out()).contains("\"foo.westeurope.geo.azurecr.io\":{\"username\":\"a\"");
    }
}
