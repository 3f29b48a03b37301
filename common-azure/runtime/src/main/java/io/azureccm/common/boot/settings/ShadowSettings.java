package io.azureccm.common.boot.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Shadow: compares what another controller leaves in Azure with the plan of this one.
 *
 * @param interval Time between two checks.
 * @param settle   How long something must have been unchanged before it is compared.
 * @param observe  How long everything must have been observed without a gap before the verdict can be PASS.
 */
@ConfigurationProperties("azureccm.shadow")
public record ShadowSettings(@DefaultValue("30s") Duration interval, @DefaultValue("30s") Duration settle,
        @DefaultValue("10m") Duration observe) {
    public ShadowSettings {
        InvalidSetting.unless(interval.isPositive(), "interval", interval, "a duration above 0 such as 30s or 5m");
        InvalidSetting.unless(settle.isPositive(), "settle", settle, "a duration above 0 such as 30s or 2m");
        InvalidSetting.unless(!observe.isNegative(), "observe", observe, "0s or a duration such as 10m or 24h");
    }
}
