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
}
