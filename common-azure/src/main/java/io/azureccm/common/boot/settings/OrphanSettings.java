package io.azureccm.common.boot.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Orphans: things in Azure that are the controller's by name or tag and that nobody in the cluster wants.
 *
 * @param interval Time between two looks for orphans. With 0s nobody looks.
 * @param delete   Whether orphans are deleted after the grace time.
 * @param grace    How long an orphan has to have been known before it is deleted.
 */
@ConfigurationProperties("azureccm.orphans")
public record OrphanSettings(@DefaultValue("1h") Duration interval, @DefaultValue("false") boolean delete,
        @DefaultValue("24h") Duration grace) {
    public OrphanSettings {
        InvalidSetting.unless(!interval.isNegative(), "interval", interval, "0s or a duration such as 30m or 1h");
        InvalidSetting.unless(!grace.isNegative(), "grace", grace, "0s or a duration such as 30m or 24h");
    }
}
