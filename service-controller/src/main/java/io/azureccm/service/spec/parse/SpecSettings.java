package io.azureccm.service.spec.parse;

import io.azureccm.common.core.tenant.TenantPolicy;

/**
 * What affects parsing of a Service: of the cloud config the SKU, and the port and path of the cluster-wide health check in shared probe
 * mode; what a Service may do that concerns others; and which Services are served.
 */
public record SpecSettings(boolean standardSku, boolean sharedProbeMode, int sharedProbePort, String sharedProbePath,
        TenantPolicy tenants, LoadBalancerClass served) {}
