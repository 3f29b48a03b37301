package io.azureccm.common.boot.settings.resilience4j;

import io.azureccm.common.observe.endpoint.CloudConfigEndpoint.Setting;
import io.azureccm.common.resilience.CallConfigs;
import java.util.List;

/**
 * The instances of Resilience4j that calls to Azure go through.
 *
 * @param configs without what {@code azure.json} says
 * @param shown   the effective defaults of each module, and everything that was set
 */
public record InstanceSettings(CallConfigs configs, List<Setting> shown) {
    public InstanceSettings {
        shown = List.copyOf(shown);
    }
}
