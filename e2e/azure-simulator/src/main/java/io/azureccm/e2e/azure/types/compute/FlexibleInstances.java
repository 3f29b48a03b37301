package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Instances of flexible scale sets: ordinary machines with ordinary interfaces that reference the scale set. */
public final class FlexibleInstances {
    private FlexibleInstances() {}

    /** The machines of a flexible scale set, in the order of their ids. */
    public static List<Resource> of(World world, Resource set) {
        return world.users(set.id().text(), "Microsoft.Compute/virtualMachines")
                .stream()
                .flatMap(machine -> world.store().get(machine).stream())
                .toList();
    }

    static List<Resource> interfacesOf(World world, Resource machine) {
        return Json.objects(machine.properties(), "networkProfile", "networkInterfaces")
                .stream()
                .flatMap(nic -> world.store().get(Json.textOr(nic, "", "id")).stream())
                .toList();
    }

    static void scale(World world, ResourceType.Writer writer, Resource set) {
        List<Resource> machines = of(world, set);
        int wanted = ScaleSets.capacity(set.body());
        for (int have = machines.size(); have < wanted; have++)
            add(world, writer, set);
        for (int have = machines.size(); have > wanted; have--) {
            Resource machine = machines.get(have - 1);
            List<Resource> interfaces = interfacesOf(world, machine);
            writer.remove(machine);
            interfaces.forEach(writer::remove);
        }
    }

    private static void add(World world, ResourceType.Writer writer, Resource set) {
        String suffix = world.guids().next().substring(0, 8);
        ResourceId id = new ResourceId(set.id().subscription(), set.id().group(), "Microsoft.Compute",
                List.of("virtualMachines"), List.of(set.id().name() + "_" + suffix));
        ObjectNode profile = Json.child(set.properties().deepCopy(), "virtualMachineProfile");
        String location = Json.textOr(set.body(), "", "location");
        ObjectNode body = Json.object().put("location", location);
        if (set.body().has("tags"))
            body.set("tags", set.body().get("tags").deepCopy());
        ObjectNode properties = Json.properties(body);
        properties.set("virtualMachineScaleSet", Json.idObject(set.id().text()));
        Json.child(properties, "hardwareProfile").put("vmSize", Json.textOr(set.body(), "", "sku", "name"));
        Json.child(properties, "osProfile")
                .put("computerName",
                        (Json.textOr(profile, "", "osProfile", "computerNamePrefix") + suffix)
                                .toLowerCase(Locale.ROOT));
        var interfaces = Json.arrayAt(Json.child(properties, "networkProfile"), "networkInterfaces");
        for (ObjectNode model : Json.objects(profile, "networkProfile", "networkInterfaceConfigurations")) {
            ResourceId nic = networkInterface(world, writer, id, location, model);
            ObjectNode item = interfaces.addObject().put("id", nic.text());
            Json.properties(item)
                    .put("primary", Json.isTrue(model, "properties", "primary"))
                    .put("deleteOption",
                            "Delete");
        }
        writer.store(new Draft(id, body, Optional.empty(), world, true));
    }

    private static ResourceId networkInterface(World world, ResourceType.Writer writer, ResourceId machine,
            String location, ObjectNode model) {
        ResourceId id = new ResourceId(machine.subscription(), machine.group(), "Microsoft.Network",
                List.of("networkInterfaces"), List.of(Json.textOr(model, "nic", "name") + "-"
                        + machine.name().substring(machine.name().length() - 8)));
        ObjectNode body = Json.object().put("location", location);
        ObjectNode properties = model.get("properties").deepCopy();
        Json.objects(properties, "ipConfigurations")
                .forEach(configuration -> Json.properties(configuration).remove("publicIPAddressConfiguration"));
        body.set("properties", properties);
        writer.store(new Draft(id, body, Optional.empty(), world, true));
        return id;
    }
}
