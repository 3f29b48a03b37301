package io.azureccm.common.boot.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Additional conditions in the status of objects.
 *
 * @param enabled Whether Services get the conditions azureccm.io/Accepted and azureccm.io/Programmed, and Nodes get
 *                azureccm.io/Initialized and azureccm.io/Routed if there is a problem.
 */
@ConfigurationProperties("azureccm.conditions")
public record ConditionSettings(@DefaultValue("true") boolean enabled) {}
