package io.azureccm.service.model;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import java.util.List;

/**
 * A private link service that is to be written for a Service: as it should be, the etag of what is there (empty when nothing is), what
 * that changes, the load balancer in front of which it is, and the subnet that its traffic comes from.
 */
public record PrivateLinkModel(PrivateLink desired, String etag, List<Change> changes, String subject,
        ArmId loadBalancer, ArmId subnet) {
    public PrivateLinkModel {
        changes = List.copyOf(changes);
    }

    public ArmId id() {
        return desired.id();
    }
}
