package io.azureccm.common.arm.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.Optional;

/**
 * Sends each call to the gateway of its subscription: load balancers and addresses may be in another subscription, and even another tenant, than
 * the machines, with their own credential. {@code otherwise} serves all subscriptions but that of the network.
 */
public record RoutingArmGateway(String subscription, ArmGateway network, ArmGateway otherwise) implements ArmGateway {
    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        return of(id).get(id, query);
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        return of(collection).list(collection, query);
    }

    @Override
    public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        return of(id).put(id, body, ifMatch);
    }

    @Override
    public boolean delete(ArmId id, String ifMatch) {
        return of(id).delete(id, ifMatch);
    }

    @Override
    public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        return of(id).post(id, action, body);
    }

    private ArmGateway of(ArmId id) {
        return id.subscription().equalsIgnoreCase(subscription) ? network : otherwise;
    }
}
