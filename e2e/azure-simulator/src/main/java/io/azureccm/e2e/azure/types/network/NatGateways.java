package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;

/** NAT gateways with their public addresses. */
public final class NatGateways extends ResourceType {
    public NatGateways() {
        super("Microsoft.Network/natGateways", Shape.PLAIN.computed("subnets")
                .references("publicIpAddresses", "publicIpPrefixes")
                .inUse("InUseNatGatewayCannotBeDeleted")
                .defaults("""
                        {"sku": {"name": "Standard"}, "properties": {"idleTimeoutInMinutes": 4}}"""));
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        world.showUsers(Json.properties(shown), resource.id().text(), "subnets", "networkInterfaces");
    }
}
