package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Instances of uniform scale sets. */
public final class ScaleSetInstances extends ResourceType {
    public static final String NAME = "Microsoft.Compute/virtualMachineScaleSets/virtualMachines";

    public ScaleSetInstances() {
        super(NAME, EtagStyle.COUNTER_OF_CHANGES, Set.of(Trait.NO_LOCATION, Trait.SHOWN_AS_CREATING),
                Shape.PLAIN.computed("latestModelApplied", "modelDefinitionApplied").defaults("""
                        {"properties": {"resilientVMDeletionStatus": "Disabled"}}"""));
    }

    @Override
    protected void fill(Draft draft) {
        ObjectNode body = draft.body();
        Resource set = draft.world().store().get(draft.id().parent(1)).orElse(null);
        String number = draft.id().name();
        body.put("instanceId", number);
        if (set != null) {
            Json.putIfAbsent(body, "location", Json.textOr(set.body(), "", "location"));
            ObjectNode sku = Json.child(body, "sku");
            Json.putIfAbsent(sku, "name", Json.textOr(set.body(), "Standard_D2s_v3", "sku", "name"));
            Json.putIfAbsent(sku, "tier", "Standard");
            sku.remove("capacity");
        }
        draft.serverValue("vmId", () -> draft.world().guids().next());
        draft.serverValue("timeCreated", () -> draft.world().clock().now().toString());
        ObjectNode properties = draft.properties();
        Json.putIfAbsent(Json.child(properties, "hardwareProfile"), "vmSize", Json.textOr(body, "", "sku", "name"));
        Json.putIfAbsent(Json.child(properties, "osProfile"), "computerName",
                draft.id().names().getFirst() + base36(Integer.parseInt(number)));
        MachineProfiles.fill(properties, MachineProfiles.disksOf(draft.id()));
        InstanceViews.keep(draft);
        int model = set == null ? 1 : Json.intOr(set.hidden(), 1, "model");
        if (!draft.hidden().has("model"))
            draft.hidden().put("model", model);
        ObjectNode network = Json.child(properties, "networkProfileConfiguration");
        InstanceNetworking.fillModel(network);
        boolean own = draft.existing()
                .map(
                        old -> !network.equals(old.properties().get("networkProfileConfiguration")))
                .orElse(false);
        if (own)
            draft.hidden().put("ownModel", true);
        InstanceNetworking.assign(draft, network);
        body.remove("_ip");
    }

    private static String base36(int number) {
        String digits = Integer.toString(number, 36);
        return "0".repeat(6 - digits.length()) + digits;
    }

    @Override
    protected void check(Draft draft) {
        if (draft.existing().isEmpty())
            throw ArmError.of("InvalidParameter.notActive", draft.id().name()).target("instanceIds");
        InstanceNetworking.check(draft.world(), draft.id().text(), network(draft.body()));
    }

    static ObjectNode network(ObjectNode body) {
        JsonNode found = Json.at(body, "properties", "networkProfileConfiguration");
        return found instanceof ObjectNode object ? object : Json.object();
    }

    @Override
    public List<Reference> references(Resource resource) {
        return InstanceNetworking.references(resource);
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        shown.put("name", resource.id().names().getFirst() + "_" + resource.id().name());
        ObjectNode properties = Json.properties(shown);
        int current = world.store()
                .get(resource.id().parent(1))
                .map(set -> Json.intOr(set.hidden(), 1, "model"))
                .orElse(1);
        properties.put("latestModelApplied", Json.intOr(resource.hidden(), 1, "model") == current);
        properties.put("modelDefinitionApplied",
                Json.isTrue(resource.hidden(), "ownModel") ? "VirtualMachine" : "VirtualMachineScaleSet");
        var interfaces = Json.child(properties, "networkProfile").putArray("networkInterfaces");
        for (ObjectNode model : InstanceNetworking.of(resource))
            interfaces.addObject().put("id", resource.id() + "/networkInterfaces/" + Json.name(model));
        if (options.instanceView())
            properties.set("instanceView", InstanceViews.of(resource));
    }

    @Override
    public void removing(World world, Writer writer, Resource resource) {
        world.store().get(resource.id().parent(1)).ifPresent(set -> ScaleSets.adjustCapacity(writer, set, -1));
    }

    /** A new instance created from the model. */
    static Draft fresh(World world, Resource set, int number) {
        ResourceId id = set.id().child("virtualMachines", Integer.toString(number));
        ObjectNode body = Json.object();
        ObjectNode profile = Json.child(set.properties().deepCopy(), "virtualMachineProfile");
        List<String> zones = Json.texts(set.body(), "zones");
        if (!zones.isEmpty())
            body.putArray("zones").add(zones.get(number % zones.size()));
        ObjectNode properties = Json.properties(body);
        ObjectNode os = Json.child(profile, "osProfile");
        os.put("computerName", Json.textOr(os, "", "computerNamePrefix") + base36(number).toLowerCase(Locale.ROOT));
        os.remove("computerNamePrefix");
        properties.set("osProfile", os);
        if (profile.get("storageProfile") instanceof ObjectNode storage) {
            ObjectNode disk = Json.child(storage, "osDisk").put("name", InstanceViews.diskName(id));
            Json.putIfAbsent(disk, "createOption", "FromImage");
            properties.set("storageProfile", storage);
        }
        properties.set("networkProfileConfiguration", copyOfModel(profile));
        return new Draft(id, body, Optional.empty(), world, true);
    }

    private static ObjectNode copyOfModel(ObjectNode profile) {
        ObjectNode network = Json.object();
        network.set("networkInterfaceConfigurations",
                Json.arrayAt(Json.child(profile, "networkProfile"), "networkInterfaceConfigurations").deepCopy());
        return network;
    }
}
