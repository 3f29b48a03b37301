package io.azureccm.common.config.options;

import java.time.Duration;

/**
 * Options of the node-controller.
 *
 * @param monitorPeriod         how often machines of unready nodes are checked
 * @param statusUpdateFrequency how often addresses and labels are refreshed
 * @param waitRoutes            new nodes are marked as having no network until routes exist
 * @param betaTopologyLabels    the deprecated beta topology labels are also written
 */
public record NodeOptions(NodeIpamOptions ipam, Duration monitorPeriod, Duration statusUpdateFrequency,
        boolean waitRoutes, boolean betaTopologyLabels) {}
