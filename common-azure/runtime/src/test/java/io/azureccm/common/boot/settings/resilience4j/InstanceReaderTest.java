package io.azureccm.common.boot.settings.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.resilience.CallConfigs;
import io.azureccm.common.resilience.RetrySettings;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What people write below {@code resilience4j}, and what becomes of it. */
class InstanceReaderTest {
    private static final Duration BOUND = Duration.ofMinutes(20);
    private final List<String> wrong = new ArrayList<>();
    private final List<String> noEffect = new ArrayList<>();

    private static final Map<String, Function<CircuitBreakerConfig, Object>> BREAKER = Map.ofEntries(
            Map.entry("sliding-window-size=7", CircuitBreakerConfig::getSlidingWindowSize),
            Map.entry("minimum-number-of-calls=4", CircuitBreakerConfig::getMinimumNumberOfCalls),
            Map.entry("failure-rate-threshold=12.5", CircuitBreakerConfig::getFailureRateThreshold),
            Map.entry("slow-call-rate-threshold=40.0", CircuitBreakerConfig::getSlowCallRateThreshold),
            Map.entry("permitted-number-of-calls-in-half-open-state=9",
                    CircuitBreakerConfig::getPermittedNumberOfCallsInHalfOpenState),
            Map.entry("automatic-transition-from-open-to-half-open-enabled=true",
                    CircuitBreakerConfig::isAutomaticTransitionFromOpenToHalfOpenEnabled),
            Map.entry("writable-stack-trace-enabled=false", CircuitBreakerConfig::isWritableStackTraceEnabled),
            Map.entry("sliding-window-type=TIME_BASED", CircuitBreakerConfig::getSlidingWindowType),
            Map.entry("transition-to-state-after-wait-duration=CLOSED",
                    CircuitBreakerConfig::getTransitionToStateAfterWaitDuration),
            Map.entry("initial-state=FORCED_OPEN", CircuitBreakerConfig::getInitialState),
            Map.entry("slow-call-duration-threshold=PT7S", CircuitBreakerConfig::getSlowCallDurationThreshold),
            Map.entry("max-wait-duration-in-half-open-state=PT8S",
                    CircuitBreakerConfig::getMaxWaitDurationInHalfOpenState),
            Map.entry("wait-duration-in-open-state=PT9S",
                    config -> Duration.ofMillis(config.getWaitIntervalFunctionInOpenState().apply(1))));

    /** Each key with a value, and how the value shows in the configuration of an instance. */
    static Stream<Arguments> actingKeys() {
        Stream<Arguments> others = Stream.of(
                acts(Module.BULKHEAD, "reads", "max-concurrent-calls=3",
                        configs -> configs.bulkheads().of("reads").getMaxConcurrentCalls()),
                acts(Module.BULKHEAD, "writes", "max-wait-duration=PT7S",
                        configs -> configs.bulkheads().of("writes").getMaxWaitDuration()),
                acts(Module.BULKHEAD, "writes", "writable-stack-trace-enabled=false",
                        configs -> configs.bulkheads().of("writes").isWritableStackTraceEnabled()),
                acts(Module.RATE_LIMITER, "loadbalancers-writes", "limit-for-period=3",
                        configs -> configs.rateLimiters().get("loadbalancers-writes").getLimitForPeriod()),
                acts(Module.RATE_LIMITER, "loadbalancers-writes", "limit-refresh-period=PT7S",
                        configs -> configs.rateLimiters().get("loadbalancers-writes").getLimitRefreshPeriod()),
                acts(Module.RATE_LIMITER, "loadbalancers-writes", "timeout-duration=PT2S",
                        configs -> configs.rateLimiters().get("loadbalancers-writes").getTimeoutDuration()),
                acts(Module.RATE_LIMITER, "loadbalancers-writes", "writable-stack-trace-enabled=false",
                        configs -> configs.rateLimiters().get("loadbalancers-writes").isWritableStackTraceEnabled()),
                acts(Module.RETRY, "get", "max-attempts=6", configs -> configs.retries().of("get").count() + 1),
                acts(Module.RETRY, "list", "wait-duration=PT4S", configs -> configs.retries().of("list").first()),
                acts(Module.RETRY, "put", "exponential-backoff-multiplier=3.5",
                        configs -> configs.retries().of("put").factor()),
                acts(Module.RETRY, "post", "exponential-max-wait-duration=PT30S",
                        configs -> configs.retries().of("post").cap()),
                acts(Module.RETRY, "delete", "randomized-wait-factor=0.5",
                        configs -> configs.retries().of("delete").jitter()),
                acts(Module.RETRY, "get", "enable-exponential-backoff=false",
                        configs -> configs.retries().of("get").factor() != 1),
                acts(Module.RETRY, "get", "enable-randomized-wait=false",
                        configs -> configs.retries().of("get").jitter() != 0),
                acts(Module.TIME_LIMITER, "list", "timeout-duration=PT25M",
                        configs -> configs.timeLimiters().of("list").getTimeoutDuration()),
                acts(Module.TIME_LIMITER, "get", "cancel-running-future=false",
                        configs -> configs.timeLimiters().of("get").shouldCancelRunningFuture()));
        return Stream.concat(others, BREAKER.entrySet()
                .stream()
                .map(each -> acts(Module.CIRCUIT_BREAKER, "publicipaddresses-writes", each.getKey(),
                        configs -> each.getValue().apply(configs.breakers().of("publicipaddresses-writes")))));
    }

    private static Arguments acts(Module module, String instance, String written,
            Function<CallConfigs, Object> shown) {
        String[] parts = written.split("=");
        return Arguments.of(module, instance, parts[0], parts[1], shown);
    }

    @ParameterizedTest(name = "{0} {1} {2}={3}")
    @MethodSource("actingKeys")
    void keyActsOnItsInstanceAndInTheDefaultConfig(Module module, String instance, String key, String value,
            Function<CallConfigs, Object> shown) {
        String of = "resilience4j." + module.title();
        String seed = module == Module.RATE_LIMITER ? of + ".instances." + instance + ".subscribe-for-events" : "x";
        CallConfigs usual = read(Map.of(seed, "true")).orElseThrow();

        assertThat(String.valueOf(shown.apply(usual))).isNotEqualTo(value);
        for (String place : List.of("instances." + instance, "configs.default")) {
            CallConfigs set = read(Map.of(seed, "true", of + "." + place + "." + key, value)).orElseThrow();
            assertThat(shown.apply(set)).as(place).hasToString(value);
        }
        assertThat(wrong).isEmpty();
        assertThat(noEffect).isEmpty();
    }

    /** Shown by the starter's endpoints and health, or a name: these have tests of their own. */
    private static final List<String> ELSEWHERE = List.of("base-config", "event-consumer-buffer-size",
            "subscribe-for-events", "register-health-indicator", "allow-health-indicator-to-fail",
            "enable-exponential-backoff", "exponential-backoff-multiplier",
            "exponential-max-wait-duration-in-open-state", "enable-randomized-wait", "randomized-wait-factor");

    @ParameterizedTest
    @EnumSource(Module.class)
    void everyKeyOfResilience4jActsOrIsAWarning(Module module) {
        List<String> tried = actingKeys().filter(each -> each.get()[0] == module)
                .map(each -> (String) each.get()[2])
                .toList();
        for (Method setter : module.properties().getMethods()) {
            if (!setter.getName().startsWith("set")) {
                continue;
            }
            String key = setter.getName().substring(3).replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
            noEffect.clear();
            String name = String.join(".", "resilience4j", module.title(), "instances", module.instances().getFirst(),
                    key);
            if (module.keys().stream().anyMatch(each -> each.name().equals(key))) {
                assertThat(tried.contains(key) || ELSEWHERE.contains(key)).as(name).isTrue();
            } else {
                read(Map.of(name, "x"));
                assertThat(noEffect).as(name).singleElement().asString().startsWith(name + ": has no effect");
            }
        }
        assertThat(module.keys()).allSatisfy(key -> assertThat(Arrays.stream(module.properties().getMethods())
                .map(Method::getName)
                .anyMatch(name -> name.equalsIgnoreCase("set" + key.name().replace("-", "")))).as(key.name()).isTrue());
    }

    @Test
    void suspendedTimesGrowAsResilience4jDoesIt() {
        CircuitBreakerConfig breaker = read(breakers("enable-exponential-backoff=true",
                "exponential-backoff-multiplier=3", "exponential-max-wait-duration-in-open-state=2m")).orElseThrow()
                .breakers()
                .of("loadbalancers-writes");
        assertThat(Stream.of(1, 2, 3, 4).map(breaker.getWaitIntervalFunctionInOpenState()::apply))
                .containsExactly(30_000L, 90_000L, 120_000L, 120_000L);

        CircuitBreakerConfig random = read(breakers("enable-randomized-wait=true", "randomized-wait-factor=0.9"))
                .orElseThrow()
                .breakers()
                .of("loadbalancers-writes");
        assertThat(Stream.generate(() -> random.getWaitIntervalFunctionInOpenState().apply(1)).limit(50).distinct())
                .hasSizeGreaterThan(1)
                .allMatch(wait -> wait >= 3_000 && wait <= 57_000);
    }

    private static Map<String, String> breakers(String... written) {
        Map<String, String> properties = new TreeMap<>();
        for (String each : written) {
            properties.put("resilience4j.circuitbreaker.instances.loadbalancers-writes." + each.split("=")[0],
                    each.split("=")[1]);
        }
        return properties;
    }

    @Test
    void instanceGoesBeforeItsBaseConfigAndThatBeforeTheDefaults() {
        CallConfigs configs = read(Map.of("resilience4j.retry.configs.default.max-attempts", "9",
                "resilience4j.retry.configs.patient.wait-duration", "9s",
                "resilience4j.retry.configs.veryPatient.base-config", "patient",
                "resilience4j.retry.configs.veryPatient.exponential-max-wait-duration", "5m",
                "resilience4j.retry.instances.list.base-config", "very-patient",
                "resilience4j.retry.instances.list.exponential-backoff-multiplier", "4")).orElseThrow();

        assertThat(configs.retries().of("list"))
                .isEqualTo(new RetrySettings(3, Duration.ofSeconds(9), 4, 0.3, Duration.ofMinutes(5)));
        assertThat(configs.retries().of("get"))
                .isEqualTo(new RetrySettings(8, Duration.ofSeconds(1), 2, 0.3, Duration.ofSeconds(60)));
    }

    @Test
    void cloudConfigGoesBeforeAllRetriesAndKeepsTheLongestDelay() {
        CallConfigs configs = read(Map.of("resilience4j.retry.instances.get.max-attempts", "9",
                "resilience4j.retry.configs.default.exponential-max-wait-duration", "90s")).orElseThrow()
                .honouring(CloudConfigParser
                        .parse(new ConfigLayer("azure.json",
                                """
                                        {"cloudProviderBackoff": true, "cloudProviderBackoffRetries": 4, "cloudProviderBackoffDuration": 2,
                                         "cloudProviderBackoffExponent": 3, "cloudProviderBackoffJitter": 0.5}"""),
                                Map.of())
                        .orThrow()
                        .arm());

        assertThat(Module.RETRY.instances()).allSatisfy(name -> assertThat(configs.retries().of(name))
                .isEqualTo(new RetrySettings(4, Duration.ofSeconds(2), 3, 0.5, Duration.ofSeconds(90))));
    }

    @Test
    void variablesOfTheEnvironmentNameInstancesWithoutDashes() {
        StandardEnvironment environment = bare();
        environment.getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(
                        "RESILIENCE4J_CIRCUITBREAKER_INSTANCES_LOADBALANCERSWRITES_SLIDINGWINDOWSIZE", "50",
                        "RESILIENCE4J_CIRCUITBREAKER_INSTANCES_LOADBALANCERSWRITES_MINIMUM_NUMBER_OF_CALLS", "12")));
        CircuitBreakerConfig breaker = read(environment).orElseThrow().breakers().of("loadbalancers-writes");

        assertThat(breaker.getSlidingWindowSize()).isEqualTo(50);
        assertThat(breaker.getMinimumNumberOfCalls()).isEqualTo(12);
        assertThat(noEffect).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "bulkhead.instances.reads.max-concurrent-calls | 0 | a whole number of at least 1",
            "bulkhead.instances.reads.max-concurrent-calls | many | a whole number of at least 1",
            "bulkhead.configs.default.max-wait-duration | soon | a duration such as 0s, 500ms or 30s",
            "retry.instances.get.max-attempts | 0 | a whole number of at least 1",
            "retry.configs.default.randomized-wait-factor | 1.5 | a share from 0 up to, but not including, 1",
            "circuitbreaker.instances.loadbalancers-reads.failure-rate-threshold | 150 | a percentage from 1 to 100",
            "circuitbreaker.instances.loadbalancers-reads.sliding-window-type | sometimes | count_based or time_based",
            "circuitbreaker.instances.loadbalancers-reads.base-config | none | one of the configs: ",
            "ratelimiter.instances.loadbalancers-reads.limit-for-period | 0 | a whole number of at least 1",
            "timelimiter.instances.get.timeout-duration | forever | a duration above 0",
            "timelimiter.instances.writes.timeout-duration | 19m | a duration above azureccm.resilience.operation.bound (1200s)"})
    void wrongValueNamesKeyValueAndWhatIsRight(String key, String value, String right) {
        assertThat(read(Map.of("resilience4j." + key, value))).isEmpty();
        assertThat(wrong).singleElement()
                .asString()
                .startsWith("resilience4j." + key + ": \"" + value + "\" is not valid, expected ")
                .contains(right);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "circuitbreaker.instances.loadbalancer-writes.sliding-window-size | did you mean \"loadbalancers-writes\"?",
            "bulkhead.instances.read.max-concurrent-calls | did you mean \"reads\"?",
            "retry.instances.get.max-attempt | did you mean \"max-attempts\"?",
            "retry.backends.get.max-attempts | expected resilience4j.retry.instances.NAME.KEY",
            "retries.instances.get.max-attempts | expected bulkhead, ratelimiter, retry, circuitbreaker, timelimiter",
            "thread-pool-bulkhead.instances.reads.core-thread-pool-size | calls run on virtual threads",
            "retry.instances.get.retry-exceptions[0] | which failures are retried and counted is fixed",
            "ratelimiter.configs.default.limit-for-period | only instances that are named limit calls"})
    void whatHasNoEffectIsAWarning(String key, String said) {
        assertThat(read(Map.of("resilience4j." + key, "5"))).isPresent();
        assertThat(noEffect).singleElement().asString().startsWith("resilience4j.").contains(said);
    }

    @Test
    void whatTheStarterReadsIsNotUnknown() {
        read(Map.of("resilience4j.circuitbreaker.metrics.enabled", "false", "resilience4j.retry.tags.team", "a"));
        assertThat(noEffect).isEmpty();
    }

    private Optional<CallConfigs> read(Map<String, ?> properties) {
        StandardEnvironment environment = bare();
        environment.getPropertySources().addFirst(new MapPropertySource("test", new TreeMap<>(properties)));
        return read(environment);
    }

    private Optional<CallConfigs> read(StandardEnvironment environment) {
        List<ConfigProblem> problems = new ArrayList<>();
        Optional<InstanceSettings> settings = InstanceReader.read(environment, BOUND, problems);
        problems.forEach(
                each -> (each.isError() ? wrong : noEffect).add(each.key() + ": " + each.message()));
        return settings.map(InstanceSettings::configs);
    }

    private static StandardEnvironment bare() {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        return environment;
    }
}
