package io.azureccm.common.boot.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.resilience.ArmCallSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class ResilienceSettingsTest {
    @Test
    void nothingSetIsWhatTheCallPolicyAndTheClientDoByThemselves() {
        ResilienceSettings settings = settings(Map.of());
        ArmConfig config = config("");

        assertThat(settings.calls(config)).isEqualTo(ArmCallSettings.of(config, Duration.ofMinutes(21)));
        assertThat(settings.client(config, "agent")).isEqualTo(ArmClientSettings.of(config, "agent"));
    }

    @Test
    void everyFigureReachesThePolicyAndTheClient() {
        ResilienceSettings settings = settings(Map.ofEntries(Map.entry("bulkhead.reads", "3"),
                Map.entry("bulkhead.longest-wait", "7s"), Map.entry("retry.count", "1"),
                Map.entry("retry.jitter", "1"), Map.entry("breaker.window", "40"),
                Map.entry("breaker.failure-percent", "12.5"), Map.entry("time-limit.list", "9m"),
                Map.entry("time-limit.answer", "11s"), Map.entry("operation.bound", "5m"),
                Map.entry("operation.longest-asked", "20s"), Map.entry("answers.answer", "1MB"),
                Map.entry("answers.pages", "12")));
        ArmCallSettings calls = settings.calls(config(""));
        ArmClientSettings client = settings.client(config(""), "agent");

        assertThat(calls.bulkheads()).isEqualTo(new ArmCallSettings.Bulkheads(3, 64, Duration.ofSeconds(7)));
        assertThat(calls.retries()).isEqualTo(
                new ArmCallSettings.Retries(1, Duration.ofSeconds(1), 2, 1, Duration.ofSeconds(60)));
        assertThat(calls.breaker())
                .isEqualTo(new ArmCallSettings.Breaker(40, 10, 12.5f, Duration.ofSeconds(30), 3));
        assertThat(calls.limits()).isEqualTo(
                new ArmCallSettings.Limits(Duration.ofMinutes(5), Duration.ofMinutes(9), Duration.ofMinutes(6)));
        assertThat(client.answerTimeout()).isEqualTo(Duration.ofSeconds(11));
        assertThat(client.operations().bound()).isEqualTo(Duration.ofMinutes(5));
        assertThat(client.operations().longestAsked()).isEqualTo(Duration.ofSeconds(20));
        assertThat(client.answers().answer()).isEqualTo(1 << 20);
        assertThat(client.answers().pages()).isEqualTo(12);
    }

    @Test
    void keysOfTheCloudConfigGoBefore() {
        ResilienceSettings settings = settings(Map.of("retry.count", "9", "retry.longest-delay", "90s"));
        ArmConfig config = config("""
                {"cloudProviderBackoff": true, "cloudProviderBackoffRetries": 4, "cloudProviderBackoffDuration": 2,
                 "cloudProviderBackoffExponent": 3, "cloudProviderBackoffJitter": 0.5, "enableMinimumRetryAfter": true,
                 "cloudProviderRateLimit": true, "cloudProviderRateLimitQPS": 3}""");

        assertThat(settings.calls(config).retries()).isEqualTo(
                new ArmCallSettings.Retries(4, Duration.ofSeconds(2), 3, 0.5, Duration.ofSeconds(90)));
        assertThat(settings.calls(config).budget()).isEqualTo(config.rateLimits());
        assertThat(settings.client(config, "agent").operations().shortestDelay()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"bulkhead.reads | 0 | a whole number of at least 1",
            "bulkhead.longest-wait | -1s | a duration from 0 up to 1d", "retry.count | many | a whole number",
            "retry.count | -1 | a whole number from 0 to 100", "retry.jitter | 1.5 | a share from 0 to 1",
            "retry.first-delay | 0s | a duration above 0", "retry.factor | 0.5 | a number from 1 to 100",
            "breaker.failure-percent | 150 | a percentage from 1 to 100",
            "breaker.least-calls | 30 | a whole number from 1 to azureccm.resilience.breaker.window (20)",
            "time-limit.get | forever | a duration such as", "time-limit.list | 2d | a duration above 0 and up to 1d",
            "operation.longest-poll | 1ms | a duration not below azureccm.resilience.operation.first-poll",
            "answers.answer | 0KB | a size above 0 and up to 1GB", "answers.list | 2GB | a size above 0 and up to 1GB",
            "answers.failure | lots | a size such as 512KB or 10MB"})
    void wrongValueNamesKeyValueAndWhatIsRight(String key, String value, String right) {
        SettingsReader.Outcome read = read(Map.of(key, value));

        assertThat(read.failed()).isTrue();
        assertThat(read.problems()).extracting(ConfigProblem::text)
                .singleElement()
                .asString()
                .contains("azureccm.resilience." + key)
                .contains("is not valid, expected " + right);
    }

    private static ResilienceSettings settings(Map<String, String> values) {
        SettingsReader.Outcome read = read(values);
        assertThat(read.problems()).isEmpty();
        return read.settings().of(ResilienceSettings.class);
    }

    private static SettingsReader.Outcome read(Map<String, String> values) {
        Map<String, Object> all = new HashMap<>();
        values.forEach((key, value) -> all.put("azureccm.resilience." + key, value));
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", all));
        return SettingsReader.read(environment);
    }

    private static ArmConfig config(String json) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", json.isEmpty() ? "{}" : json), Map.of())
                .orThrow()
                .arm();
    }
}
