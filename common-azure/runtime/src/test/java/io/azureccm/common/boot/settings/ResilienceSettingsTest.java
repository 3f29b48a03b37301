package io.azureccm.common.boot.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.boot.settings.resilience4j.InstanceSettings;
import io.azureccm.common.boot.settings.resilience4j.Module;
import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.resilience.ArmCallSettings;
import io.azureccm.common.resilience.CallConfigs;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class ResilienceSettingsTest {
    @Test
    void nothingSetIsWhatThePolicyAndTheClientDoByThemselves() {
        SettingsReader.Outcome read = read(Map.of());
        CallConfigs found = read.settings().of(InstanceSettings.class).configs();
        CallConfigs usual = ArmCallSettings.of(config(""), Duration.ofMinutes(21)).configs();

        assertThat(instances(found)).isEqualTo(instances(usual));
        assertThat(found.rateLimiters()).isEmpty();
        assertThat(read.settings().of(ResilienceSettings.class).client(config(""), "agent"))
                .isEqualTo(ArmClientSettings.of(config(""), "agent"));
    }

    /** What Resilience4j makes of each instance, as text: its configurations are not comparable. */
    private static Map<String, String> instances(CallConfigs configs) {
        Map<String, String> all = new TreeMap<>();
        Module.BULKHEAD.instances()
                .forEach(name -> all.put("bulkhead " + name, configs.bulkheads().of(name).toString()));
        Module.RETRY.instances().forEach(name -> all.put("retry " + name, configs.retries().of(name).toString()));
        Module.CIRCUIT_BREAKER.instances()
                .forEach(name -> all.put("breaker " + name, configs.breakers()
                        .of(name)
                        .toString()
                        .replaceAll("@[0-9a-f]+|Lambda[^,}]*", "")));
        Module.TIME_LIMITER.instances()
                .forEach(name -> all.put("limit " + name, configs.timeLimiters().of(name).toString()));
        return all;
    }

    @Test
    void everyFigureReachesTheClient() {
        ArmClientSettings client = settings(Map.of("time-limit.answer", "11s", "operation.bound", "5m",
                "operation.longest-asked", "20s", "answers.answer", "1MB", "answers.pages", "12"))
                .client(config(""), "agent");

        assertThat(client.answerTimeout()).isEqualTo(Duration.ofSeconds(11));
        assertThat(client.operations().bound()).isEqualTo(Duration.ofMinutes(5));
        assertThat(client.operations().longestAsked()).isEqualTo(Duration.ofSeconds(20));
        assertThat(client.answers().response()).isEqualTo(1 << 20);
        assertThat(client.answers().pages()).isEqualTo(12);
        assertThat(settings(Map.of()).client(config("{\"enableMinimumRetryAfter\": true}"), "agent")
                .operations()
                .shortestDelay()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "operation.longest-poll | 1ms | a duration not below azureccm.resilience.operation.first-poll",
            "time-limit.connect | 2d | a duration above 0 and up to 1d",
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
