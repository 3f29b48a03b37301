package io.azureccm.common.config;

/** Names of the cluster's network resources as configured, empty if not set; CloudConfig resolves the default resource groups. */
public record NetworkConfig(String vnetName, String vnetResourceGroup, String subnetName, String securityGroupName,
        String securityGroupResourceGroup, String routeTableName, String routeTableResourceGroup) {}
