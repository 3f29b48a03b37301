package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.intent.IpFamily;
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
}
