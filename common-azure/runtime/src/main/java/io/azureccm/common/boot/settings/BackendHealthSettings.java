package io.azureccm.common.boot.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether Azure is asked, without anybody who wants to know, which backends of Services are up.
 *
 * @param callsPerHour For how many rules of each load balancer Azure is asked in an hour, one after the other, from 0 to 360; a Service none of
 *                     whose backends is up says so. 0 asks only when a user does.
 */
@ConfigurationProperties("azureccm.backend-health")
public record BackendHealthSettings(@DefaultValue("60") int callsPerHour) {
    private static final int MAX_CALLS_PER_HOUR = 360;

    public BackendHealthSettings {
        InvalidSetting.unless(callsPerHour >= 0 && callsPerHour <= MAX_CALLS_PER_HOUR, "calls-per-hour", callsPerHour,
                "a whole number from 0 to 360");
    }
}
