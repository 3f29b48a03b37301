package io.azureccm.service.model;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import java.util.List;

/**
 * A private link service to write for a Service: the desired state, the etag of the existing one (empty if none exists), the changes, the
 * load balancer that it is attached to, and the subnet of its source addresses.
 */
public record PrivateLinkModel(PrivateLink desired, String etag, List<Change> changes, String subject,
        ArmId loadBalancer, ArmId subnet) {
    public ArmId id() {
        return desired.id();
    }
}
