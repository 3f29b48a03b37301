package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Virtual machine scale sets. A PUT changes only the model; instances keep theirs until they are written. The capacity creates and removes instances.
 */
public final class ScaleSets extends ResourceType {
    public static final String NAME = "Microsoft.Compute/virtualMachineScaleSets";

    public ScaleSets() {
        super(NAME, EtagStyle.COUNTER_OF_CHANGES, Set.of(Trait.SHOWN_AS_CREATING), Shape.PLAIN.defaults("""
                {"sku": {"tier": "Standard"},
                 "properties": {"singlePlacementGroup": true, "orchestrationMode": "Uniform", "overprovision": true,
                   "upgradePolicy": {"mode": "Manual"}, "doNotRunExtensionsOnOverprovisionedVMs": false,
                   "platformFaultDomainCount": 5}}"""));
    }

    public static boolean isFlexible(ObjectNode body) {
        return "Flexible".equalsIgnoreCase(Json.textOr(body, "Uniform", "properties", "orchestrationMode"));
    }

    static int capacity(ObjectNode body) {
        return Json.intOr(body, 0, "sku", "capacity");
    }

    @Override
    protected void fill(Draft draft) {
        if ("None".equals(Json.textOr(draft.body(), "", "identity", "type")))
            draft.body().remove("identity");
        if (Json.at(draft.properties(), "upgradePolicy", "automaticOSUpgradePolicy") instanceof ObjectNode automatic)
            Json.putIfAbsent(automatic, "useRollingUpgradePolicy", false);
        draft.serverValue("uniqueId", () -> draft.world().guids().next());
        draft.serverValue("timeCreated", () -> draft.world().clock().now().toString());
        ObjectNode profile = Json.child(draft.properties(), "virtualMachineProfile");
        Json.putIfAbsent(Json.child(profile, "osProfile"), "computerNamePrefix", draft.id().name());
        MachineProfiles.fill(profile, "");
        Json.putIfAbsent(profile, "timeCreated", Json.textOr(draft.properties(), "", "timeCreated"));
        InstanceNetworking.fillModel(Json.child(profile, "networkProfile"));
        boolean same = draft.existing()
                .map(old -> profile.equals(old.properties().get("virtualMachineProfile")))
                .orElse(false);
        if (!same)
            draft.hidden().put("model", Json.intOr(draft.hidden(), 0, "model") + 1);
    }

    @Override
    protected void check(Draft draft) {
        draft.existing().filter(old -> isFlexible(old.body()) != isFlexible(draft.body())).ifPresent(old -> {
            throw ArmError.of("PropertyChangeNotAllowed").target("orchestrationMode");
        });
        int capacity = capacity(draft.body());
        World world = draft.world();
        boolean single = Json.isTrue(draft.properties(), "singlePlacementGroup") && !isFlexible(draft.body());
        draft.within(single ? Limits.Row.SINGLE_PLACEMENT_INSTANCES : Limits.Row.SCALE_SET_INSTANCES, capacity,
                "InvalidParameter.capacity");
        ObjectNode network = Json.child(Json.child(draft.properties(), "virtualMachineProfile"), "networkProfile");
        InstanceNetworking.check(world, draft.id().text(), network);
    }

    @Override
    public List<Reference> references(Resource resource) {
        ObjectNode network = Json.child(Json.child(resource.properties().deepCopy(), "virtualMachineProfile"),
                "networkProfile");
        List<Reference> references = new ArrayList<>(
                InstanceNetworking.modelReferences(resource.id().text(), network));
        Json.text(network, "healthProbe", "id")
                .ifPresent(probe -> references.add(Reference.of(resource.id().text(), probe)));
        return references.stream().distinct().toList();
    }

    @Override
    public void stored(World world, Writer writer, Optional<Resource> before, Resource after) {
        if (isFlexible(after.body()))
            FlexibleInstances.scale(world, writer, after);
        else
            scaleUniform(world, writer, after);
    }

    private static void scaleUniform(World world, Writer writer, Resource set) {
        List<Resource> instances = world.store().children(set.id(), ScaleSetInstances.NAME);
        int wanted = capacity(set.body());
        int next = instances.stream().mapToInt(instance -> Integer.parseInt(instance.id().name())).max().orElse(-1) + 1;
        next = Math.max(next, Json.intOr(set.hidden(), 0, "nextInstance"));
        for (int have = instances.size(); have < wanted; have++)
            writer.store(ScaleSetInstances.fresh(world, set, next++));
        for (int have = instances.size(); have > wanted; have--)
            writer.remove(instances.get(have - 1));
        ObjectNode hidden = set.hidden().deepCopy();
        hidden.put("nextInstance", next);
        writer.replace(set.withHidden(hidden));
    }

    /** Instances may have been added or removed during the write. */
    @Override
    public Resource restored(Resource before, Resource current) {
        ObjectNode body = before.body().deepCopy();
        Json.child(body, "sku").put("capacity", capacity(current.body()));
        return before.withBody(body).withHidden(current.hidden());
    }

    /** Changes the capacity, and with it the etag, after instances were added or removed by other means. */
    static void adjustCapacity(Writer writer, Resource set, int by) {
        ObjectNode body = set.body().deepCopy();
        Json.child(body, "sku").put("capacity", Math.max(0, capacity(body) + by));
        writer.replace(set.withBody(body).withRevision(set.revision() + 1));
    }

    @Override
    public void removing(World world, Writer writer, Resource resource) {
        world.store().children(resource.id(), ScaleSetInstances.NAME).forEach(writer::remove);
        for (Resource machine : FlexibleInstances.of(world, resource)) {
            FlexibleInstances.interfacesOf(world, machine).forEach(writer::remove);
            writer.remove(machine);
        }
    }
}
