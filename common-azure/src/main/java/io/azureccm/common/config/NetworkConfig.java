package io.azureccm.common.config;

/** Names of the network resources of the cluster as configured, empty when not set; groups fall back in CloudConfig. */
public record NetworkConfig(String vnetName, String vnetResourceGroup, String subnetName, String securityGroupName,
        String securityGroupResourceGroup, String routeTableName, String routeTableResourceGroup) {}
