package io.azureccm.e2e.suite.faults.broken;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.azureccm.common.arm.http.ArmBodies;
import io.azureccm.common.arm.shape.ResourceCheck;
import io.azureccm.common.core.ArmId;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A resource that Azure shows with a member, or an element of a list, that is not what it must be; the resource itself stays as it is. */
record BrokenResource(ArmId id, String pointer, JsonNode value) {
    private static final List<String> VALUES = List.of("null", "5", "-1", "true", "\"\"", "\"text\"", "{}", "[]",
            "[null]", "[5]", "[[]]", "{\"id\":5}", "[{\"id\":null}]", "[{\"name\":\"\"}]", "[{\"name\":\"a\"}]",
            "1e999",
            "\"/subscriptions/\"", "[".repeat(10_000) + "]".repeat(10_000),
            "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000));
    private static final List<String> OF_SERVICES = List.of("loadbalancers", "publicipaddresses",
            "networksecuritygroups", "privatelinkservices", "subnets");
    private static final List<String> OF_MACHINES = List.of("virtualmachines", "virtualmachinescalesets",
            "networkinterfaces");

    /** One that controllers of the world read; {@code readable}: it can still be read, and means something else. */
    static BrokenResource draw(Simulation simulation, World world, Random random, boolean readable) {
        Map<String, List<String>> byType = simulation.azure()
                .state()
                .keySet()
                .stream()
                .sorted()
                .filter(id -> isRead(ArmId.parse(id).type().toLowerCase(Locale.ROOT), world))
                .collect(Collectors.groupingBy(id -> ArmId.parse(id).type(), TreeMap::new, Collectors.toList()));
        while (true) {
            String id = oneOf(oneOf(List.copyOf(byType.values()), random), random);
            List<String> pointers = new ArrayList<>();
            pointers(simulation.azure().resource(id).orElseThrow(), "", pointers);
            String pointer = oneOf(pointers, random);
            boolean isLeftOut = !pointer.isEmpty() && random.nextInt(6) == 0;
            BrokenResource drawn = new BrokenResource(ArmId.parse(id), pointer, isLeftOut
                    ? MissingNode.getInstance()
                    : new POJONode(new RawValue(oneOf(VALUES, random))));
            // Azure takes it away itself when the frontend goes, which makes the public IP readable.
            boolean isTransient = pointer.startsWith("/properties/ipConfiguration/");
            if (drawn.isReadable(simulation) == readable && !isTransient)
                return drawn;
        }
    }

    private static boolean isRead(String type, World world) {
        String last = type.substring(type.lastIndexOf('/') + 1);
        return OF_SERVICES.contains(last) && world.hasServices() || last.equals("routetables") && world.hasRoutes()
                || OF_MACHINES.contains(last) && (world.hasServices() || world.hasNodes());
    }

    private static void pointers(JsonNode node, String pointer, List<String> found) {
        found.add(pointer);
        if (node instanceof ObjectNode object)
            object.properties()
                    .forEach(each -> pointers(each.getValue(),
                            pointer + "/" + each.getKey().replace("~", "~0").replace("/", "~1"), found));
        for (int i = 0; node.isArray() && i < node.size(); i++)
            pointers(node.get(i), pointer + "/" + i, found);
    }

    private static <T> T oneOf(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    /** Whether everything in it that controllers read is what it must be. */
    boolean isReadable(Simulation simulation) {
        JsonNode resource = simulation.azure().resource(id.toString()).orElseThrow().deepCopy();
        return ArmBodies.read(Json.bytes(replacement().in(resource)))
                .filter(shown -> ResourceCheck.element(collection(), 1, shown).isEmpty())
                .isPresent();
    }

    /** The list that controllers read it in. */
    private ArmId collection() {
        String text = id.toString();
        int machine = text.toLowerCase(Locale.ROOT).indexOf("/virtualmachines/");
        return isOfType("networkInterfaces") && machine > 0
                ? ArmId.parse(text.substring(0, machine) + "/networkInterfaces")
                : id.siblings();
    }

    private FaultAction.Replace replacement() {
        return new FaultAction.Replace(id.toString(), pointer, value);
    }

    Fault fault() {
        return Fault.on("*", "*", replacement()).named("broken");
    }

    boolean isOfType(String last) {
        return id.type().toLowerCase(Locale.ROOT).endsWith("/" + last.toLowerCase(Locale.ROOT));
    }

    boolean isMachine() {
        return OF_MACHINES.stream().anyMatch(this::isOfType);
    }

    /** Whether a call changed it, or a part of it that has an address of its own. */
    boolean isWrittenBy(CallRecord call) {
        String target = call.target().toLowerCase(Locale.ROOT);
        String own = id.toString().toLowerCase(Locale.ROOT);
        boolean isPart = isOfType("loadBalancers") && target.startsWith(own + "/");
        return call.isWrite() && (target.equals(own) || isPart);
    }

    @Override
    public String toString() {
        String shown = value.isMissingNode() ? "left out" : "shown as " + value;
        return id.shortName() + " with " + (pointer.isEmpty() ? "everything" : pointer) + " "
                + (shown.length() > 100 ? shown.substring(0, 100) + "..." : shown);
    }
}
