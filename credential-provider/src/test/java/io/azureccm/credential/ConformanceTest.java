package io.azureccm.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.http.Trust;
import io.azureccm.credential.standin.Authority;
import io.azureccm.credential.standin.StandIn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All cases: the outcome of the reference, or a better one. */
class ConformanceTest {
    /** Intentional differences that the case does not declare: an exit code, or the case with the same outcome. */
    private static final Map<String, Object> ON_PURPOSE = Map.of(
            // A configuration without a password is an error.
            "conf-empty", 1, "conf-certificate-ignored", 1,
            // A pod with a token gets what its own identity may access, never the node's credentials.
            "wi-sp", "wi-ok");

    @TempDir
    static Path folder;
    private static final Authority AUTHORITY = new Authority();
    private static StandIn standIn;
    private static Path ca;

    @BeforeAll
    static void start() {
        standIn = new StandIn(AUTHORITY);
        ca = AUTHORITY.write(folder.resolve("ca.pem"));
    }

    @AfterAll
    static void stop() {
        standIn.close();
    }

    static List<Case> cases() {
        return Case.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theOutcomeIsThatOfTheReferenceOrBetter(Case each) {
        Outcome outcome = play(each);

        Object purpose = ON_PURPOSE.get(each.name());
        if (purpose instanceof String other) {
            assertThat(Case.named(other).verdict(outcome, standIn)).isEqualTo("as the reference");
        } else if (purpose != null) {
            assertThat(outcome.exit()).isEqualTo(purpose);
            assertThat(outcome.out()).isEmpty();
        } else {
            assertThat(each.verdict(outcome, standIn)).isIn("as the reference", "better");
        }
        assertThat(outcome.err().lines().filter(line -> line.contains(": error: "))).hasSize(outcome.exit());
        assertThat(outcome.err()).doesNotContain("sa-token", "sp-secret", "aad:", "acr:", "unexpected");
    }

    @Test
    void thereAreAllCasesAndTheWeakOnesAreBetter() {
        Map<String, String> verdicts = new LinkedHashMap<>();
        for (Case each : cases()) {
            if (each.json().containsKey("alsoAccepted"))
                verdicts.put(each.name(), each.verdict(play(each), standIn));
        }
        assertThat(cases()).hasSize(83);
        assertThat(verdicts).hasSize(11)
                .allSatisfy((name, verdict) -> assertThat(verdict).as(name).isEqualTo("better"));
    }

    static Outcome play(Case each) {
        standIn.rules(each.rules(standIn.url()));
        HostEnvironment host = new HostEnvironment(each.environment(folder, standIn.url(), ca),
                Duration.ofSeconds(45), millis -> {}, Trust.ofSystem(Map.of("SSL_CERT_FILE", ca.toString())),
                each.withoutCa() ? folder.resolve("none") : ca,
                standIn.bindingsPort());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = AcrCredentialProvider.run(each.arguments(folder, standIn.url()),
                new ByteArrayInputStream(each.stdin().getBytes(StandardCharsets.UTF_8)), out, new PrintStream(err),
                host);
        return new Outcome(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8),
                standIn.seen());
    }
}
