package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.IpConfigurations;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Locale;

/** Private link services in front of load balancer frontends. */
public final class PrivateLinkServices extends ResourceType {
    private static final String FRONTENDS = "loadBalancerFrontendIpConfigurations";
    private static final String CONFIGURATIONS = "ipConfigurations";
    private static final Shape SERVICE = Shape.PLAIN.computed("privateEndpointConnections")
            .references(FRONTENDS)
            .defaults("""
                    {"properties": {"fqdns": [], "enableProxyProtocol": false}}""");
    private static final Shape CONFIGURATION = Shape.PLAIN.references("subnet").defaults("""
            {"properties": {"privateIPAllocationMethod": "Dynamic", "privateIPAddressVersion": "IPv4"}}""");

    public PrivateLinkServices() {
        super("Microsoft.Network/privateLinkServices", SERVICE, EmbeddedChild.readable(CONFIGURATIONS, CONFIGURATION));
    }

    @Override
    protected void fill(Draft draft) {
        draft.serverValue("alias", () -> draft.id().name().toLowerCase(Locale.ROOT) + "." + draft.world().guids().next()
                + "." + Json.textOr(draft.body(), "", "location") + ".azure.privatelinkservice");
        fillInterface(draft);
        IpConfigurations.assign(draft, CONFIGURATIONS);
    }

    /** Azure creates an interface for a private link service or endpoint. */
    static void fillInterface(Draft draft) {
        draft.serverValue("networkInterfaces", () -> Json.array()
                .add(Json.idObject(draft.id().groupId() + "/providers/Microsoft.Network/networkInterfaces/"
                        + draft.id().name() + ".nic." + draft.world().guids().next())));
    }

    @Override
    protected void check(Draft draft) {
        PrivateLinkChecks.all(draft, FRONTENDS, CONFIGURATIONS);
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        ObjectNode properties = Json.properties(shown);
        // Recorded: the address of a dynamic configuration is not shown.
        Json.objects(properties, CONFIGURATIONS)
                .stream()
                .map(Json::properties)
                .filter(of -> !"Static".equalsIgnoreCase(Json.textOr(of, "", "privateIPAllocationMethod")))
                .forEach(of -> of.remove("privateIPAddress"));
        ArrayNode connections = properties.putArray("privateEndpointConnections");
        for (ResourceId endpoint : connected(world, resource)) {
            String name = connectionName(world, endpoint);
            ObjectNode connection = connections.addObject()
                    .put("name", name)
                    .put("id", resource.id() + "/privateEndpointConnections/" + name)
                    .put("type", name() + "/privateEndpointConnections");
            ObjectNode of = Json.properties(connection);
            of.put("provisioningState", "Succeeded").set("privateEndpoint", Json.idObject(endpoint.text()));
            showState(connection, "Approved", "Auto Approved");
        }
    }

    static void showState(ObjectNode connection, String status, String description) {
        Json.properties(connection)
                .set("privateLinkServiceConnectionState", Json.object()
                        .put("status", status)
                        .put("description", description)
                        .put("actionsRequired", "None"));
    }

    private static List<ResourceId> connected(World world, Resource service) {
        return world.users(service.id().text())
                .stream()
                .map(user -> ResourceId.require(user).topLevel())
                .filter(endpoint -> !isCut(world, service, endpoint))
                .toList();
    }

    /** True if the connection of the endpoint was deleted on the service side. */
    static boolean isCut(World world, Resource service, ResourceId endpoint) {
        return Json.texts(service.hidden(), "deletedConnections").contains(connectionName(world, endpoint));
    }

    private static String connectionName(World world, ResourceId endpoint) {
        String guid = world.store().get(endpoint).map(r -> Json.textOr(r.properties(), "", "resourceGuid")).orElse("");
        return endpoint.name() + "." + guid;
    }

    @Override
    public void checkDelete(World world, Resource resource) {
        if (!connected(world, resource).isEmpty())
            throw ArmError.of("PrivateLinkServiceWithPrivateEndpointConnectionsCannotBeDeleted", resource.id());
    }
}
