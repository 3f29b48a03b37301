package io.azureccm.common.boot.launch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ClassPathResource;

/** What the patterns of the log make of messages that hold text from outside. */
class LogLinesTest {
    @ParameterizedTest
    @ValueSource(strings = {"application.yml", "application-debug.yml"})
    void nothingInAMessageLooksLikeALineOfItsOwn(String profile) throws IOException {
        assertThat(shown(profile, "plan\n  + part\n2026-01-01T00:00:00Z WARN forged\r\u001b[2Jx")).endsWith(
                " plan\n  + part\n  2026-01-01T00:00:00Z WARN forged??[2Jx\n");
        assertThat(shown(profile, "a\u202eb\u2028c\u2029d\u0085e\u200bf\ufeffg\udb40\udc41h\ti é 中")).endsWith(
                " a?b?c?d?e?f?g?h\ti é 中\n");
        assertThat(shown(profile, "plain")).endsWith(" plain\n");
    }

    private static String shown(String profile, String message) throws IOException {
        LoggerContext context = new LoggerContext();
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.setPattern(String.valueOf(new YamlPropertySourceLoader().load(profile, new ClassPathResource(profile))
                .getFirst()
                .getProperty("logging.pattern.console")));
        layout.start();
        return layout.doLayout(new LoggingEvent("", context.getLogger("a.Logger"), Level.INFO, message, null, null));
    }
}
