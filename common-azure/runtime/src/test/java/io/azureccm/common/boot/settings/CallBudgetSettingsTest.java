package io.azureccm.common.boot.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.resilience.budget.BudgetLimit;
import io.azureccm.common.resilience.budget.BudgetLimits;
import io.azureccm.common.resilience.budget.BudgetSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Shares and limits as an operator gives them. */
class CallBudgetSettingsTest {
    @Test
    void sharesOfTheThreeAppsAreTheWholeTogether() {
        List<BudgetSettings> apps = Arrays.stream(App.values()).map(app -> read(Map.of()).of(app)).toList();

        assertThat(apps.stream().mapToDouble(each -> each.shares().reads()).sum()).isLessThanOrEqualTo(1.0 + 1e-9);
        assertThat(apps.stream().mapToDouble(each -> each.shares().writes()).sum()).isLessThanOrEqualTo(1.0 + 1e-9);
        assertThat(read(Map.of()).of(App.SERVICE)).usingRecursiveComparison()
                .isEqualTo(BudgetSettings.of(App.SERVICE));
    }

    @Test
    void everythingCanBeGiven() {
        BudgetSettings settings = read(Map.of("azureccm.budget.enabled", "false", "azureccm.budget.read-share", "1",
                "azureccm.budget.write-share", "0.5", "azureccm.budget.reserve", "0", "azureccm.budget.longest-wait",
                "5s", "azureccm.budget.rate.arm-writes", "4.5", "azureccm.budget.burst.networkreads", "7"))
                .of(App.NODE);

        assertThat(settings.enabled()).isFalse();
        assertThat(settings.shares()).isEqualTo(new BudgetSettings.Shares(1, 0.5));
        assertThat(settings.reserve()).isZero();
        assertThat(settings.longestWait()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.limits().limit("arm-writes")).contains(new BudgetLimit(4.5, 200, 1.2));
        assertThat(settings.limits().limit("network-reads").orElseThrow().burst()).isEqualTo(7);
    }

    @Test
    void peakHoldsForTheLimitsOfArmThatHaveNoBurstOfTheirOwn() {
        BudgetLimits limits = read(Map.of("azureccm.budget.peak", "1.5", "azureccm.budget.burst.arm-writes", "30"))
                .of(App.SERVICE)
                .limits();

        assertThat(limits.limit("arm-reads")).contains(new BudgetLimit(25, 250, 1.5));
        assertThat(limits.limit("arm-deletes")).contains(new BudgetLimit(10, 200, 1.5));
        assertThat(limits.limit("arm-writes")).contains(new BudgetLimit(10, 30));
        assertThat(limits.limit("network-writes").orElseThrow().peak()).isZero();
        assertThat(read(Map.of("azureccm.budget.peak", "0")).of(App.SERVICE).limits().limit("arm-writes"))
                .contains(new BudgetLimit(10, 200));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"read-share | 1.5 | a share from 0 to 1",
            "write-share | -1 | a share from 0 to 1",
            "read-share | half | a number", "peak | 1 | 0, or a multiple from 1.1 to 1000",
            "peak | -1 | 0, or a multiple from 1.1 to 1000",
            "reserve | 1 | a share from 0 to 0.9",
            "longest-wait | 1h | a duration above 0 and up to 4m", "longest-wait | soon | a duration such as",
            "enabled | maybe | true or false", "rate.arm-writes | 0 | calls per second, above 0",
            "rate.arm-writes | many | a number", "burst.arm-writes | 0 | calls at once, 1 or more",
            "burst.arm-writes | 1.5 | a whole number"})
    void wrongValueEndsTheStartWithKeyValueAndWhatIsRight(String key, String value, String expected) {
        List<String> problems = problems(Map.of("azureccm.budget." + key, value));

        assertThat(problems).singleElement()
                .asString()
                .startsWith("settings: azureccm.budget." + key + ": ")
                .contains("is not valid, expected " + expected);
    }

    @Test
    void unknownLimitIsNamedWithTheKnownOnes() {
        assertThat(problems(Map.of("azureccm.budget.rate.storage", "1"))).singleElement()
                .asString()
                .startsWith("settings: azureccm.budget.rate: \"storage\" is not valid, expected the name of a limit")
                .contains("arm-reads, arm-writes");
    }

    private static CallBudgetSettings read(Map<String, Object> properties) {
        SettingsReader.Outcome outcome = outcome(properties);
        assertThat(outcome.problems()).isEmpty();
        return outcome.settings().of(CallBudgetSettings.class);
    }

    private static List<String> problems(Map<String, Object> properties) {
        return outcome(properties).problems().stream().filter(ConfigProblem::isError).map(ConfigProblem::text).toList();
    }

    private static SettingsReader.Outcome outcome(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return SettingsReader.read(environment);
    }
}
