package io.azureccm.service.intent;

/** What of the cloud config decides how a Service is read: the SKU and where the cluster-wide health check listens in shared probe mode. */
public record IntentSettings(boolean standardSku, boolean sharedProbeMode, int sharedProbePort,
        String sharedProbePath) {}
