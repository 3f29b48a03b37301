package io.azureccm.e2e.azure.seed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A small Azure environment for a cluster: a network with a node subnet and one for internal load balancers, a security
 * group, a route table, scale sets, and machines outside of scale sets. Everything has a default.
 *
 * @param ipv6 whether network, subnets and machines also have IPv6
 */
public record Infrastructure(String subscription, String resourceGroup, String location, String network, String subnet,
        String securityGroup, String routeTable, List<Nodes> scaleSets, List<Single> machines, boolean ipv6) {
    private static final String COMPUTE_PROVIDER = "Microsoft.Compute";
    private static final String SIZE = "Standard_D2s_v3";
    private static final String NETWORK_PROVIDER = "Microsoft.Network";
    private static final JsonNode STANDARD = Json.parse("""
            {"subscription": "00000000-0000-0000-0000-000000000001", "resourceGroup": "k8s", "location": "eastus",
             "network": "k8s-vnet", "subnet": "k8s-subnet", "securityGroup": "k8s-nsg", "routeTable": "k8s-rt",
             "scaleSets": [], "machines": [], "ipv6": false}""");
    private static final JsonNode SCALE_SET = Json.tree(new Nodes("vmss-a", 3, SIZE, List.of(), false));
    private static final JsonNode MACHINE = Json.tree(new Single("vm-0", SIZE, ""));

    /** A scale set with its number of instances; zones may be empty. */
    public record Nodes(String name, int count, String size, List<String> zones, boolean flexible) {}

    /** A machine with an interface {@code NAME-nic}, in an availability set or, if that is "", in none. */
    public record Single(String name, String size, String availabilitySet) {}

    public Infrastructure {
        scaleSets = List.copyOf(scaleSets);
        machines = List.copyOf(machines);
    }

    /** The infrastructure without machines: group {@code k8s} in {@code eastus}. */
    public static Infrastructure standard() {
        return parse(Json.object());
    }

    /** Adds a uniform scale set. */
    public Infrastructure scaleSet(String name, int count, String... zones) {
        return with("scaleSets", new Nodes(name, count, SIZE, List.of(zones), false));
    }

    /** Adds a flexible scale set. */
    public Infrastructure flexibleScaleSet(String name, int count, String... zones) {
        return with("scaleSets", new Nodes(name, count, SIZE, List.of(zones), true));
    }

    /** Adds a machine outside of any set. */
    public Infrastructure machine(String name) {
        return with("machines", new Single(name, SIZE, ""));
    }

    /** Adds an availability set with machines {@code NAME-0} and so on. */
    public Infrastructure availabilitySet(String name, int count) {
        Infrastructure more = this;
        for (int i = 0; i < count; i++)
            more = more.with("machines", new Single(name + "-" + i, SIZE, name));
        return more;
    }

    public Infrastructure in(String subscriptionId, String group, String region) {
        return changed(form -> form.put("subscription", subscriptionId)
                .put("resourceGroup", group)
                .put("location", region));
    }

    public Infrastructure dualStack() {
        return changed(form -> form.put("ipv6", true));
    }

    private Infrastructure with(String list, Record element) {
        return changed(form -> Json.arrayAt(form, list).add(Json.tree(element)));
    }

    private Infrastructure changed(Consumer<ObjectNode> change) {
        ObjectNode form = (ObjectNode) Json.tree(this);
        change.accept(form);
        return parse(form);
    }

    /** Reads the short form of a seed file; all members are optional, and an unknown one is an {@link IllegalArgumentException}. */
    public static Infrastructure parse(JsonNode json) {
        ObjectNode form = json instanceof ObjectNode given ? given.deepCopy() : Json.object();
        complete("infrastructure", form, STANDARD);
        Json.objects(form, "scaleSets").forEach(set -> complete("a scale set", set, SCALE_SET));
        Json.objects(form, "machines").forEach(machine -> complete("a machine", machine, MACHINE));
        return Json.value(form, Infrastructure.class);
    }

    private static void complete(String what, ObjectNode form, JsonNode defaults) {
        Members.check(what, form, defaults.propertyStream().map(Map.Entry::getKey).toArray(String[]::new));
        Json.fillIn(form, defaults);
    }

    private String id(String provider, String type, String name) {
        return ResourceId.groupId(subscription, resourceGroup) + "/providers/" + provider + "/" + type + "/" + name;
    }

    public String subnetId() {
        return id(NETWORK_PROVIDER, "virtualNetworks", network) + "/subnets/" + subnet;
    }

    public String scaleSetId(String name) {
        return id(COMPUTE_PROVIDER, "virtualMachineScaleSets", name);
    }

    public String machineId(String name) {
        return id(COMPUTE_PROVIDER, "virtualMachines", name);
    }

    public String interfaceId(String machine) {
        return id(NETWORK_PROVIDER, "networkInterfaces", machine + "-nic");
    }

    /** The complete form, as a list of ARM resources. */
    public ArrayNode resources() {
        ArrayNode resources = Json.array();
        String group = id(NETWORK_PROVIDER, "networkSecurityGroups", securityGroup);
        String table = id(NETWORK_PROVIDER, "routeTables", routeTable);
        resources.add(resource(group, """
                {"properties": {"securityRules": []}}"""));
        resources.add(resource(table, """
                {"properties": {"routes": []}}"""));
        resources.add(resource(id(NETWORK_PROVIDER, "virtualNetworks", network), """
                {"properties": {"addressSpace": {%s}, "subnets": [
                  {"name": "%s", "properties": {%s, "networkSecurityGroup": {"id": "%s"}, "routeTable": {"id": "%s"}}},
                  {"name": "ilb-subnet", "properties": {%s}}]}}
                """.formatted(prefixes("10.240.0.0/12", "fd00:10:240::/56"), subnet,
                prefixes("10.240.0.0/16", "fd00:10:240::/64"), group, table,
                prefixes("10.241.0.0/16", "fd00:10:240:1::/64"))));
        scaleSets.forEach(set -> resources.add(scaleSet(set)));
        machines.stream()
                .map(Single::availabilitySet)
                .filter(set -> !set.isEmpty())
                .distinct()
                .forEach(set -> resources.add(resource(id(COMPUTE_PROVIDER, "availabilitySets", set), """
                        {"sku": {"name": "Aligned"}}""")));
        machines.forEach(machine -> {
            resources.add(resource(interfaceId(machine.name()), """
                    {"properties": {"enableIPForwarding": true, "ipConfigurations": %s}}
                    """.formatted(configurations())));
            resources.add(machine(machine));
        });
        return resources;
    }

    private ObjectNode resource(String id, String members) {
        ObjectNode resource = Json.object().put("id", id).put("location", location);
        return resource.setAll((ObjectNode) Json.parse(members));
    }

    private String prefixes(String prefix, String prefix6) {
        return ipv6
                ? "\"addressPrefixes\": [\"" + prefix + "\", \"" + prefix6 + "\"]"
                : "\"addressPrefixes\": [\"" + prefix + "\"]";
    }

    private ObjectNode machine(Single machine) {
        ObjectNode body = resource(machineId(machine.name()), """
                {"properties": {
                  "hardwareProfile": {"vmSize": "%s"},
                  "osProfile": {"computerName": "%s"},
                  "networkProfile": {"networkInterfaces": [{"id": "%s", "properties": {"primary": true}}]}}}
                """.formatted(machine.size(), machine.name(), interfaceId(machine.name())));
        if (!machine.availabilitySet().isEmpty())
            Json.properties(body)
                    .set("availabilitySet",
                            Json.idObject(id(COMPUTE_PROVIDER, "availabilitySets", machine.availabilitySet())));
        return body;
    }

    private ObjectNode scaleSet(Nodes nodes) {
        ObjectNode set = resource(scaleSetId(nodes.name()), """
                {"sku": {"name": "%2$s", "tier": "Standard", "capacity": %3$d},
                 "properties": {
                   "orchestrationMode": "%4$s", "overprovision": false, "singlePlacementGroup": false,
                   "upgradePolicy": {"mode": "Manual"},
                   "virtualMachineProfile": {
                     "osProfile": {"computerNamePrefix": "%1$s"},
                     "networkProfile": {"networkInterfaceConfigurations": [{"name": "%1$s-nic", "properties": {
                       "primary": true, "enableIPForwarding": true, "ipConfigurations": %5$s}}]}}}}
                """.formatted(nodes.name(), nodes.size(), nodes.count(), nodes.flexible() ? "Flexible" : "Uniform",
                configurations()));
        if (!nodes.zones().isEmpty())
            nodes.zones().forEach(set.putArray("zones")::add);
        return set;
    }

    private String configurations() {
        String ipv4 = configuration("ipconfig1", "IPv4", true);
        return ipv6 ? "[" + ipv4 + ", " + configuration("ipconfigv6", "IPv6", false) + "]" : "[" + ipv4 + "]";
    }

    private String configuration(String name, String version, boolean primary) {
        return """
                {"name": "%s", "properties": {
                  "primary": %b, "privateIPAddressVersion": "%s", "subnet": {"id": "%s"}}}
                """.formatted(name, primary, version, subnetId());
    }
}
