package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.spec.IpFamily;
import java.util.Optional;

/**
 * The frontend of one Service and family: the frontend IP configuration as it should be, the load balancer that holds it,
 * and its address when it is known already. A shared frontend carries the name of the Service that had it first.
 */
public record FrontendModel(ArmId loadBalancer, String name, IpFamily family, ObjectNode body, Optional<String> address,
        Optional<ArmId> publicIp) {
    public ArmId id() {
        return loadBalancer.child("frontendIPConfigurations", name);
    }

    /** How people read where the address comes from while it is not known. */
    public String addressSource() {
        return publicIp.map(ArmId::name).orElse(name);
    }

    /** The id of the public IP of a frontend as Azure shows it; empty for an internal one. */
    public static String publicIpOf(ObjectNode frontend) {
        return ArmJson.text(frontend, "properties", "publicIPAddress", "id");
    }

    /** The private address of a frontend as Azure shows it, in canonical form; empty while it has none. */
    public static String privateIpOf(ObjectNode frontend) {
        return IpAddress.canonical(ArmJson.text(frontend, "properties", "privateIPAddress"));
    }
}
