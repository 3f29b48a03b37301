package io.azureccm.service.spec.parse;

/**
 * The parts of the cloud config that affect parsing of a Service: the SKU, and the port and path of the cluster-wide health check in shared
 * probe mode.
 */
public record SpecSettings(boolean standardSku, boolean sharedProbeMode, int sharedProbePort,
        String sharedProbePath) {}
