package io.azureccm.service.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CacheKind;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.estate.Needs;
import io.azureccm.service.model.Tree;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Reads the estate with as few calls as the plan at hand needs: lists shared by all Services first, then what those lists and
 * the planner's needs lead to. Ages follow the cache settings of the cloud config; our own writes show at once.
 */
public final class EstateReader {
    private static final Duration ZONES_AGE = Duration.ofMinutes(30);
    private static final Map<String, String> WITH_INSTANCE_VIEW = Map.of("$expand", "instanceView");

    private final CloudConfig cloud;
    private final ArmId securityGroup;
    private final boolean machines;
    private final ObservedStore store;
    private final InstantSource clock;

    /** {@code machines}: whether pools hold network interfaces, so that scale sets matter; {@code securityGroup} null when none is configured. */
    public EstateReader(CloudConfig cloud, ArmId securityGroup, boolean machines, ObservedStore store,
            InstantSource clock) {
        this.cloud = cloud;
        this.securityGroup = securityGroup;
        this.machines = machines;
        this.store = store;
        this.clock = clock;
    }

    /** {@code publicIpGroups}: resource groups of public IPs besides the cluster's; {@code nodeMachines}: the machines of nodes. */
    public Estate read(Set<String> publicIpGroups, Set<ArmId> nodeMachines, Needs needs) {
        needs.outdated().forEach(store::invalidate);
        List<Read> shared = new ArrayList<>();
        Read balancers = Read.list(balancers(), age(CacheKind.LOAD_BALANCER));
        shared.add(balancers);
        List<Read> publicIps = publicIps(publicIpGroups);
        shared.addAll(publicIps);
        Optional<Read> group = Optional.ofNullable(securityGroup)
                .map(id -> Read.get(id, age(CacheKind.SECURITY_GROUP)));
        group.ifPresent(shared::add);
        Read scaleSets = Read
                .list(ArmId.collection(cloud.subscriptionId(), cloud.resourceGroup(), ArmTypes.SCALE_SET),
                        age(CacheKind.SCALE_SETS))
                .orPartial();
        if (machines)
            shared.add(scaleSets);
        Map<ArmId, Read> subnets = new TreeMap<>();
        needs.subnets().forEach(id -> subnets.put(id, Read.get(id, age(CacheKind.LOAD_BALANCER))));
        shared.addAll(subnets.values());
        Read provider = Read.get(
                ArmId.parse("/subscriptions/" + cloud.networkSubscriptionId() + "/providers/Microsoft.Compute"),
                ZONES_AGE);
        if (needs.zones())
            shared.add(provider);
        Snapshot first = store.take(shared);

        // What Services are refused for want of is looked for anew in the next pass.
        Stream.concat(group.stream(), subnets.values().stream())
                .filter(read -> first.of(read).item().isEmpty())
                .forEach(read -> store.invalidate(read.id()));
        List<ObjectNode> observedBalancers = first.of(balancers).items();
        List<ObjectNode> observedScaleSets = machines ? first.of(scaleSets).items() : List.of();
        Map<ArmId, Read> instances = new TreeMap<>();
        relevant(observedScaleSets, observedBalancers, nodeMachines).forEach(id -> instances.put(id, instances(id)));
        Snapshot second = store.take(instances.values());

        Map<ArmId, List<ObjectNode>> observedInstances = new HashMap<>();
        instances.forEach((id, read) -> observedInstances.put(id, second.of(read).items()));
        Map<ArmId, Optional<ObjectNode>> observedSubnets = new HashMap<>();
        subnets.forEach((id, read) -> observedSubnets.put(id, first.of(read).item()));
        return new Estate(observedBalancers,
                publicIps.stream().flatMap(read -> first.of(read).items().stream()).toList(),
                group.flatMap(read -> first.of(read).item()), observedSubnets,
                needs.zones() ? Optional.of(zones(first.of(provider).item())) : Optional.empty(), observedScaleSets,
                observedInstances,
                Math.max(first.ageMillis(clock.instant()), second.ageMillis(clock.instant())));
    }

    /** A machine that joins or leaves a pool gives the load balancer a new etag: it has to be read before it is written again. */
    public void poolsChanged() {
        store.invalidate(balancers());
    }

    /** A public IP that a frontend takes or gives back has a new etag, and may have got its address only now. */
    public void frontendsChanged(Set<String> publicIpGroups) {
        publicIps(publicIpGroups).forEach(read -> store.invalidate(read.id()));
    }

    private ArmId balancers() {
        return ArmId.collection(cloud.networkSubscriptionId(), cloud.loadBalancerResourceGroup(),
                ArmTypes.LOAD_BALANCER);
    }

    private List<Read> publicIps(Set<String> groups) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.add(cloud.resourceGroup());
        all.addAll(groups);
        return all.stream()
                .map(group -> Read.list(ArmId.collection(cloud.networkSubscriptionId(), group, ArmTypes.PUBLIC_IP),
                        age(CacheKind.PUBLIC_IP)))
                .toList();
    }

    private Read instances(ArmId scaleSet) {
        Read read = Read.list(scaleSet.children("virtualMachines"), age(CacheKind.SCALE_SET_MACHINES)).orPartial();
        return cloud.arm().caches().listWithoutInstanceView() ? read : read.query(WITH_INSTANCE_VIEW);
    }

    /** Scale sets of nodes and of machines that are in some pool: the others' instances need not be listed. */
    private static Set<ArmId> relevant(List<ObjectNode> scaleSets, List<ObjectNode> balancers,
            Set<ArmId> nodeMachines) {
        Set<ArmId> members = new TreeSet<>();
        nodeMachines.forEach(machine -> machine.parent().ifPresent(members::add));
        for (ObjectNode balancer : balancers) {
            for (ObjectNode pool : Tree.list(balancer, "properties", "backendAddressPools")) {
                Tree.list(pool, "properties", "backendIPConfigurations")
                        .forEach(config -> scaleSetOf(config).ifPresent(members::add));
            }
        }
        Set<ArmId> relevant = new TreeSet<>();
        scaleSets.stream()
                .filter(scaleSet -> !Tree.text(scaleSet, "properties", "orchestrationMode")
                        .equalsIgnoreCase("Flexible"))
                .map(scaleSet -> ArmId.parse(Tree.text(scaleSet, "id")))
                .filter(members::contains)
                .forEach(relevant::add);
        return relevant;
    }

    private static Optional<ArmId> scaleSetOf(ObjectNode ipConfiguration) {
        Optional<ArmId> id = ArmId.tryParse(Tree.text(ipConfiguration, "id"));
        while (id.isPresent() && !id.get().hasType(ArmTypes.SCALE_SET)) {
            id = id.get().parent();
        }
        return id;
    }

    /** The zones of the region in numeric order; Azure names the region here as people read it ("East US"). */
    private List<String> zones(Optional<ObjectNode> provider) {
        String location = cloud.location().replace(" ", "").toLowerCase(Locale.ROOT);
        return provider.map(json -> Tree.list(json, "resourceTypes"))
                .orElse(List.of())
                .stream()
                .filter(type -> Tree.text(type, "resourceType").equalsIgnoreCase("virtualMachines"))
                .flatMap(type -> Tree.list(type, "zoneMappings").stream())
                .filter(mapping -> Tree.text(mapping, "location")
                        .replace(" ", "")
                        .toLowerCase(Locale.ROOT)
                        .equals(location))
                .flatMap(mapping -> Tree.texts(mapping, "zones").stream())
                .distinct()
                .sorted()
                .toList();
    }

    private Duration age(CacheKind kind) {
        return cloud.arm().caches().ttl(kind);
    }
}
