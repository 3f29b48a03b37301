package io.azureccm.credential.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(err, true, StandardCharsets.UTF_8), 2);

    @Test
    void messagesAreLinesWithoutSecrets() {
        log.secret("s/cret");
        log.secret("abc");

        log.error("one\n s/cret \u0007two s%2Fcret abc");
        log.detail(2, "sh\u202eo\u200bwn");
        log.detail(3, "hidden");

        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(
                "acr-credential-provider: error: one *** two *** abc\nacr-credential-provider: sh o wn\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            AADSTS700016: Application was not found.               | AADSTS700016: Application was not found.
            Trace ID: 12345678-1234-1234-1234-123456789012         | Trace ID: 12345678-1234-1234-1234-123456789012
            urn:ietf:params:oauth:client-assertion-type:jwt-bearer | urn:ietf:params:oauth:client-assertion-type:jwt-bearer
            got eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJhcGk6Ly9BenVyZSJ9.c2lnbmF0dXJlMTIzNDU2Nzg5 | got ***.***.***
            """)
    void whatLooksLikeATokenIsNotQuoted(String text, String shown) {
        assertThat(log.quote(text)).isEqualTo(shown);
    }

    @Test
    void quotesAreShort() {
        assertThat(log.quote("a b ".repeat(1000))).hasSize(403).endsWith("...");
    }
}
