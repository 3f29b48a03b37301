package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.snapshot.Observation;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lists the public IPs of resource groups besides the cluster's: those that Services name, and those where the public IPs of
 * their frontends are, which may have been named before. A group that this controller may not read keeps only the Services
 * back that name it; one that does not exist has no public IPs.
 */
final class PublicIpGroups {
    private final String subscription;
    private final String ownGroup;
    private final ObservedStore store;
    private final Duration age;

    PublicIpGroups(String subscription, String ownGroup, ObservedStore store, Duration age) {
        this.subscription = subscription;
        this.ownGroup = ownGroup;
        this.store = store;
        this.age = age;
    }

    /** What the groups hold, and why each of the others could not be read, by name in lower case. */
    record Found(List<Observation> lists, Map<String, String> unreadable) {}

    Read own() {
        return list(ownGroup);
    }

    Found others(Set<String> named, List<ObjectNode> balancers) {
        Set<String> groups = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        groups.addAll(named);
        balancers.forEach(balancer -> groups.addAll(groupsOf(balancer)));
        groups.remove(ownGroup);
        List<Read> reads = groups.stream().map(this::list).toList();
        Map<String, String> unreadable = new TreeMap<>();
        try {
            return new Found(observations(store.take(reads), reads), unreadable);
        } catch (ArmException failure) {
            if (failure.kind() != ArmException.Kind.FORBIDDEN)
                throw failure;
        }
        List<Observation> lists = new ArrayList<>();
        for (Read read : reads) {
            try {
                lists.add(store.read(read));
            } catch (ArmException failure) {
                if (failure.kind() != ArmException.Kind.FORBIDDEN)
                    throw failure;
                unreadable.put(read.id().resourceGroup().toLowerCase(java.util.Locale.ROOT), failure.getMessage());
            }
        }
        return new Found(lists, unreadable);
    }

    /** The lists of the cluster's group and of these are read before the next plan. */
    void invalidate(Collection<String> named) {
        store.invalidate(own().id());
        named.forEach(group -> store.invalidate(list(group).id()));
    }

    private Set<String> groupsOf(ObjectNode balancer) {
        Set<String> groups = new TreeSet<>();
        ArmJson.list(balancer, "properties", "frontendIPConfigurations")
                .stream()
                .filter(frontend -> ServiceNames.isNamedAfterService(ArmJson.name(frontend)))
                .map(frontend -> ArmId.tryParse(ArmJson.text(frontend, "properties", "publicIPAddress", "id")))
                .flatMap(Optional::stream)
                .filter(ip -> ip.subscription().equalsIgnoreCase(subscription))
                .forEach(ip -> groups.add(ip.resourceGroup()));
        return groups;
    }

    private Read list(String group) {
        return Read.list(ArmId.collection(subscription, group, ArmTypes.PUBLIC_IP), age);
    }

    private static List<Observation> observations(Snapshot snapshot, List<Read> reads) {
        return reads.stream().map(snapshot::of).toList();
    }
}
