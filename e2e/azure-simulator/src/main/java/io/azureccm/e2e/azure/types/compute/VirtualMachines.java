package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Single virtual machines, in an availability set, in a flexible scale set, or neither. */
public final class VirtualMachines extends ResourceType {
    static final String NAME = "Microsoft.Compute/virtualMachines";

    /** Recorded: an update responds without an operation. */
    public VirtualMachines() {
        super(NAME, EtagStyle.COUNTER, Set.of(Trait.UPDATE_IS_IMMEDIATE, Trait.SHOWN_AS_CREATING),
                Shape.PLAIN.references("availabilitySet", "virtualMachineScaleSet"));
    }

    @Override
    protected void fill(Draft draft) {
        draft.serverValue("vmId", () -> draft.world().guids().next());
        draft.serverValue("timeCreated", () -> draft.world().clock().now().toString());
        ObjectNode properties = draft.properties();
        Json.putIfAbsent(Json.child(properties, "osProfile"), "computerName", draft.id().name());
        MachineProfiles.fill(properties, MachineProfiles.disksOf(draft.id()));
        if ("None".equals(Json.textOr(draft.body(), "", "identity", "type")))
            draft.body().remove("identity");
        InstanceViews.keep(draft);
    }

    @Override
    protected void check(Draft draft) {
        String self = draft.id().text();
        for (ObjectNode item : interfaces(draft.properties())) {
            String nic = Json.textOr(item, "", "id");
            List<String> others = new ArrayList<>(draft.world().users(nic, "virtualMachines"));
            others.removeIf(self::equalsIgnoreCase);
            ArmError.refuseFirst(others, "NicInUse", nic);
        }
    }

    private static List<ObjectNode> interfaces(ObjectNode properties) {
        return Json.objects(properties, "networkProfile", "networkInterfaces");
    }

    @Override
    public List<Reference> references(Resource resource) {
        List<Reference> references = new ArrayList<>(super.references(resource));
        references.addAll(Reference.all(resource.id().text(),
                Json.ids(Json.at(resource.properties(), "networkProfile"), "networkInterfaces")));
        return references;
    }

    /** The etag of a new machine is incremented once it has been created. */
    @Override
    public Resource succeeded(World world, Resource resource) {
        return resource.revision() == 1 && resource.state().equals(creatingState())
                ? resource.withRevision(2)
                : resource;
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        if (options.instanceView())
            Json.properties(shown).set("instanceView", InstanceViews.of(resource));
    }

    /** Interfaces with deleteOption Delete, as created by flexible scale sets, are deleted with the machine. */
    @Override
    public void removing(World world, Writer writer, Resource resource) {
        for (ObjectNode nic : interfaces(resource.properties())) {
            if ("Delete".equalsIgnoreCase(Json.textOr(nic, "", "properties", "deleteOption"))) {
                Optional<Resource> found = world.store().get(Json.textOr(nic, "", "id"));
                found.ifPresent(writer::remove);
            }
        }
        Json.text(resource.properties(), "virtualMachineScaleSet", "id")
                .flatMap(world.store()::get)
                .filter(set -> ScaleSets.isFlexible(set.body()))
                .ifPresent(set -> ScaleSets.adjustCapacity(writer, set, -1));
    }
}
