package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Set;

/** Availability sets: no etag, no operations, and a PUT returns 200 even if it creates. */
public final class AvailabilitySets extends ResourceType {
    private static final Shape SET = Shape.PLAIN.computed("virtualMachines", "statuses")
            .inUse("OperationNotAllowed.availabilitySet")
            .defaults("""
                    {"sku": {"name": "Classic"},
                     "properties": {"platformUpdateDomainCount": 5, "platformFaultDomainCount": 2}}""");

    public AvailabilitySets() {
        super("Microsoft.Compute/availabilitySets", EtagStyle.NONE,
                Set.of(Trait.PUT_IS_IMMEDIATE, Trait.DELETE_IS_IMMEDIATE, Trait.PUT_IS_200), SET);
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        ArrayNode machines = Json.properties(shown).putArray("virtualMachines");
        world.users(resource.id().text()).forEach(machine -> machines.add(Json.idObject(machine)));
    }
}
