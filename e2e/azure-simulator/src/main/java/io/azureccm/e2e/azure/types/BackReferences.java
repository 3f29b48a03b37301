package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.Json;

/** The subnets and interfaces that use a security group, a route table or a NAT gateway. */
public final class BackReferences {
    private BackReferences() {}

    public static void show(World world, Resource resource, ObjectNode properties) {
        for (Reference reference : world.store().to(resource.id().text())) {
            String key = ResourceId.key(reference.from());
            if (key.contains("/subnets/"))
                Json.arrayAt(properties, "subnets").add(Json.idObject(reference.from()));
            else if (key.contains("/networkinterfaces/"))
                Json.arrayAt(properties, "networkInterfaces").add(Json.idObject(reference.from()));
        }
    }
}
