package io.azureccm.service.observed.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.snapshot.Observation;
import io.azureccm.common.snapshot.Read;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.ServiceNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lists the public IPs of resource groups other than the cluster's: those that Services name, and those with public IPs of their frontends,
 * which may have been named before. A group without read permission blocks only the Services that name it; a group that does not exist has
 * no public IPs.
 */
final class PublicIpGroups {
    private final String subscription;
    private final String ownGroup;
    private final Duration age;
    private final Map<String, String> unreadable = new ConcurrentHashMap<>();

    PublicIpGroups(String subscription, String ownGroup, Duration age) {
        this.subscription = subscription;
        this.ownGroup = ownGroup;
        this.age = age;
    }

    /** The public IPs of the readable groups, and why each of the others could not be read, by name in lower case. */
    record Found(List<Observation> lists, Map<String, String> unreadable) {}

    Read own() {
        return list(ownGroup);
    }

    Found others(Answers answers, Set<String> named, List<LoadBalancer> balancers) {
        Set<String> groups = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        groups.addAll(named);
        balancers.forEach(balancer -> groups.addAll(groupsOf(balancer)));
        groups.remove(ownGroup);
        List<Read> reads = groups.stream()
                .filter(group -> !unreadable.containsKey(lower(group)))
                .map(this::list)
                .toList();
        try {
            return new Found(reads.stream().map(answers.take(reads)::of).toList(), Map.copyOf(unreadable));
        } catch (UnreadableException failure) {
            if (!isForbidden(failure))
                throw failure;
        }
        List<Observation> lists = new ArrayList<>();
        for (Read read : reads) {
            try {
                lists.add(answers.take(List.of(read)).of(read));
            } catch (UnreadableException failure) {
                if (!isForbidden(failure))
                    throw failure;
                unreadable.put(lower(read.id().resourceGroup()), failure.getMessage());
            }
        }
        return new Found(lists, Map.copyOf(unreadable));
    }

    private static boolean isForbidden(UnreadableException failure) {
        return failure.getCause() instanceof ArmException arm && arm.kind() == ArmException.Kind.FORBIDDEN;
    }

    private static String lower(String group) {
        return group.toLowerCase(Locale.ROOT);
    }

    /** A new look begins: permissions may have been granted. */
    void lookBegins() {
        unreadable.clear();
    }

    /** The lists of the cluster's group and of these groups. */
    Set<ArmId> lists(Collection<String> named) {
        Set<ArmId> lists = new TreeSet<>(Set.of(own().id()));
        named.forEach(group -> lists.add(list(group).id()));
        return lists;
    }

    private Set<String> groupsOf(LoadBalancer balancer) {
        Set<String> groups = new TreeSet<>();
        balancer.publicIpPerGroup()
                .stream()
                .filter(ip -> ip.subscription().equalsIgnoreCase(subscription))
                .forEach(ip -> groups.add(ip.resourceGroup()));
        return groups;
    }

    private Read list(String group) {
        return Read.list(ArmId.collection(subscription, group, ArmTypes.PUBLIC_IP), age);
    }
}
