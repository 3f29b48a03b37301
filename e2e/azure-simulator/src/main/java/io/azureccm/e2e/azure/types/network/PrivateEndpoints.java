package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.SubnetAddresses;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;

/** Private endpoints, as far as private link services need them for their connections. */
public final class PrivateEndpoints extends ResourceType {
    private static final String CONNECTIONS = "privateLinkServiceConnections";

    public PrivateEndpoints() {
        super("Microsoft.Network/privateEndpoints", Shape.PLAIN.links("subnet").defaults("""
                {"properties": {"manualPrivateLinkServiceConnections": [], "ipConfigurations": [],
                  "customDnsConfigs": [], "customNetworkInterfaceName": "", "isIPv6EnabledPrivateEndpoint": false}}"""),
                EmbeddedChild.readable(CONNECTIONS, Shape.PLAIN));
    }

    @Override
    protected void fill(Draft draft) {
        ObjectNode properties = draft.properties();
        for (ObjectNode connection : Json.objects(properties, CONNECTIONS))
            PrivateLinkServices.showState(connection, "Approved", "Auto Approved");
        PrivateLinkServices.fillInterface(draft);
        String subnet = Json.textOr(properties, "", "subnet", "id");
        if (!subnet.isEmpty() && Json.text(draft.hidden(), "address").isEmpty())
            draft.hidden().put("address", new SubnetAddresses(draft.world(), draft.id()).take(subnet, false));
    }

    @Override
    public List<Reference> references(Resource resource) {
        List<Reference> references = new ArrayList<>();
        Json.text(resource.properties(), "subnet", "id")
                .ifPresent(subnet -> references
                        .add(new Reference(resource.id().text(), subnet,
                                Json.textOr(resource.hidden(), "", "address"))));
        Json.objects(resource.properties(), CONNECTIONS)
                .forEach(connection -> Json.text(connection, "properties", "privateLinkServiceId")
                        .ifPresent(service -> references.add(Reference.of(resource.id().text(), service))));
        return references;
    }

    /** A connection that the other side removed, alone or with its private link service, is shown as disconnected. */
    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        for (ObjectNode connection : Json.objects(shown, "properties", CONNECTIONS)) {
            String service = Json.textOr(connection, "", "properties", "privateLinkServiceId");
            boolean connected = ResourceId.parse(service)
                    .flatMap(id -> world.store().get(id))
                    .filter(found -> !PrivateLinkServices.isCut(world, found, resource.id()))
                    .isPresent();
            if (!connected)
                PrivateLinkServices.showState(connection, "Disconnected", "Deleted state");
        }
    }
}
