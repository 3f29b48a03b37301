package io.azureccm.common.boot.settings;

import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.arm.http.AnswerLimits;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.resilience.ArmCallSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/** Protection between an app and Azure Resource Manager, see the page about resilience. */
@ConfigurationProperties("azureccm.resilience")
public record ResilienceSettings(@DefaultValue Bulkhead bulkhead, @DefaultValue Retry retry,
        @DefaultValue Breaker breaker, @DefaultValue TimeLimit timeLimit, @DefaultValue Operation operation,
        @DefaultValue Answers answers) {
    private static final Duration DAY = Duration.ofDays(1);
    /** Added to the bound of an operation, so that its clearer message appears first. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /**
     * How many calls may be in flight at the same time.
     *
     * @param reads       Concurrent reads.
     * @param writes      Concurrent writes; a write may hold its slot for minutes, until Azure has carried it out.
     * @param longestWait How long a call waits for a slot before it is given up and planned again.
     */
    public record Bulkhead(@DefaultValue("32") int reads, @DefaultValue("64") int writes,
            @DefaultValue("60s") Duration longestWait) {
        public Bulkhead {
            atLeastOne("bulkhead.reads", reads);
            atLeastOne("bulkhead.writes", writes);
            notNegative("bulkhead.longest-wait", longestWait);
        }
    }

    /**
     * Retries of calls that may be repeated: reads, and calls that were certainly not sent. cloudProviderBackoff in the cloud
     * config takes precedence over all of these.
     *
     * @param count        Retries after the first attempt.
     * @param firstDelay   Delay before the first retry, unless Azure names one.
     * @param factor       Multiplier from one delay to the next.
     * @param jitter       Random share added to each delay, from 0 to 1.
     * @param longestDelay Longest delay; if Azure asks for a longer one, the call is not retried immediately.
     */
    public record Retry(@DefaultValue("3") int count, @DefaultValue("1s") Duration firstDelay,
            @DefaultValue("2") double factor, @DefaultValue("0.3") double jitter,
            @DefaultValue("60s") Duration longestDelay) {
        public Retry {
            InvalidSetting.unless(count >= 0 && count <= 100, "retry.count", count, "a whole number from 0 to 100");
            positive("retry.first-delay", firstDelay);
            InvalidSetting.unless(factor >= 1 && factor <= 100, "retry.factor", factor, "a number from 1 to 100");
            InvalidSetting.unless(jitter >= 0 && jitter <= 1, "retry.jitter", jitter, "a share from 0 to 1");
            positive("retry.longest-delay", longestDelay);
        }
    }

    /**
     * When calls for a resource type are suspended because the server is failing: responses with status 500 and above, and
     * timeouts.
     *
     * @param window         How many of the most recent calls are evaluated.
     * @param leastCalls     Minimum number of calls before any are suspended.
     * @param failurePercent Percentage of failed calls that suspends further ones, from 1 to 100.
     * @param open           How long calls are suspended before trial calls are let through.
     * @param trials         Number of trial calls.
     */
    public record Breaker(@DefaultValue("20") int window, @DefaultValue("10") int leastCalls,
            @DefaultValue("60") double failurePercent, @DefaultValue("30s") Duration open,
            @DefaultValue("3") int trials) {
        public Breaker {
            atLeastOne("breaker.window", window);
            InvalidSetting.unless(leastCalls >= 1 && leastCalls <= window, "breaker.least-calls", leastCalls,
                    "a whole number from 1 to azureccm.resilience.breaker.window (" + window + ")");
            InvalidSetting.unless(failurePercent >= 1 && failurePercent <= 100, "breaker.failure-percent",
                    failurePercent, "a percentage from 1 to 100");
            positive("breaker.open", open);
            atLeastOne("breaker.trials", trials);
        }
    }

    /**
     * Timeouts.
     *
     * @param connect Until a connection is established.
     * @param answer  Until the response to a request begins, and between two parts of it.
     * @param get     One attempt to read a single resource.
     * @param list    One attempt to read a list with all its pages.
     */
    public record TimeLimit(@DefaultValue("10s") Duration connect, @DefaultValue("60s") Duration answer,
            @DefaultValue("5m") Duration get, @DefaultValue("5m") Duration list) {
        public TimeLimit {
            positive("time-limit.connect", connect);
            positive("time-limit.answer", answer);
            positive("time-limit.get", get);
            positive("time-limit.list", list);
        }
    }

    /**
     * How writes that Azure has accepted are polled until they complete.
     *
     * @param firstPoll    Delay before the first poll if Azure names none.
     * @param longestPoll  Longest delay between two polls if Azure names none.
     * @param longestAsked Longest delay between two polls that is accepted if Azure names one.
     * @param failedPolls  Consecutive failed polls after which the outcome counts as unknown.
     * @param bound        How long an operation is polled before its outcome counts as unknown.
     */
    public record Operation(@DefaultValue("250ms") Duration firstPoll, @DefaultValue("5s") Duration longestPoll,
            @DefaultValue("1m") Duration longestAsked, @DefaultValue("10") int failedPolls,
            @DefaultValue("20m") Duration bound) {
        public Operation {
            positive("operation.first-poll", firstPoll);
            InvalidSetting.unless(longestPoll.compareTo(firstPoll) >= 0 && longestPoll.compareTo(DAY) <= 0,
                    "operation.longest-poll", longestPoll,
                    "a duration not below azureccm.resilience.operation.first-poll");
            positive("operation.longest-asked", longestAsked);
            atLeastOne("operation.failed-polls", failedPolls);
            positive("operation.bound", bound);
        }
    }

    /**
     * Size limits of responses.
     *
     * @param answer  Largest single response.
     * @param list    Largest list, all pages together.
     * @param failure How much of an error response is read; the rest is ignored.
     * @param pages   Maximum number of pages of one list.
     */
    public record Answers(@DefaultValue("32MB") DataSize answer, @DefaultValue("96MB") DataSize list,
            @DefaultValue("256KB") DataSize failure, @DefaultValue("2000") int pages) {
        private static final DataSize LARGEST = DataSize.ofGigabytes(1);

        public Answers {
            size("answers.answer", answer);
            size("answers.list", list);
            size("answers.failure", failure);
            atLeastOne("answers.pages", pages);
        }

        private static void size(String key, DataSize value) {
            InvalidSetting.unless(value.toBytes() > 0 && value.compareTo(LARGEST) <= 0, key, value,
                    "a size above 0 and up to 1GB");
        }
    }

    /** Settings of the ARM client; {@code azure.json} may add a user agent and a minimum for Azure's retry delays. */
    public ArmClientSettings client(ArmConfig config, String ownAgent) {
        ArmClientSettings usual = ArmClientSettings.of(config, ownAgent);
        OperationSettings following = new OperationSettings(operation.firstPoll(), operation.longestPoll(),
                usual.operations().shortestDelay(), operation.longestAsked(), operation.bound(),
                operation.failedPolls());
        AnswerLimits limits = new AnswerLimits((int) answers.answer().toBytes(), answers.list().toBytes(),
                (int) answers.failure().toBytes(), answers.pages()).within(Runtime.getRuntime().maxMemory());
        return new ArmClientSettings(usual.userAgent(), following, limits, timeLimit.connect(), timeLimit.answer(),
                usual.recycleBelow());
    }

    /** Settings of the call policy; {@code cloudProviderBackoff} and {@code cloudProviderRateLimit} take precedence. */
    public ArmCallSettings calls(ArmConfig config) {
        return new ArmCallSettings(
                new ArmCallSettings.Bulkheads(bulkhead.reads(), bulkhead.writes(), bulkhead.longestWait()),
                config.rateLimits(),
                new ArmCallSettings.Retries(retry.count(), retry.firstDelay(), retry.factor(), retry.jitter(),
                        retry.longestDelay()),
                new ArmCallSettings.Breaker(breaker.window(), breaker.leastCalls(), (float) breaker.failurePercent(),
                        breaker.open(), breaker.trials()),
                new ArmCallSettings.Limits(timeLimit.get(), timeLimit.list(), operation.bound().plus(MARGIN)))
                .honouring(config.backoff());
    }

    private static void positive(String key, Duration value) {
        InvalidSetting.unless(value.isPositive() && value.compareTo(DAY) <= 0, key, value,
                "a duration above 0 and up to 1d");
    }

    private static void notNegative(String key, Duration value) {
        InvalidSetting.unless(!value.isNegative() && value.compareTo(DAY) <= 0, key, value,
                "a duration from 0 up to 1d");
    }

    private static void atLeastOne(String key, int value) {
        InvalidSetting.unless(value >= 1, key, value, "a whole number of at least 1");
    }
}
