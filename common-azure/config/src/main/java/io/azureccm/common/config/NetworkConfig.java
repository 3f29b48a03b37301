package io.azureccm.common.config;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.TextForm;

/** Names of the cluster's network resources as configured, empty if not set; CloudConfig resolves the default resource groups. */
public record NetworkConfig(
        @Key(value = "vnetName", is = TextForm.RESOURCE_NAME, effect = "Virtual network of internal load balancers"
                + " and private link services") String vnetName,
        @Key(value = "vnetResourceGroup", is = TextForm.GROUP, effect = "Its resource group; resourceGroup if not set") String vnetResourceGroup,
        @Key(value = "subnetName", is = TextForm.RESOURCE_NAME, effect = "Subnet of internal load balancers unless a"
                + " Service names one") String subnetName,
        @Key(value = "securityGroupName", is = TextForm.RESOURCE_NAME, effect = "Network security group to manage;"
                + " Services cannot be served without it") String securityGroupName,
        @Key(value = "securityGroupResourceGroup", is = TextForm.GROUP, effect = "Its resource group; resourceGroup"
                + " if not set") String securityGroupResourceGroup,
        @Key(value = "routeTableName", is = TextForm.RESOURCE_NAME, effect = "Route table to manage; routes cannot be"
                + " written without it") String routeTableName,
        @Key(value = "routeTableResourceGroup", is = TextForm.GROUP, effect = "Its resource group; resourceGroup if"
                + " not set") String routeTableResourceGroup) {}
