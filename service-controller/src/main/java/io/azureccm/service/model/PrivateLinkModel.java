package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import java.util.List;

/**
 * A private link service that is to be written for a Service: as it is (null when it does not exist) and as it should be, what
 * that changes, the load balancer in front of which it is, and the subnet that its traffic comes from.
 */
public record PrivateLinkModel(ArmId id, ObjectNode observed, ObjectNode desired, List<Change> changes, String subject,
        ArmId loadBalancer, ArmId subnet) {
    public PrivateLinkModel {
        changes = List.copyOf(changes);
    }
}
