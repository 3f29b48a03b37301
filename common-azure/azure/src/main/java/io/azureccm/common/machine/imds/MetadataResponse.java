package io.azureccm.common.machine.imds;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Group;
import io.azureccm.common.machine.Machine.Identity;
import io.azureccm.common.machine.Machine.InstanceView;
import io.azureccm.common.machine.Machine.Interconnect;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.Machine.Placement;
import io.azureccm.common.machine.Machine.State;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.ProviderId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The response of the metadata service: the machine, and the load balancers that lead to it. */
record MetadataResponse(JsonNode instance, JsonNode balancer, Instant now) {
    private static final String INTERCONNECT_TAG = "Platform_Interconnect_Group";

    /** True if the machine has no public address of its own: a load balancer may have one for it. */
    static boolean needsBalancer(JsonNode instance) {
        return List.of("ipv4", "ipv6")
                .stream()
                .allMatch(family -> instance.at("/network/interface/0/" + family + "/ipAddress/0/publicIpAddress")
                        .asText("")
                        .isEmpty());
    }

    MachineLookup lookup() {
        JsonNode compute = instance.path("compute");
        Optional<ArmId> id = ArmId.tryParse(compute.path("resourceId").asText(""))
                .filter(each -> ProviderId.machine("azure://" + each).isPresent());
        if (id.isEmpty())
            return new MachineLookup.Incomplete("the metadata service returned no id for this machine", now);
        List<MachineAddress> addresses = addresses();
        if (addresses.isEmpty())
            return new MachineLookup.Incomplete("the metadata service returned no address for this machine", now);
        Optional<ArmId> scaleSet = ProviderId.scaleSet(id.get());
        Machine machine = new Machine(id.get(), scaleSet.isPresent() ? Kind.UNIFORM : Kind.SINGLE, scaleSet,
                new Identity(compute.at("/osProfile/computerName").asText("").toLowerCase(Locale.ROOT),
                        compute.path("vmId").asText("")),
                new Placement(compute.path("vmSize").asText(""), compute.path("location").asText(""),
                        compute.path("zone").asText(""),
                        group(compute)),
                new State("Succeeded", Optional.of(new InstanceView("running",
                        Optional.of(compute.path("platformFaultDomain").asText(""))))),
                List.of());
        return new MachineLookup.Found(machine, addresses, now);
    }

    /** The first address of each family of the first interface. */
    private List<MachineAddress> addresses() {
        List<MachineAddress> addresses = new ArrayList<>();
        for (String family : List.of("ipv4", "ipv6")) {
            JsonNode first = instance.at("/network/interface/0/" + family + "/ipAddress/0");
            String own = first.path("privateIpAddress").asText("");
            if (own.isEmpty())
                continue;
            String publicIp = first.path("publicIpAddress").asText("");
            addresses
                    .add(new MachineAddress(own, family.equals("ipv6"), publicIp.isEmpty() ? frontend(own) : publicIp));
        }
        return addresses;
    }

    private String frontend(String own) {
        for (JsonNode each : balancer.at("/loadbalancer/publicIpAddresses")) {
            if (plain(each.path("privateIpAddress")).equals(own))
                return plain(each.path("frontendIpAddress"));
        }
        return "";
    }

    /** Removes the brackets that IPv6 addresses have here. */
    private static String plain(JsonNode address) {
        return address.asText("").replace("[", "").replace("]", "");
    }

    private static Group group(JsonNode compute) {
        return new Group(text(compute, "physicalZone"), text(compute, "platformSubFaultDomain"), interconnect(compute));
    }

    /** The properties of the machine, or else its tag, which names the subgroup and was all there was before them. */
    private static Interconnect interconnect(JsonNode compute) {
        Interconnect given = new Interconnect(text(compute, "interconnectGroupId"),
                text(compute, "interconnectSubgroupId"));
        if (!given.equals(Group.UNKNOWN.interconnect()))
            return given;
        String tag = tag(compute);
        return new Interconnect(tag, tag);
    }

    private static String tag(JsonNode compute) {
        for (JsonNode tag : compute.path("tagsList")) {
            if (tag.path("name").asText().equals(INTERCONNECT_TAG))
                return text(tag, "value");
        }
        return "";
    }

    /** Older versions of the service lack properties; what is no text counts as lacking, too. */
    private static String text(JsonNode object, String property) {
        JsonNode value = object.path(property);
        return value.isTextual() ? value.textValue() : "";
    }
}
