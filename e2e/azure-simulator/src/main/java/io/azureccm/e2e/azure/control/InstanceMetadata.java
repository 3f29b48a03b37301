package io.azureccm.e2e.azure.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.Machines;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.compute.InstanceViews;
import io.azureccm.e2e.azure.types.compute.MachineAddresses;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;

/**
 * The instance metadata service. One simulator serves all machines, so the caller identifies its machine: with the path
 * prefix {@code /machines/{name}}, with the header {@code X-Machine}, or by being the only machine.
 */
public final class InstanceMetadata {
    /** The versions of instance metadata, the newest first; a real service knows more of them. */
    private static final List<String> VERSIONS = List.of("2025-04-07", "2021-10-01");

    private final ArmService arm;
    private final Machines machines;

    public InstanceMetadata(ArmService arm) {
        this.arm = arm;
        this.machines = new Machines(arm);
    }

    public Optional<Route> route(ArmRequest request) {
        List<String> path = request.segments();
        Optional<String> machine = request.header("X-Machine");
        if (path.size() > 2 && path.getFirst().equals("machines")) {
            machine = Optional.of(path.get(1));
            path = path.subList(2, path.size());
        }
        if (path.size() != 2 || !path.getFirst().equals("metadata"))
            return Optional.empty();
        Optional<String> name = machine;
        return switch (path.get(1)) {
            case "instance" -> metadata(request, () -> instance(request, name));
            case "loadbalancer" -> metadata(request, () -> loadBalancer(request, name));
            default -> Optional.empty();
        };
    }

    private static Optional<Route> metadata(ArmRequest request, java.util.function.Supplier<ArmResponse> response) {
        return Optional.of(new Route(Route.Kind.METADATA, "GET", "metadata", request.path(), visit -> response));
    }

    private static Optional<ArmResponse> refusal(ArmRequest request) {
        boolean marked = request.header("Metadata").filter("true"::equalsIgnoreCase).isPresent();
        return marked && request.header("X-Forwarded-For").isEmpty()
                ? Optional.empty()
                : Optional.of(ArmResponse.json(400,
                        Json.object().put("error", "Bad request: Required metadata header not specified")));
    }

    private Optional<Resource> machine(Optional<String> name) {
        if (name.isPresent())
            return machines.find(name.get());
        return arm.settled(() -> arm.world().store().all().stream().filter(each -> each.id().isMachine()).findFirst());
    }

    private ArmResponse instance(ArmRequest request, Optional<String> name) {
        String version = request.parameter("api-version").orElse("");
        return refusal(request).or(() -> unknownVersion(version))
                .or(() -> machine(name).map(found -> ArmResponse.json(200, arm.settled(() -> {
                    ObjectNode body = Json.object();
                    ObjectNode compute = compute(found);
                    if (version.equals(VERSIONS.getFirst()))
                        compute.put("physicalZone", physicalZone(compute));
                    body.set("compute", compute);
                    body.set("network", network(found));
                    return body;
                }))))
                .orElseGet(InstanceMetadata::unknown);
    }

    private static Optional<ArmResponse> unknownVersion(String version) {
        if (VERSIONS.contains(version))
            return Optional.empty();
        ObjectNode error = Json.object().put("error", "Bad request. api-version is invalid or was not specified.");
        VERSIONS.forEach(error.putArray("newest-versions")::add);
        return Optional.of(ArmResponse.json(400, error));
    }

    /** The zones of the subscription and the physical zones are numbered in opposite directions. */
    private static String physicalZone(ObjectNode compute) {
        String zone = Json.textOr(compute, "", "zone");
        return zone.isEmpty()
                ? ""
                : Json.textOr(compute, "", "location") + "-AZ0" + (4 - Integer.parseInt(zone));
    }

    private static ArmResponse unknown() {
        return ArmResponse.json(404, Json.object().put("error", "no such machine"));
    }

    private ObjectNode compute(Resource machine) {
        ResourceId id = machine.id();
        boolean instance = machine.type().equals(ScaleSetInstances.NAME);
        ObjectNode view = InstanceViews.of(machine);
        ObjectNode compute = Json.object()
                .put("azEnvironment", "AzurePublicCloud")
                .put("name", instance ? id.names().getFirst() + "_" + id.name() : id.name())
                .put("location", Json.textOr(machine.body(), "", "location"))
                .put("osType", "Linux")
                .put("vmId", Json.textOr(machine.properties(), "", "vmId"))
                .put("vmSize", Json.textOr(machine.properties(), "", "hardwareProfile", "vmSize"))
                .put("resourceGroupName", id.group())
                .put("subscriptionId", id.subscription())
                .put("resourceId", id.text())
                .put("vmScaleSetName", instance ? id.names().getFirst() : "")
                .put("platformFaultDomain", Json.textOr(view, "0", "platformFaultDomain"))
                .put("platformUpdateDomain", Json.textOr(view, "0", "platformUpdateDomain"))
                .put("platformSubFaultDomain", "")
                .put("userData", "")
                .put("zone", Json.texts(machine.body(), "zones").stream().findFirst().orElse(""));
        ArrayNode tags = compute.putArray("tagsList");
        if (machine.body().get("tags") instanceof ObjectNode given)
            given.properties()
                    .forEach(
                            tag -> tags.addObject().put("name", tag.getKey()).put("value", tag.getValue().asText()));
        return compute;
    }

    private ObjectNode network(Resource machine) {
        ObjectNode network = Json.object();
        ObjectNode nic = network.putArray("interface").addObject();
        for (String family : List.of("ipv4", "ipv6")) {
            ArrayNode addresses = nic.putObject(family).putArray("ipAddress");
            MachineAddresses.of(arm.world(), machine)
                    .stream()
                    .filter(a -> a.ipv6() == family.equals("ipv6"))
                    .forEach(address -> addresses.addObject()
                            .put("privateIpAddress", address.privateAddress())
                            .put("publicIpAddress", address.publicAddress()));
        }
        return network;
    }

    private ArmResponse loadBalancer(ArmRequest request, Optional<String> name) {
        return refusal(request).or(() -> machine(name).map(found -> arm.settled(() -> {
            ObjectNode body = Json.object();
            ArrayNode addresses = body.putObject("loadbalancer").putArray("publicIpAddresses");
            for (MachineAddresses address : MachineAddresses.of(arm.world(), found))
                address.frontends()
                        .forEach(frontend -> addresses.addObject()
                                .put("frontendIpAddress", bracketed(frontend))
                                .put("privateIpAddress", bracketed(address.privateAddress())));
            return addresses.isEmpty() ? unknown() : ArmResponse.json(200, body);
        }))).orElseGet(InstanceMetadata::unknown);
    }

    private static String bracketed(String address) {
        return address.contains(":") ? "[" + address + "]" : address;
    }
}
