package io.azureccm.common.arm.shape;

import static io.azureccm.common.arm.shape.Shape.BOOLEAN;
import static io.azureccm.common.arm.shape.Shape.ID;
import static io.azureccm.common.arm.shape.Shape.NAME;
import static io.azureccm.common.arm.shape.Shape.NUMBER;
import static io.azureccm.common.arm.shape.Shape.REFERENCE;
import static io.azureccm.common.arm.shape.Shape.REFERENCES;
import static io.azureccm.common.arm.shape.Shape.TEXT;
import static io.azureccm.common.arm.shape.Shape.TEXTS;
import static io.azureccm.common.arm.shape.Shape.VALUE;

import io.azureccm.common.arm.shape.Shape.Each;
import io.azureccm.common.arm.shape.Shape.Members;
import io.azureccm.common.arm.shape.Shape.Named;
import io.azureccm.common.arm.shape.Shape.Values;
import io.azureccm.common.core.ArmTypes;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The shapes of the resource types that this suite reads: the members that it reads, as in the reference of the Azure REST API. */
final class ResourceShapes {
    private static final Members SKU = Members.of("name", TEXT);
    private static final Members RESOURCE = Members
            .of("id", ID, "name", NAME, "etag", TEXT, "location", TEXT, "tags", new Values(TEXT), "sku", SKU, "zones",
                    TEXTS)
            .requiring("id", "name", "properties");
    private static final Members STATE = Members.of("provisioningState", TEXT);
    private static final Members INSTANCE_VIEW = Members.of("statuses", each(Members.of("code", TEXT)),
            "platformFaultDomain", VALUE);
    private static final Map<String, Members> BY_TYPE = new HashMap<>();

    static {
        put(ArmTypes.LOAD_BALANCER, resource(Members.of("frontendIPConfigurations", frontends(), "backendAddressPools",
                pools(), "loadBalancingRules", rules(), "probes", named(Members.of("protocol", TEXT, "port", NUMBER)),
                "outboundRules", rules(), "inboundNatRules", rules(), "inboundNatPools", rules())));
        put(ArmTypes.PUBLIC_IP, resource(publicIp()));
        put(ArmTypes.SCALE_SET + "/publicIPAddresses", resource(publicIp()));
        put(ArmTypes.SECURITY_GROUP, resource(Members.of("securityRules", securityRules())));
        put(ArmTypes.ROUTE_TABLE, resource(Members.of("routes", named(Members.of("addressPrefix", TEXT, "nextHopType",
                TEXT, "nextHopIpAddress", TEXT)), "subnets", REFERENCES)));
        put(ArmTypes.SUBNET, resource(Members.of("addressPrefix", TEXT, "addressPrefixes", TEXTS,
                "privateLinkServiceNetworkPolicies", TEXT)));
        put(ArmTypes.PRIVATE_LINK_SERVICE, resource(privateLink()));
        put(ArmTypes.NETWORK_INTERFACE, resource(networkInterface()));
        put(ArmTypes.SCALE_SET + "/networkInterfaces", resource(networkInterface()));
        put(ArmTypes.SCALE_SET, resource(scaleSet()));
        put(ArmTypes.SCALE_SET_VM, resource(machine()));
        put(ArmTypes.VIRTUAL_MACHINE, resource(machine()));
        put(ArmTypes.AVAILABILITY_SET, resource(Members.of()));
        put("Microsoft.Compute", Members.of("resourceTypes", each(Members.of("resourceType", TEXT, "zoneMappings",
                each(Members.of("location", TEXT, "zones", TEXTS))))));
    }

    private ResourceShapes() {}

    /** Empty for a type that this suite does not interpret. */
    static Optional<Members> of(String type) {
        return Optional.ofNullable(BY_TYPE.get(type.toLowerCase(Locale.ROOT)));
    }

    private static void put(String type, Members shape) {
        BY_TYPE.put(type.toLowerCase(Locale.ROOT), shape);
    }

    private static Members resource(Members properties) {
        return RESOURCE.and(Members.of("properties", properties.and(STATE)));
    }

    private static Each each(Shape element) {
        return new Each("a list of objects", element);
    }

    private static Named named(Members properties) {
        return new Named(Members.of("name", NAME, "id", ID, "zones", TEXTS, "properties", properties.and(STATE))
                .requiring("name"));
    }

    private static Named frontends() {
        return named(Members.of("publicIPAddress", REFERENCE, "subnet", REFERENCE, "privateIPAddress", TEXT,
                "privateIPAddressVersion", TEXT));
    }

    private static Named pools() {
        Members address = Members.of("ipAddress", TEXT, "adminState", TEXT, "networkInterfaceIPConfiguration",
                REFERENCE, "virtualNetwork", REFERENCE);
        return named(Members.of("backendIPConfigurations", REFERENCES, "loadBalancerBackendAddresses",
                each(Members.of("name", TEXT, "properties", address)), "virtualNetwork", REFERENCE));
    }

    /** Of all kinds. */
    private static Named rules() {
        return named(Members.of("frontendIPConfiguration", REFERENCE, "frontendIPConfigurations", REFERENCES,
                "backendAddressPool", REFERENCE, "probe", REFERENCE, "protocol", TEXT, "frontendPort", NUMBER,
                "backendPort", NUMBER, "frontendPortRangeStart", NUMBER, "frontendPortRangeEnd", NUMBER,
                "enableFloatingIP", BOOLEAN));
    }

    private static Members publicIp() {
        return Members.of("ipAddress", TEXT, "publicIPAddressVersion", TEXT, "publicIPAllocationMethod", TEXT,
                "ipTags", each(Members.of("ipTagType", TEXT, "tag", TEXT)), "dnsSettings",
                Members.of("domainNameLabel", TEXT), "ipConfiguration", REFERENCE, "natGateway", REFERENCE,
                "publicIPPrefix", REFERENCE);
    }

    private static Named securityRules() {
        return named(Members.of("priority", NUMBER, "direction", TEXT, "access", TEXT, "protocol", TEXT,
                "sourceAddressPrefix", TEXT, "sourceAddressPrefixes", TEXTS, "sourcePortRange", TEXT,
                "sourcePortRanges", TEXTS, "destinationAddressPrefix", TEXT, "destinationAddressPrefixes", TEXTS,
                "destinationPortRange", TEXT, "destinationPortRanges", TEXTS,
                "destinationApplicationSecurityGroups", REFERENCES));
    }

    private static Members privateLink() {
        Members source = Members.of("primary", BOOLEAN, "privateIPAddress", TEXT, "privateIPAllocationMethod", TEXT,
                "subnet", REFERENCE);
        Members subscriptions = Members.of("subscriptions", TEXTS);
        return Members.of("loadBalancerFrontendIpConfigurations", REFERENCES, "privateEndpointConnections",
                named(Members.of()), "ipConfigurations", named(source), "enableProxyProtocol", BOOLEAN, "fqdns",
                TEXTS, "visibility", subscriptions, "autoApproval", subscriptions);
    }

    private static Members networkInterface() {
        return interfaceSettings().and(Members.of("virtualMachine", REFERENCE));
    }

    private static Members interfaceSettings() {
        return Members.of("primary", BOOLEAN, "ipConfigurations", named(Members.of("primary", BOOLEAN,
                "privateIPAddress", TEXT, "privateIPAddressVersion", TEXT, "loadBalancerBackendAddressPools",
                REFERENCES, "publicIPAddress", Members.of("id", ID))));
    }

    private static Members scaleSet() {
        Members image = Members.of("id", TEXT, "sku", TEXT, "version", TEXT);
        Members profile = Members.of("osProfile",
                Members.of("computerNamePrefix", TEXT, "windowsConfiguration", Members.of()), "storageProfile",
                Members.of("osDisk", Members.of("osType", TEXT), "imageReference", image), "networkProfile",
                Members.of("networkInterfaceConfigurations", named(interfaceSettings()), "networkApiVersion", TEXT));
        return Members.of("orchestrationMode", TEXT, "virtualMachineProfile", profile);
    }

    /** An instance of a uniform scale set, or any other machine. */
    private static Members machine() {
        Shape links = each(Members.of("id", ID, "properties", Members.of("primary", BOOLEAN)).requiring("id"));
        return Members.of("vmId", TEXT, "osProfile", Members.of("computerName", TEXT), "hardwareProfile",
                Members.of("vmSize", TEXT), "networkProfile", Members.of("networkInterfaces", links),
                "networkProfileConfiguration",
                Members.of("networkInterfaceConfigurations", named(interfaceSettings())), "instanceView",
                INSTANCE_VIEW, "virtualMachineScaleSet", REFERENCE, "availabilitySet", REFERENCE);
    }
}
