package io.azureccm.service.model;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.IpFamily;
import java.util.Optional;

/**
 * The desired frontend of one Service and family, and its address if already known. A shared frontend is named after the Service that had
 * it first.
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

    /** The source of the address, for messages while the address is unknown. */
    public String addressSource() {
        return publicIp.map(ArmId::name).orElse(name());
    }
}
