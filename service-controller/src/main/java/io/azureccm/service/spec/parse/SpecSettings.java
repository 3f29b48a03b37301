package io.azureccm.service.spec.parse;

import io.azureccm.common.core.tenant.TenantPolicy;

/**
 * What affects parsing of a Service: of the cloud config the SKU, and the port and path of the cluster-wide health check in shared probe
 * mode; and what a Service may do that concerns others.
 */
public record SpecSettings(boolean standardSku, boolean sharedProbeMode, int sharedProbePort, String sharedProbePath,
        TenantPolicy tenants) {
    /** With the default policy for tenants. */
    public SpecSettings(boolean standardSku, boolean sharedProbeMode, int sharedProbePort, String sharedProbePath) {
        this(standardSku, sharedProbeMode, sharedProbePort, sharedProbePath, TenantPolicy.DEFAULT);
    }
}
