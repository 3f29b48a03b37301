package io.azureccm.common.boot.settings;

import io.azureccm.common.observe.orphan.OrphanPolicy;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Orphans: Azure resources that belong to the controller by name or tag and that no object in the cluster needs.
 *
 * @param interval Time between two scans for orphans. 0s disables the scan.
 * @param delete   Whether orphans are deleted after the grace period.
 * @param grace    How long an orphan must have been known before it is deleted.
 */
@ConfigurationProperties("azureccm.orphans")
public record OrphanSettings(@DefaultValue("1h") Duration interval, @DefaultValue("false") boolean delete,
        @DefaultValue("24h") Duration grace) {
    public OrphanSettings {
        InvalidSetting.unless(!interval.isNegative(), "interval", interval, "0s or a duration such as 30m or 1h");
        InvalidSetting.unless(!grace.isNegative(), "grace", grace, "0s or a duration such as 30m or 24h");
    }

    public OrphanPolicy policy() {
        return new OrphanPolicy(interval, delete, grace);
    }
}
