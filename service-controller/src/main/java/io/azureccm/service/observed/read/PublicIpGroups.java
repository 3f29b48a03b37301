package io.azureccm.service.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.snapshot.Observed;
import io.azureccm.common.snapshot.Read;
import io.azureccm.service.model.LoadBalancer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lists the public IPs of resource groups other than the cluster's: those that Services name, and those with public IPs of their frontends,
 * which may have been named before. A group that Azure refuses to list blocks only the Services that name it; a group that does not exist has
 * no public IPs.
 */
record PublicIpGroups(String subscription, String ownGroup, Duration age) {
    /** The public IPs of the readable groups, and why each of the others could not be read, by name in lower case. */
    record Found(List<Observed> lists, Map<String, String> unreadable) {}

    Read own() {
        return list(ownGroup);
    }

    Found others(ResponseSource responses, Set<String> named, List<LoadBalancer> balancers,
            ReadFindingsBuilder findings) {
        Set<String> groups = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        // One of several spellings of a group is read, and always the same.
        groups.addAll(new TreeSet<>(named));
        balancers.forEach(balancer -> groups.addAll(groupsOf(balancer)));
        groups.remove(ownGroup);
        List<Read> reads = groups.stream()
                .filter(group -> findings.problem(group).isEmpty())
                .map(this::list)
                .toList();
        try {
            return new Found(reads.stream().map(responses.take(reads)::of).toList(), findings.unreadableGroups());
        } catch (UnreadableException failure) {
            if (!failure.isRefusal())
                throw failure;
        }
        List<Observed> lists = new ArrayList<>();
        for (Read read : reads) {
            try {
                lists.add(responses.take(List.of(read)).of(read));
            } catch (UnreadableException failure) {
                if (!failure.isRefusal())
                    throw failure;
                findings.unreadable(read.id().resourceGroup(), failure.getMessage());
            }
        }
        return new Found(lists, findings.unreadableGroups());
    }

    static String lower(String group) {
        return group.toLowerCase(Locale.ROOT);
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
