package io.azureccm.common.machine.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Identity;
import io.azureccm.common.machine.Machine.InstanceView;
import io.azureccm.common.machine.Machine.InterfaceLink;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.Machine.Placement;
import io.azureccm.common.machine.Machine.State;
import io.azureccm.common.machine.NetworkInterface;
import io.azureccm.common.machine.NetworkInterface.IpConfiguration;
import io.azureccm.common.machine.PublicIp;
import io.azureccm.common.machine.ScaleSet;
import io.azureccm.common.machine.VmSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Converts ARM resources into facts; missing values are empty, a resource without a valid id is an error. */
final class Resources {
    static final Map<String, String> EXPAND_VIEW = Map.of("$expand", "instanceView");
    private static final String POWER = "PowerState/";

    private Resources() {}

    static Machine machine(ObjectNode json, Kind usual) {
        JsonNode properties = json.path("properties");
        ArmId id = id(json);
        Optional<ArmId> scaleSet = usual == Kind.UNIFORM
                ? id.parent()
                : ArmId.tryParse(properties.at("/virtualMachineScaleSet/id").asText(""));
        Kind kind = usual == Kind.SINGLE && scaleSet.isPresent() ? Kind.FLEXIBLE : usual;
        String size = usual == Kind.UNIFORM
                ? json.at("/sku/name").asText("")
                : properties.at("/hardwareProfile/vmSize").asText("");
        String name = properties.at("/osProfile/computerName").asText("").toLowerCase(Locale.ROOT);
        Optional<InstanceView> view = properties.path("instanceView") instanceof ObjectNode shown
                ? Optional.of(view(shown))
                : Optional.empty();
        return new Machine(id, kind, scaleSet, new Identity(name, properties.path("vmId").asText("")),
                new Placement(size, json.path("location").asText(""), json.at("/zones/0").asText(""),
                        ArmId.tryParse(properties.at("/availabilitySet/id").asText(""))),
                new State(properties.path("provisioningState").asText(""), view),
                links(properties.at("/networkProfile/networkInterfaces")));
    }

    private static InstanceView view(ObjectNode json) {
        String power = "unknown";
        for (JsonNode status : json.path("statuses")) {
            String code = status.path("code").asText("");
            if (code.regionMatches(true, 0, POWER, 0, POWER.length())) {
                power = code.substring(POWER.length()).toLowerCase(Locale.ROOT);
                break;
            }
        }
        return new InstanceView(power,
                Optional.of(json.path("platformFaultDomain").asText("")).filter(domain -> !domain.isEmpty()));
    }

    private static List<InterfaceLink> links(JsonNode interfaces) {
        List<InterfaceLink> links = new ArrayList<>();
        interfaces.forEach(link -> ArmId.tryParse(link.path("id").asText(""))
                .ifPresent(id -> links
                        .add(new InterfaceLink(id, link.at("/properties/primary").asBoolean(false)))));
        return links;
    }

    static List<String> aliases(Machine machine) {
        String computer = machine.identity().computerName();
        Set<String> aliases = new LinkedHashSet<>();
        if (machine.kind() == Kind.SINGLE)
            aliases.add(machine.id().name().toLowerCase(Locale.ROOT));
        if (!computer.isEmpty())
            aliases.add(computer);
        return List.copyOf(aliases);
    }

    static ScaleSet scaleSet(ObjectNode json) {
        JsonNode properties = json.path("properties");
        String prefix = properties.at("/virtualMachineProfile/osProfile/computerNamePrefix").asText("");
        return new ScaleSet(id(json), prefix.isEmpty() ? id(json).name() : prefix,
                properties.path("orchestrationMode").asText("").equalsIgnoreCase("Flexible"), tags(json));
    }

    static VmSet availabilitySet(ObjectNode json) {
        return new VmSet(id(json), tags(json));
    }

    private static Map<String, String> tags(ObjectNode json) {
        Map<String, String> tags = new HashMap<>();
        json.path("tags").properties().forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
        return tags;
    }

    static NetworkInterface networkInterface(ObjectNode json) {
        JsonNode properties = json.path("properties");
        List<IpConfiguration> configurations = new ArrayList<>();
        for (JsonNode configuration : properties.path("ipConfigurations")) {
            JsonNode of = configuration.path("properties");
            String address = of.path("privateIPAddress").asText("");
            boolean ipv6 = of.path("privateIPAddressVersion").asText("").equalsIgnoreCase("IPv6")
                    || address.contains(":");
            configurations.add(new IpConfiguration(of.path("primary").asBoolean(false), ipv6, address,
                    ArmId.tryParse(of.at("/publicIPAddress/id").asText(""))));
        }
        return new NetworkInterface(id(json), properties.path("primary").asBoolean(false), configurations);
    }

    static PublicIp publicIp(ObjectNode json) {
        return new PublicIp(id(json), json.at("/properties/ipAddress").asText(""));
    }

    private static ArmId id(ObjectNode json) {
        return ArmId.tryParse(json.path("id").asText(""))
                .orElseThrow(() -> new IllegalArgumentException(
                        "an item of the list has no valid id: \"" + json.path("id").asText("") + "\""));
    }
}
