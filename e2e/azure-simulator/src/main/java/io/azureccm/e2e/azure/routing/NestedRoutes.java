package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.Pages;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.AddressAvailability;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.ResourceType.EtagStyle;
import io.azureccm.e2e.azure.types.compute.InstanceInterfaces;
import io.azureccm.e2e.azure.types.compute.InstanceViews;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.types.compute.ScaleSets;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Sub-resources that live inside others, and views of instances. */
final class NestedRoutes {
    private final ArmService arm;
    private final ResourceRoutes resources;
    private final ActionRoutes actions;

    NestedRoutes(ArmService arm, ResourceRoutes resources) {
        this.arm = arm;
        this.resources = resources;
        this.actions = new ActionRoutes(arm, resources);
    }

    /** A path that ends with a type or an action. */
    Optional<Route> collection(ArmRequest request, ResourceId owner, String last) {
        if (request.method().equals("POST"))
            return actions.route(request, owner, last);
        if (!request.isRead())
            return Optional.empty();
        Optional<ResourceType> type = arm.world().types().find(owner.type());
        Optional<EmbeddedChild> child = type.flatMap(found -> found.child(last));
        if (child.isPresent())
            return Optional.of(list(ArmRouter.label(type.get()) + "/" + child.get().name(), owner,
                    r -> arm.listChildren(owner, child.get())));
        String wanted = last.toLowerCase(java.util.Locale.ROOT);
        if (owner.type().equalsIgnoreCase(ScaleSets.NAME))
            return ofScaleSet(owner, wanted);
        if (owner.type().equalsIgnoreCase("Microsoft.Network/virtualNetworks")
                && wanted.equals("checkipaddressavailability"))
            return Optional.of(Route.read("GET", owner.label() + "/CheckIPAddressAvailability", owner.text(),
                    r -> ArmResponse.json(200, arm.view(owner, network -> AddressAvailability.of(arm.world(), network,
                            r.parameter("ipAddress").orElse(""))))));
        if (owner.isMachine() && wanted.equals("instanceview"))
            return Optional.of(Route.read("GET", owner.label() + "/instanceView", owner.text(),
                    r -> ArmResponse.json(200, arm.view(owner, InstanceViews::of))));
        if (owner.type().equalsIgnoreCase(ScaleSetInstances.NAME) && wanted.equals("networkinterfaces"))
            return Optional.of(list(owner.label() + "/networkInterfaces", owner,
                    r -> arm.view(owner, InstanceInterfaces::of)));
        return Optional.empty();
    }

    private Optional<Route> ofScaleSet(ResourceId set, String wanted) {
        return switch (wanted) {
            case "virtualmachines" -> Optional.of(list("virtualMachineScaleSets/virtualMachines", set,
                    r -> arm.listInstances(set, ArmRouter.expand(r))));
            case "networkinterfaces" -> Optional.of(list("virtualMachineScaleSets/networkInterfaces", set,
                    r -> arm.view(set, found -> ofInstances(found, InstanceInterfaces::of))));
            case "publicipaddresses" -> Optional.of(list("virtualMachineScaleSets/publicIPAddresses", set,
                    r -> arm.view(set, found -> ofInstances(found, InstanceInterfaces::publicAddresses))));
            default -> Optional.empty();
        };
    }

    private List<ObjectNode> ofInstances(Resource set, Function<Resource, List<ObjectNode>> parts) {
        List<ObjectNode> all = new ArrayList<>();
        arm.world()
                .store()
                .children(set.id(), ScaleSetInstances.NAME)
                .forEach(instance -> all.addAll(parts.apply(instance)));
        return all;
    }

    private Route list(String label, ResourceId owner, Function<ArmRequest, List<ObjectNode>> all) {
        return Route.read("LIST", label, owner.text(),
                r -> ArmResponse.json(200, Pages.page(r, all.apply(r), arm.world().settings().pageSize())));
    }

    /** A path that ends with a name. */
    Optional<Route> one(ArmRequest request, ResourceId id) {
        Optional<Route> instancePart = instancePart(request, id);
        if (instancePart.isPresent())
            return instancePart;
        ResourceId owner = id.parent(1);
        if (owner.types().isEmpty())
            return Optional.empty();
        Optional<ResourceType> type = arm.world().types().find(owner.type());
        if (type.isPresent() && id.types().getLast().equalsIgnoreCase("privateEndpointConnections"))
            return actions.endpointConnection(request, type.get(), id);
        return type.flatMap(found -> found.child(id.types().getLast()))
                .map(child -> child(request, type.get(), child, id));
    }

    private Route child(ArmRequest request, ResourceType type, EmbeddedChild child, ResourceId id) {
        String label = ArmRouter.label(type) + "/" + child.name();
        if (request.isRead())
            return Route.read("GET", label, id.text(), r -> ArmRouter.found(r, arm.getChild(id, child)));
        if (!child.writable())
            throw ArmRouter.notAllowed(request);
        return switch (request.method()) {
            case "PUT" -> new Route(Route.Kind.WRITE, "PUT", label, id.text(), visit -> {
                var accepted = arm.putChild(type, id, child, visit);
                return () -> resources.reply(visit.request(), id.subscription(), accepted, arm.getChild(id, child),
                        accepted.created() ? 201 : 200, true, EtagStyle.OPAQUE);
            });
            case "DELETE" -> new Route(Route.Kind.WRITE, "DELETE", label, id.text(), visit -> {
                Optional<Operation> operation = arm.deleteChild(type, id, child, visit);
                return () -> resources.deleted(visit.request(), id, operation, true);
            });
            default -> throw ArmRouter.notAllowed(request);
        };
    }

    private Optional<Route> instancePart(ArmRequest request, ResourceId id) {
        if (!request.isRead() || id.types().size() < 3
                || !id.types().getFirst().equalsIgnoreCase("virtualMachineScaleSets")
                || !id.types().get(2).equalsIgnoreCase("networkInterfaces"))
            return Optional.empty();
        ResourceId instance = id.parent(id.types().size() - 2);
        return switch (id.types().size()) {
            case 3 -> Optional.of(part(instance, "networkInterfaces", id, InstanceInterfaces::of));
            case 5 -> Optional.of(part(instance, "publicIPAddresses", id, InstanceInterfaces::publicAddresses));
            default -> Optional.empty();
        };
    }

    private Route part(ResourceId instance, String kind, ResourceId id, Function<Resource, List<ObjectNode>> parts) {
        return Route.read("GET", instance.label() + "/" + kind, id.text(),
                r -> ArmRouter.found(r, arm.view(instance, found -> parts.apply(found)
                        .stream()
                        .filter(part -> id.text().equalsIgnoreCase(Json.textOr(part, "", "id")))
                        .findFirst()
                        .orElseThrow(() -> ArmError.childNotFound(id.text())))));
    }
}
