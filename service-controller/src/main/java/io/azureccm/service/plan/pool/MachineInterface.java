package io.azureccm.service.plan.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.observed.Machines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the pool membership of a machine is written: the instance itself in a uniform scale set, its network interface
 * otherwise. {@code machine}: what a node's providerID names; {@code set}: the scale set or availability set it is in;
 * {@code writable}: nothing about it is being deleted or has failed; {@code ready}: it may join pools now.
 */
public record MachineInterface(ArmId target, ObjectNode observed, Optional<ArmId> machine, Optional<ArmId> set,
        boolean writable, boolean ready) {
    private static final Set<String> NOT_RUNNING = Set.of("unknown", "stopped", "stopping", "deallocated",
            "deallocating");

    /** All of an observed state; interfaces that belong to no machine included, because they may be in a pool. */
    public static List<MachineInterface> of(Machines machines) {
        List<MachineInterface> all = new ArrayList<>();
        machines.instances()
                .forEach((scaleSet, instances) -> instances.forEach(instance -> all.add(ofInstance(instance))));
        Map<ArmId, ObjectNode> byId = new HashMap<>();
        Map<ArmId, ArmId> primaries = new HashMap<>();
        for (ObjectNode machine : machines.virtualMachines()) {
            ArmId id = ArmId.parse(ArmJson.text(machine, "id"));
            byId.put(id, machine);
            primaryOf(machine).ifPresent(nic -> primaries.put(nic, id));
        }
        machines.interfaces().forEach(nic -> all.add(ofInterface(nic, byId, primaries)));
        return all;
    }

    public NetworkProfile profile() {
        return profileOf(observed);
    }

    /** The profile within a body that is to be sent. */
    NetworkProfile profileOf(ObjectNode body) {
        return isInstance() ? NetworkProfile.ofInstance(body) : NetworkProfile.ofInterface(body);
    }

    /** What may be sent back: an instance's answer has parts that a write must not carry, an interface's goes back as it is. */
    ObjectNode body() {
        ObjectNode body = observed.deepCopy();
        if (isInstance()) {
            ArmJson.properties(body).remove(List.of("instanceView", "provisioningState"));
            body.remove("resources");
        }
        return body;
    }

    /** The scale set whose model has to be in the pools too; empty for a machine of its own or of an availability set. */
    Optional<ArmId> scaleSet() {
        return set.filter(id -> id.hasType(ArmTypes.SCALE_SET));
    }

    /** The name that the machine's node has or had, as far as can be told. */
    public String nodeName() {
        String name = ArmJson.text(observed, "properties", "osProfile", "computerName");
        return name.isEmpty() ? machine.map(ArmId::name).orElse(target.name()) : name;
    }

    /** True for an instance of a uniform scale set. */
    boolean isInstance() {
        return target.hasType(ArmTypes.SCALE_SET_VM);
    }

    private static MachineInterface ofInstance(ObjectNode instance) {
        ArmId id = ArmId.parse(ArmJson.text(instance, "id"));
        boolean writable = !NetworkProfile.ofInstance(instance).isEmpty() && !state(instance).equals("deleting");
        return new MachineInterface(id, instance, Optional.of(id), id.parent(), writable, isRunning(instance));
    }

    private static MachineInterface ofInterface(ObjectNode nic, Map<ArmId, ObjectNode> machines,
            Map<ArmId, ArmId> primaries) {
        ArmId id = ArmId.parse(ArmJson.text(nic, "id"));
        ArmId owner = primaries.get(id);
        Optional<ArmId> machine = owner == null
                ? ArmId.tryParse(ArmJson.text(nic, "properties", "virtualMachine", "id"))
                : Optional.of(owner);
        Optional<ObjectNode> observed = machine.map(machines::get);
        boolean goes = observed.filter(found -> state(found).equals("deleting")).isPresent();
        boolean broken = state(nic).equals("failed") || state(nic).equals("deleting");
        return new MachineInterface(id, nic, machine,
                observed.flatMap(MachineInterface::setOf),
                !goes && !broken, owner != null && observed.filter(MachineInterface::isRunning).isPresent());
    }

    private static Optional<ArmId> setOf(ObjectNode machine) {
        return ArmId.tryParse(ArmJson.text(machine, "properties", "virtualMachineScaleSet", "id"))
                .or(() -> ArmId.tryParse(ArmJson.text(machine, "properties", "availabilitySet", "id")));
    }

    private static Optional<ArmId> primaryOf(ObjectNode machine) {
        List<ObjectNode> interfaces = ArmJson.list(machine, "properties", "networkProfile", "networkInterfaces");
        return interfaces.stream()
                .filter(nic -> interfaces.size() == 1 || nic.path("properties").path("primary").asBoolean())
                .findFirst()
                .flatMap(nic -> ArmId.tryParse(ArmJson.text(nic, "id")));
    }

    private static String state(ObjectNode resource) {
        return ArmJson.text(resource, "properties", "provisioningState").toLowerCase(Locale.ROOT);
    }

    /** A machine that is off joins when it is back; where the power state is not shown it counts as running. */
    private static boolean isRunning(ObjectNode machine) {
        if (state(machine).equals("unknown"))
            return false;
        List<ObjectNode> statuses = ArmJson.list(machine, "properties", "instanceView", "statuses");
        if (statuses.isEmpty())
            return true;
        String power = statuses.stream()
                .map(status -> ArmJson.text(status, "code").toLowerCase(Locale.ROOT))
                .filter(code -> code.startsWith("powerstate/"))
                .map(code -> code.substring("powerstate/".length()))
                .findFirst()
                .orElse("unknown");
        return !NOT_RUNNING.contains(power);
    }
}
