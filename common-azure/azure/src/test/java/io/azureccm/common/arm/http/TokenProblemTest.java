package io.azureccm.common.arm.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The line about a token that was not issued holds the reason itself. */
class TokenProblemTest {
    @Test
    void reasonOfACauseReplacesAMessageThatOnlyPointsThere() {
        RuntimeException thrown = new IllegalStateException(
                "Managed identity is not available. Please see inner exception for details.",
                new IllegalStateException("wrapped",
                        new IllegalArgumentException("Identity not found\nat the machine")));

        assertThat(TokenProblem.of(thrown, "http://imds/token").text())
                .isEqualTo("no token for ARM from http://imds/token: Identity not found");
    }

    @Test
    void messageThatHasTheReasonStays() {
        RuntimeException thrown = new IllegalStateException("no identity is assigned", new IllegalStateException("x"));

        assertThat(TokenProblem.of(thrown, "http://imds/token").text()).endsWith(": no identity is assigned");
    }

    @Test
    void refusalOfEntraIsOneShortLine() {
        RuntimeException thrown = new IllegalStateException(
                "{\"error\":\"x\",\"error_description\":\"AADSTS700016: Not found." + " ".repeat(50_000)
                        + "in the tenant. Trace ID: 1\r\nTimestamp: 2\"}");

        assertThat(TokenProblem.of(thrown, "login.test:443").text())
                .startsWith("the token service login.test:443 refused to issue a token: AADSTS700016: Not found.")
                .hasSizeLessThan(500)
                .doesNotContain("Trace ID", "Timestamp");
    }
}
