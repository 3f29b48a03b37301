package io.azureccm.common.boot.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is measured.
 *
 * @param referenceNames Whether metrics are also there under the names that the Go controllers give them, so that dashboards and
 *                       alerts keep working.
 */
@ConfigurationProperties("azureccm.metrics")
public record MetricsSettings(@DefaultValue("true") boolean referenceNames) {}
