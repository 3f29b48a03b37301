package io.azureccm.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.standin.Rule;
import io.azureccm.credential.standin.Seen;
import io.azureccm.credential.text.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Malformed requests, configs, challenges and responses, other ones in each build: each call ends soon with a response or
 * with one sentence, prints no token, and sends tokens only to the registry and to where they came from. More of them:
 * {@code -Djqwik.tries.default=2500}.
 */
class FuzzTest {
    /** Texts that cannot be part of a host name, so that they can be searched for. */
    private static final String ACCOUNT_TOKEN = "sa_TOKEN_0123456789_0123456789";
    private static final String CLIENT_SECRET = "sp_SECRET_0123456789_0123456789";
    private static final String ENTRA_TOKEN = "aad_TOKEN_0123456789_0123456789";
    private static final String REGISTRY_TOKEN = "acr_TOKEN_0123456789_0123456789";
    private static final String IDENTITY = "http://169.254.169.254/metadata/identity/oauth2/token";
    private static final String CHALLENGE = "https://foo.azurecr.io/v2/";
    private static final String EXCHANGE = "https://foo.azurecr.io/oauth2/exchange";
    private static final String ENTRA = "{\"access_token\":\"" + ENTRA_TOKEN
            + "\",\"expires_in\":\"86400\",\"token_type\":\"Bearer\"}";
    private static final String REGISTRY = "{\"refresh_token\":\"" + REGISTRY_TOKEN + "\"}";
    private static final String HEADER = "Bearer realm=\"https://foo.azurecr.io/oauth2/token\",service=\"foo.azurecr.io\"";
    private static final Map<String, String> ANNOTATIONS = Map.of("kubernetes.azure.com/acr-client-id", "app",
            "kubernetes.azure.com/acr-tenant-id", "tenant-2");
    private static final List<Rule> USUAL = List.of(Rule.answer(IDENTITY, 200, ENTRA),
            Rule.answer("https://*.azurecr.io/oauth2/exchange", 200, REGISTRY),
            Rule.answer("https://login.*/oauth2/v2.0/token", 200, ENTRA));

    private static Path folder;
    private static Program program;

    @BeforeContainer
    static void start() throws IOException {
        folder = Files.createTempDirectory("credential-fuzz");
        program = new Program(folder);
    }

    @AfterContainer
    static void stop() throws IOException {
        program.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList())
                Files.delete(file);
        }
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void anyRequestEndsWithAnAnswerOrASentence(@ForAll long seed) {
        Mutation mutation = new Mutation(seed);
        String request = Program.request(
                mutation.one(List.of(Program.IMAGE, "docker.io/a", "my-reg.azurecr.io/b@sha256:00")),
                ACCOUNT_TOKEN, ANNOTATIONS);

        check(program.call(mutation.one(List.of(Program.MANAGED, secretConfig())), mutation.of(request), USUAL,
                "-v=4"));
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void anyConfigEndsWithAnAnswerOrASentence(@ForAll long seed) {
        Mutation mutation = new Mutation(seed);
        String yaml = "cloud: AzurePublicCloud\ntenantId: &t tenant-1\naadClientId: app\naadClientSecret: '"
                + CLIENT_SECRET
                + "'\nextra: [a, {b: *t}]\n";
        String metadata = "{\"cloud\":\"My\",\"resourceManagerEndpoint\":\"" + program.standIn.url()
                + "\",\"aadClientId\":\"app\","
                + "\"aadClientSecret\":\"" + CLIENT_SECRET + "\"}";
        Rule clouds = Rule.answer(program.standIn.url() + "/metadata/endpoints*", 200, mutation.of(
                "[{\"name\":\"My\",\"authentication\":{\"audiences\":[\"a\"],\"loginEndpoint\":\"https://login.my.test/\"},\"suffixes\":"
                        + "{\"acrLoginServer\":\"azurecr.io\"}}]"));

        check(program.call(mutation.of(mutation.one(List.of(secretConfig(), yaml, Program.MANAGED, metadata))),
                Program.request(Program.IMAGE), Stream.concat(Stream.of(clouds), USUAL.stream()).toList()));
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void anyChallengeEndsWithAnAnswerOrASentence(@ForAll long seed) {
        Mutation mutation = new Mutation(seed);
        String header = mutation.one(List.of(HEADER, "Basic realm=\"x\", " + HEADER,
                "Bearer service=foo.azurecr.io,realm=https://foo.azurecr.io/"));
        Rule challenge = Rule.answer(CHALLENGE, mutation.upTo(10) == 0 ? 400 : 401, "", "WWW-Authenticate",
                mutation.of(header));

        check(managed(challenge));
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void anyAnswerOfAzureEndsWithAnAnswerOrASentence(@ForAll long seed) {
        Mutation mutation = new Mutation(seed);
        String url = mutation.one(List.of(IDENTITY, CHALLENGE, EXCHANGE));
        String body = url.equals(IDENTITY)
                ? ENTRA
                : url.equals(EXCHANGE)
                        ? mutation.one(List.of(REGISTRY, "{\"errors\":[{\"message\":\"no " + ENTRA_TOKEN + "\"}]}"))
                        : "";
        String whole = "HTTP/1.1 " + (url.equals(CHALLENGE) ? 401 : mutation.one(List.of(200, 200, 403)))
                + " x\r\nWww-Authenticate: "
                + HEADER + "\r\n" + mutation.one(List.of("Content-Length: " + body.length() + "\r\n\r\n" + body,
                        "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body
                                + "\r\n0\r\n\r\n"));

        check(managed(Rule.answer(url, Rule.RAW, mutation.of(whole))));
    }

    private static String secretConfig() {
        return "{\"cloud\":\"AzurePublicCloud\",\"tenantId\":\"tenant-1\",\"aadClientId\":\"app\",\"aadClientSecret\":\""
                + CLIENT_SECRET
                + "\"}";
    }

    private static Outcome managed(Rule first) {
        return program.call(Program.MANAGED, Program.request(Program.IMAGE),
                Stream.concat(Stream.of(first), USUAL.stream()).toList());
    }

    private static void check(Outcome outcome) {
        List<String> errors = outcome.err()
                .lines()
                .filter(line -> line.startsWith("acr-credential-provider: error: "))
                .toList();
        assertThat(outcome.err())
                .doesNotContain(ACCOUNT_TOKEN, CLIENT_SECRET, ENTRA_TOKEN, REGISTRY_TOKEN, "unexpected")
                .satisfies(
                        err -> assertThat(err.lines()).allMatch(line -> line.startsWith("acr-credential-provider: ")));
        if (outcome.exit() == 0) {
            assertThat(errors).isEmpty();
            checkResponse(outcome.out());
        } else {
            assertThat(outcome.exit()).isEqualTo(1);
            assertThat(outcome.out()).isEmpty();
            assertThat(errors).hasSize(1).allMatch(line -> line.length() > 50 && line.length() < 1200);
        }
        for (Seen seen : outcome.seen()) {
            if (seen.form().containsKey("access_token"))
                assertThat(seen.url()).matches("https://[a-z0-9.-]+\\.azurecr\\.io/oauth2/exchange");
        }
    }

    private static void checkResponse(String out) {
        Map<String, Object> response = Case.object(JsonReader.read(out));
        assertThat(out).endsWith("}\n").hasLineCount(1);
        assertThat(response).containsEntry("kind", "CredentialProviderResponse")
                .containsEntry("cacheKeyType", "Registry");
        if (response.get("auth") == null) {
            assertThat(response).containsEntry("cacheDuration", "0s");
            return;
        }
        Case.object(response.get("auth")).forEach((key, login) -> {
            if (!key.equals("*.azurecr.*"))
                assertThat(Case.object(login).get("password")).as(key).isNotEqualTo("");
        });
    }
}
