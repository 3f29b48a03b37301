package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.BackReferences;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;

/** NAT gateways with their public addresses. */
public final class NatGateways extends ResourceType {
    public NatGateways() {
        super("Microsoft.Network/natGateways");
    }

    @Override
    public void fill(Draft draft) {
        draft.resourceGuid();
        Json.putIfAbsent(Json.child(draft.body(), "sku"), "name", "Standard");
        draft.defaultValue("idleTimeoutInMinutes", 4);
        draft.properties().remove("subnets");
        Draft.reduceToIds(draft.properties(), "publicIpAddresses", "publicIpPrefixes");
    }

    @Override
    public void check(Draft draft) {
        draft.world()
                .requireAll(draft.id().text(),
                        Json.ids(draft.properties(), "publicIpAddresses", "publicIpPrefixes"));
    }

    @Override
    public List<Reference> references(Resource resource) {
        return Reference.all(resource.id().text(),
                Json.ids(resource.properties(), "publicIpAddresses", "publicIpPrefixes"));
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        BackReferences.show(world, resource, Json.properties(shown));
    }

    @Override
    public void checkDelete(World world, Resource resource) {
        requireUnused(world, resource, "InUseNatGatewayCannotBeDeleted",
                "NAT gateway " + resource.id() + " cannot be deleted because it is in use by %s.");
    }
}
