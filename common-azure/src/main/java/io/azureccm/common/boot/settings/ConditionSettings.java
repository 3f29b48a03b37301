package io.azureccm.common.boot.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Conditions of our own in the status of objects.
 *
 * @param enabled Whether Services get the conditions azureccm.io/Accepted and azureccm.io/Programmed, and Nodes azureccm.io/Initialized
 *                and azureccm.io/Routed when something is in their way.
 */
@ConfigurationProperties("azureccm.conditions")
public record ConditionSettings(@DefaultValue("true") boolean enabled) {}
