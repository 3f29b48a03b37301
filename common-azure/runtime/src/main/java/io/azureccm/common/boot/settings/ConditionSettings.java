package io.azureccm.common.boot.settings;

import io.azureccm.common.core.condition.ConditionOptions;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Additional conditions in the status of objects.
 *
 * @param enabled  Whether Services get the conditions azureccm.io/Accepted and azureccm.io/Programmed, and Nodes get
 *                 azureccm.io/Initialized and azureccm.io/Routed if there is a problem.
 * @param pageBase Prefix of docs/ in the addresses of pages in conditions and events, such as https://docs.example.com/. If empty, they say
 *                 what to do without an address.
 */
@ConfigurationProperties("azureccm.conditions")
public record ConditionSettings(@DefaultValue("true") boolean enabled, @DefaultValue("") String pageBase) {
    public ConditionOptions options() {
        return new ConditionOptions(enabled, pageBase);
    }
}
