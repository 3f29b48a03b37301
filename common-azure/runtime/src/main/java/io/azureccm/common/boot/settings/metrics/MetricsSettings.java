package io.azureccm.common.boot.settings.metrics;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which metrics are exported.
 *
 * @param referenceNames Whether metrics are also exported under the names that the Go controllers use, so that existing
 *                       dashboards and alerts keep working.
 */
@ConfigurationProperties("azureccm.metrics")
public record MetricsSettings(@DefaultValue("true") boolean referenceNames) {}
