package io.azureccm.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.standin.Rule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What {@link AcrCredentialProviderTest} and {@link RegistryCredentialsTest} have in common. */
abstract class AcrCredentialProviderFixture {
    static final String CHALLENGE = "https://foo.azurecr.io/v2/";
    static final String EXCHANGE = "https://foo.azurecr.io/oauth2/exchange";

    @TempDir
    Path folder;
    Program program;

    @BeforeEach
    void start() {
        program = new Program(folder);
    }

    @AfterEach
    void stop() {
        program.close();
    }

    Outcome managed(String image, Rule... rules) {
        return program.call(Program.MANAGED, Program.request(image), List.of(rules));
    }

    static void failed(Outcome outcome, String sentence) {
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("acr-credential-provider: error: ").contains(sentence).hasLineCount(1);
    }

    Rule times(String url, int status, int times) {
        return Rule.of(Map.of("url", url, "status", (double) status, "times", (double) times, "body", ""), "");
    }
}
