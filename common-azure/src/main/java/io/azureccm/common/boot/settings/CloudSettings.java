package io.azureccm.common.boot.settings;

import io.azureccm.common.config.cloud.CloudNames;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which cloud is meant where {@code azure.json} does not say.
 *
 * @param name Name of the cloud for a cloud config that names none. What the cloud config says goes before it.
 */
@ConfigurationProperties("azureccm.cloud")
public record CloudSettings(@DefaultValue("") String name) {
    public CloudSettings {
        InvalidSetting.unless(name.isEmpty() || CloudNames.known(name), "name", name,
                String.join(", ", CloudNames.preferred()));
    }
}
