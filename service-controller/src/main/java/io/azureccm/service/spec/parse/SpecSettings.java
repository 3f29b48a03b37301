package io.azureccm.service.spec.parse;

/** What of the cloud config decides how a Service is read: the SKU and where the cluster-wide health check listens in shared probe mode. */
public record SpecSettings(boolean standardSku, boolean sharedProbeMode, int sharedProbePort,
        String sharedProbePath) {}
