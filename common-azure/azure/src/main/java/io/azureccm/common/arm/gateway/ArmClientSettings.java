package io.azureccm.common.arm.gateway;

import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.config.arm.ArmConfig;
import java.time.Duration;

/**
 * Settings of the ARM client. {@code recycleBelow}: connections are replaced when a response reports fewer remaining calls
 * than this (0: never).
 */
public record ArmClientSettings(String userAgent, OperationSettings operations, ResponseLimits answers,
        Duration connectTimeout, Duration answerTimeout, int recycleBelow, HttpProxies proxies) {
    /** The minimum for {@code enableMinimumRetryAfter}: shorter delays than the one between retries are ignored. */
    private static final Duration MINIMUM_RETRY_AFTER = Duration.ofSeconds(5);

    /** The same without proxies. */
    public ArmClientSettings(String userAgent, OperationSettings operations, ResponseLimits answers,
            Duration connectTimeout, Duration answerTimeout, int recycleBelow) {
        this(userAgent, operations, answers, connectTimeout, answerTimeout, recycleBelow, HttpProxies.NONE);
    }

    /** Settings from {@code azure.json}; {@code ownAgent} is used if it names no user agent. */
    public static ArmClientSettings of(ArmConfig config, String ownAgent) {
        String configured = config.endpoint().userAgent();
        OperationSettings operations = config.endpoint().minimumRetryAfterEnabled()
                ? OperationSettings.DEFAULT.withShortestDelay(MINIMUM_RETRY_AFTER)
                : OperationSettings.DEFAULT;
        return new ArmClientSettings(configured.isEmpty() ? ownAgent : configured, operations,
                ResponseLimits.DEFAULT, Duration.ofSeconds(10), Duration.ofSeconds(60), 100);
    }

    public ArmClientSettings through(HttpProxies other) {
        return new ArmClientSettings(userAgent, operations, answers, connectTimeout, answerTimeout, recycleBelow,
                other);
    }
}
