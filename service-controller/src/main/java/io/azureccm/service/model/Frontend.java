package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.spec.IpFamily;
import java.util.List;
import java.util.Optional;

/** A frontend IP configuration of a load balancer: an external one has a public IP, an internal one an address in a subnet. */
public final class Frontend extends Element {
    static final String PROPERTY = "frontendIPConfigurations";

    private final ArmId loadBalancer;
    private ArmId id;
    private final String publicIpId;
    private final Optional<ArmId> publicIp;
    private final String privateIp;

    public Frontend(ArmId loadBalancer, ObjectNode json) {
        super(loadBalancer, json);
        this.loadBalancer = loadBalancer;
        this.publicIpId = ArmJson.text(json, "properties", "publicIPAddress", "id");
        this.publicIp = ArmId.tryParse(publicIpId);
        this.privateIp = IpAddress.canonical(ArmJson.text(json, "properties", "privateIPAddress"));
    }

    public ArmId loadBalancer() {
        return loadBalancer;
    }

    public static ArmId id(ArmId loadBalancer, String name) {
        return loadBalancer.child(PROPERTY, name);
    }

    public static Frontend external(ArmId loadBalancer, String name, ArmId publicIp) {
        ObjectNode json = ArmJson.object().put("name", name);
        ArmJson.properties(json).set("publicIPAddress", ArmJson.reference(publicIp.toString()));
        return new Frontend(loadBalancer, json);
    }

    /** An internal frontend with a fixed address, or with one that Azure chooses; {@code zones} are those of the address, none for all. */
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
        if (id == null)
            id = id(loadBalancer, name());
        return id;
    }

    /** Empty for an internal one. */
    public Optional<ArmId> publicIp() {
        return publicIp;
    }

    /** The id of the public IP as spelled by Azure; "" for an internal one. */
    public String publicIpId() {
        return publicIpId;
    }

    /** The private address in canonical form; "" while it has none. */
    public String privateIp() {
        return privateIp;
    }

    /** The family of the private address. */
    public IpFamily family() {
        return ArmJson.family(json(), "privateIPAddressVersion");
    }

    /** The id of the subnet as spelled by Azure; "" for an external one. */
    public String subnet() {
        return ArmJson.text(json(), "properties", "subnet", "id");
    }

    public List<String> zones() {
        return ArmJson.texts(json(), "zones");
    }
}
