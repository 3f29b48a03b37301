package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.BackReferences;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;

/** NAT gateways with their public addresses. */
public final class NatGateways extends ResourceType {
    @Override
    public String name() {
        return "Microsoft.Network/natGateways";
    }

    @Override
    public void fill(Draft draft) {
        draft.resourceGuid();
        Json.putIfAbsent(Json.child(draft.body(), "sku"), "name", "Standard");
        draft.defaultValue("idleTimeoutInMinutes", 4);
        draft.properties().remove("subnets");
        Draft.reduceAllToIds(draft.properties(), "publicIpAddresses");
        Draft.reduceAllToIds(draft.properties(), "publicIpPrefixes");
    }

    @Override
    public void check(Draft draft) {
        references(new Resource(draft.id(), name(), draft.body(), draft.hidden(), "", "", 0))
                .forEach(reference -> draft.world().requireExists(reference.from(), reference.to()));
    }

    @Override
    public List<Reference> references(Resource resource) {
        List<Reference> references = new ArrayList<>();
        for (String array : List.of("publicIpAddresses", "publicIpPrefixes")) {
            Json.objects(resource.properties(), array)
                    .forEach(item -> references
                            .add(Reference.of(resource.id().text(), Json.textOr(item, "", "id"))));
        }
        return references;
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        BackReferences.show(world, resource, Json.properties(shown));
    }

    @Override
    public void checkDelete(World world, Resource resource) {
        List<Reference> users = world.store().to(resource.id().text());
        if (!users.isEmpty()) {
            throw inUse("InUseNatGatewayCannotBeDeleted", "NAT gateway " + resource.id()
                    + " cannot be deleted because it is in use by " + users.getFirst().from() + ".");
        }
    }
}
