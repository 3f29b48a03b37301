package io.azureccm.common.config.parse.key;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.loadbalancer.LoadBalancerSku;
import io.azureccm.common.config.parse.type.ValueType;
import io.azureccm.common.config.parse.type.ValueTypes;
import java.util.List;

/** Keys that no record has: what documents or tools still write without effect, and a switch that can only be off. */
final class OtherKeys {

    private static final String NO_CLIENT = "there is no ARM client of that name any more";

    private static final String KMS = "it belongs to the Key Vault plugin of the API server";

    private OtherKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                new ConfigKey<>("serviceGatewayEnabled", KeyGroup.LOAD_BALANCER,
                        ValueTypes.unsupported(LoadBalancerSku.NO_SERVICE_GATEWAY), false,
                        "Not supported: true is rejected, since Azure has not published the limits of the service gateway",
                        config -> false),
                key("identitySystem",
                        "the Go controller manager does not read it either; for AD FS set tenantId to adfs"),
                key("putVMSSVMBatchSize",
                        "machines are written in parallel, at most 32 at a time, with or without the tag"
                                + " aks-managed-coordination"),
                key("vmssFlexCacheTTLInSeconds",
                        "flexible scale sets are in the list of scale sets, see vmssCacheTTLInSeconds"),
                key("vmssFlexVMCacheTTLInSeconds",
                        "machines of flexible scale sets are in the list of machines, see vmCacheTTLInSeconds"),
                key("availabilitySetsCacheTTLInSeconds",
                        "availability sets are determined from their machines, see vmCacheTTLInSeconds"),
                key("nonVmssUniformNodesCacheTTLInSeconds",
                        "the type of a machine is determined each time from its provider id and the lists of machines"),
                key("loadBalancerBackendPoolUpdateMaxRetries",
                        "a pool that could not be written is written again until it is correct, like all others"),
                key("cloudProviderBackoffMode", "delays always grow exponentially"),
                key("routeRateLimit", "limits of routes belong in routeTableRateLimit"),
                key("virtualMachineSizeRateLimit", NO_CLIENT),
                key("attachDetachDiskRateLimit", "disks are attached by the disk driver"),
                key("privateDNSZoneGroupRateLimit", NO_CLIENT), key("providerVaultName", KMS),
                key("providerKeyName", KMS), key("providerKeyVersion", KMS),
                key("enableMultipleStandardLoadBalancers",
                        "multipleStandardLoadBalancerConfigurations alone enables it"));
    }

    private static ConfigKey<?> key(String name, String why) {
        return new ConfigKey<>(name, KeyGroup.IGNORED, ValueType.ANYTHING, MissingNode.getInstance(), why, null);
    }
}
