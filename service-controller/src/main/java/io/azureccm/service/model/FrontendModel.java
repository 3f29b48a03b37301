package io.azureccm.service.model;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.IpFamily;
import java.util.Optional;

/**
 * The frontend of one Service and family as it should be, and its address when it is known already. A shared frontend carries the name
 * of the Service that had it first.
 */
public record FrontendModel(Frontend body, IpFamily family, Optional<String> address, Optional<ArmId> publicIp) {
    public ArmId loadBalancer() {
        return body.loadBalancer();
    }

    public String name() {
        return body.name();
    }

    public ArmId id() {
        return body.id();
    }

    /** How people read where the address comes from while it is not known. */
    public String addressSource() {
        return publicIp.map(ArmId::name).orElse(name());
    }
}
