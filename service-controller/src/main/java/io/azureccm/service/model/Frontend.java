package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.spec.IpFamily;
import java.util.List;
import java.util.Optional;

/** A frontend IP configuration of a load balancer: an external one has a public IP, an internal one an address in a subnet. */
public record Frontend(ArmId loadBalancer, ObjectNode json) implements ArmElement {
    static final String PROPERTY = "frontendIPConfigurations";

    public static ArmId id(ArmId loadBalancer, String name) {
        return loadBalancer.child(PROPERTY, name);
    }

    public static Frontend external(ArmId loadBalancer, String name, ArmId publicIp) {
        ObjectNode json = ArmJson.object().put("name", name);
        ArmJson.properties(json).set("publicIPAddress", ArmJson.reference(publicIp.toString()));
        return new Frontend(loadBalancer, json);
    }

    /** One with a fixed address, or with one that Azure chooses; {@code zones} are those of the address, none for all. */
    public static Frontend internal(ArmId id, IpFamily family, ArmId subnet, Optional<String> address,
            List<String> zones) {
        ObjectNode json = ArmJson.object().put("name", id.name());
        ObjectNode properties = ArmJson.properties(json);
        properties.set("subnet", ArmJson.reference(subnet.toString()).put("name", subnet.name()));
        if (family == IpFamily.IPV6)
            properties.put("privateIPAddressVersion", family.azureName());
        properties.put("privateIPAllocationMethod", address.isPresent() ? "Static" : "Dynamic");
        address.ifPresent(ip -> properties.put("privateIPAddress", ip));
        if (!zones.isEmpty())
            json.set("zones", ArmJson.textArray(zones));
        return new Frontend(id.parent().orElseThrow(), json);
    }

    @Override
    public ArmId id() {
        return id(loadBalancer, name());
    }

    /** Empty for an internal one. */
    public Optional<ArmId> publicIp() {
        return ArmId.tryParse(publicIpId());
    }

    /** The id of the public IP as Azure spells it; "" for an internal one. */
    public String publicIpId() {
        return ArmJson.text(json, "properties", "publicIPAddress", "id");
    }

    /** The private address in canonical form; "" while it has none. */
    public String privateIp() {
        return IpAddress.canonical(ArmJson.text(json, "properties", "privateIPAddress"));
    }

    /** The family of the private address. */
    public IpFamily family() {
        return ArmJson.family(json, "privateIPAddressVersion");
    }

    /** The id of the subnet as Azure spells it; "" for an external one. */
    public String subnet() {
        return ArmJson.text(json, "properties", "subnet", "id");
    }

    public List<String> zones() {
        return ArmJson.texts(json, "zones");
    }
}
