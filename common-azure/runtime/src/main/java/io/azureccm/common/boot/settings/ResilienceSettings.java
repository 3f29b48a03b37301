package io.azureccm.common.boot.settings;

import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.config.arm.ArmConfig;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Protection between an app and Azure Resource Manager for which Resilience4j has no settings, see the page about resilience.
 */
@ConfigurationProperties("azureccm.resilience")
public record ResilienceSettings(@DefaultValue TimeLimit timeLimit, @DefaultValue Operation operation,
        @DefaultValue Answers answers) {
    private static final Duration DAY = Duration.ofDays(1);

    /**
     * Timeouts.
     *
     * @param connect Until a connection is established.
     * @param answer  Until the response to a request begins, and between two parts of it.
     */
    public record TimeLimit(@DefaultValue("10s") Duration connect, @DefaultValue("60s") Duration answer) {
        public TimeLimit {
            positive("time-limit.connect", connect);
            positive("time-limit.answer", answer);
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
        private static final DataSize MAX_SIZE = DataSize.ofGigabytes(1);

        public Answers {
            size("answers.answer", answer);
            size("answers.list", list);
            size("answers.failure", failure);
            atLeastOne("answers.pages", pages);
        }

        private static void size(String key, DataSize value) {
            InvalidSetting.unless(value.toBytes() > 0 && value.compareTo(MAX_SIZE) <= 0, key, value,
                    "a size above 0 and up to 1GB");
        }
    }

    /** Settings of the ARM client; {@code azure.json} may add a user agent and a minimum for Azure's retry delays. */
    public ArmClientSettings client(ArmConfig config, String ownAgent) {
        ArmClientSettings usual = ArmClientSettings.of(config, ownAgent);
        OperationSettings following = new OperationSettings(operation.firstPoll(), operation.longestPoll(),
                usual.operations().shortestDelay(), operation.longestAsked(), operation.bound(),
                operation.failedPolls());
        ResponseLimits limits = new ResponseLimits((int) answers.answer().toBytes(), answers.list().toBytes(),
                (int) answers.failure().toBytes(), answers.pages()).within(Runtime.getRuntime().maxMemory());
        return new ArmClientSettings(usual.userAgent(), following, limits, timeLimit.connect(), timeLimit.answer(),
                usual.recycleBelow());
    }

    private static void positive(String key, Duration value) {
        InvalidSetting.unless(value.isPositive() && value.compareTo(DAY) <= 0, key, value,
                "a duration above 0 and up to 1d");
    }

    private static void atLeastOne(String key, int value) {
        InvalidSetting.unless(value >= 1, key, value, "a whole number of at least 1");
    }
}
