package io.azureccm.common.boot.settings;

import io.azureccm.common.config.cloud.CloudNames;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The cloud to use if {@code azure.json} does not name one.
 *
 * @param name Name of the cloud for a cloud config that names none. A cloud named in the cloud config takes precedence.
 */
@ConfigurationProperties("azureccm.cloud")
public record CloudSettings(@DefaultValue("") String name) {
    public CloudSettings {
        InvalidSetting.unless(name.isEmpty() || CloudNames.known(name), "name", name,
                String.join(", ", CloudNames.preferred()));
    }
}
