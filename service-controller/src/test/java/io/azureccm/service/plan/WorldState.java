package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PrivateLinkList;
import io.azureccm.service.observed.UnreadableState;
import io.azureccm.service.observed.read.TypedResources;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a reader would have read of the resources of a test. */
final class WorldState {
    private final Map<ArmId, ObjectNode> resources;
    private final Map<ArmId, Optional<ObjectNode>> subnets;
    private final Map<ArmId, ObjectNode> copies = new HashMap<>();
    private final TypedResources typed = new TypedResources();
    /** What cannot be read. */
    private final Map<ArmId, UnreadableResource> broken = new TreeMap<>();

    WorldState(Map<ArmId, ObjectNode> resources, Map<ArmId, Optional<ObjectNode>> subnets) {
        this.resources = resources;
        this.subnets = subnets;
    }

    /** A fingerprint of the trees that were shown. */
    int print() {
        return copies.hashCode();
    }

    /** From now on the resource, or the element of a list that does not identify itself, cannot be read. */
    void breaks(UnreadableResource unreadable) {
        broken.put(unreadable.id(), unreadable);
    }

    /** Everything can be read again. */
    void mends() {
        broken.clear();
    }

    ObservedState observe(List<ServiceSpec> services) {
        Map<ArmId, Optional<Subnet>> known = new HashMap<>();
        subnets.forEach((id, subnet) -> known.put(id, subnet.map(Subnet::new)));
        return new ObservedState(
                typed.balancers(kept(WorldPools.shown(resources, copiesOf(ArmTypes.LOAD_BALANCER)))),
                typed.publicIps(of(ArmTypes.PUBLIC_IP)),
                typed.securityGroup(of(ArmTypes.SECURITY_GROUP).stream()
                        .filter(group -> group.path("name").asText().equals("k8s-nsg"))
                        .findFirst()),
                known, privateLinks(services),
                Optional.of(List.of("1", "2", "3")), new Machines(of(ArmTypes.SCALE_SET), of(ArmTypes.SCALE_SET_VM),
                        of(ArmTypes.VIRTUAL_MACHINE), of(ArmTypes.NETWORK_INTERFACE)),
                0, InFlightChanges.UNKNOWN,
                broken.isEmpty() ? UnreadableState.NONE : new UnreadableState(broken, Map.of(), Set.of()));
    }

    /** Of the cluster's group and of every group that a Service names. */
    private Map<ArmId, PrivateLinkList> privateLinks(List<ServiceSpec> services) {
        Map<ArmId, List<PrivateLink>> lists = new HashMap<>();
        Set<String> groups = new TreeSet<>(Set.of("k8s"));
        services.stream().map(service -> service.privateLink().resourceGroup()).forEach(groups::add);
        groups.remove("");
        groups.forEach(group -> lists.put(
                ArmId.collection(World.SUBSCRIPTION, group, ArmTypes.PRIVATE_LINK_SERVICE), new ArrayList<>()));
        resources.forEach((id, body) -> {
            if (id.hasType(ArmTypes.PRIVATE_LINK_SERVICE) && !broken.containsKey(id))
                lists.computeIfAbsent(ArmId.collection(World.SUBSCRIPTION, id.resourceGroup(), id.type()),
                        group -> new ArrayList<>()).add(PrivateLink.of(body.deepCopy()));
        });
        Map<ArmId, PrivateLinkList> known = new HashMap<>();
        lists.forEach((group, links) -> {
            List<UnreadableResource> of = broken.values()
                    .stream()
                    .filter(each -> each.collection().equals(group))
                    .toList();
            known.put(group, new PrivateLinkList(links, of.stream().map(UnreadableResource::describe).findFirst(),
                    of.stream().map(UnreadableResource::id).collect(Collectors.toSet())));
        });
        return known;
    }

    private List<ObjectNode> of(String type) {
        return kept(copiesOf(type));
    }

    /** Like the observed store: an unchanged resource is the same tree instance, which is never modified. */
    private List<ObjectNode> kept(List<ObjectNode> shown) {
        return shown.stream()
                .map(json -> copies.merge(ArmId.parse(ArmJson.text(json, "id")), json,
                        (before, now) -> before.equals(now) ? before : now))
                .toList();
    }

    private List<ObjectNode> copiesOf(String type) {
        return resources.entrySet()
                .stream()
                .filter(entry -> entry.getKey().hasType(type) && !broken.containsKey(entry.getKey()))
                .map(entry -> entry.getValue().deepCopy())
                .toList();
    }
}
