package io.azureccm.service.observed.read;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.answer.UnreadableResource;
import io.azureccm.common.snapshot.Observation;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.observed.PrivateLinkList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lists private link services by resource group, only where needed: where a Service requests one, where one was seen before (so that it is
 * not forgotten when the Service no longer requests it), and where Azure named one as a blocker. After a start the group of the cluster is
 * listed once, because earlier observations are lost; if that fails, it is retried in the next looks.
 */
final class PrivateLinkReads {
    private static final Pattern ID = Pattern.compile(
            "/subscriptions/([^/\\s]+)/resourceGroups/([^/\\s]+)/providers/Microsoft\\.Network/privateLinkServices/",
            Pattern.CASE_INSENSITIVE);

    private static final int FIRST_LOOKS = 5;

    private final CloudConfig cloud;
    private final ObservedStore store;
    private final Set<ArmId> watched = new ConcurrentSkipListSet<>();
    /** The remaining attempts to list the group of the cluster, so that a cluster without the permission stops trying. */
    private final AtomicInteger firstLooks = new AtomicInteger(FIRST_LOOKS);
    /** Collections with something that cannot be read. */
    private final Set<ArmId> broken = new ConcurrentSkipListSet<>();
    /** Why collections could not be read in this look. */
    private final Map<ArmId, String> problems = new ConcurrentHashMap<>();

    PrivateLinkReads(CloudConfig cloud, ObservedStore store) {
        this.cloud = cloud;
        this.store = store;
    }

    /**
     * By collection: those requested, and those that had any when last read; {@code frontends}: whether there are frontends that one could
     * be attached to.
     */
    Map<ArmId, PrivateLinkList> read(Answers answers, Set<ArmId> asked, boolean frontends) {
        watched.addAll(asked);
        if (firstLooks.get() > 0) {
            PrivateLinkList around = frontends ? list(answers, choice()) : PrivateLinkList.NONE;
            if (!around.services().isEmpty())
                watched.add(choice());
            if (around.problem().isEmpty())
                firstLooks.set(0);
        }
        Map<ArmId, PrivateLinkList> lists = new HashMap<>();
        for (ArmId collection : List.copyOf(watched)) {
            PrivateLinkList list = list(answers, collection);
            lists.put(collection, list);
            if (list.services().isEmpty() && list.problem().isEmpty() && !asked.contains(collection))
                watched.remove(collection);
        }
        return lists;
    }

    private PrivateLinkList list(Answers answers, ArmId collection) {
        String known = problems.get(collection);
        if (known != null)
            return new PrivateLinkList(List.of(), Optional.of(known));
        Read read = Read.list(collection, cloud.arm().caches().ttl(CacheKind.PRIVATE_LINK_SERVICE)).orPartial();
        try {
            Observation shown = answers.take(List.of(read)).of(read);
            if (!shown.unreadable().isEmpty())
                broken.add(collection);
            return new PrivateLinkList(shown.items().stream().map(PrivateLink::of).toList(),
                    shown.unreadable().stream().map(UnreadableResource::describe).findFirst(),
                    shown.unreadable().stream().map(UnreadableResource::id).collect(Collectors.toSet()));
        } catch (UnreadableException unreadable) {
            String problem = "private link services of resource group " + collection.resourceGroup()
                    + " cannot be read: " + unreadable.getMessage();
            problems.put(collection, problem);
            return new PrivateLinkList(List.of(), Optional.of(problem));
        }
    }

    /** A new look begins: what could not be read may be readable now. */
    void lookBegins() {
        if (problems.containsKey(choice()))
            firstLooks.updateAndGet(left -> Math.max(0, left - 1));
        problems.clear();
        broken.forEach(store::invalidate);
        broken.clear();
    }

    /** Reads the groups of the private link services that a refusal names again from now on; false if it names none. */
    boolean namedIn(String refusal) {
        String text = refusal.toLowerCase(Locale.ROOT).replace(" ", "");
        if (!text.contains("privatelinkservice"))
            return false;
        Set<ArmId> named = new TreeSet<>();
        for (Matcher id = ID.matcher(refusal); id.find();) {
            named.add(ArmId.collection(id.group(1), id.group(2), ArmTypes.PRIVATE_LINK_SERVICE));
        }
        if (named.isEmpty())
            named.add(choice());
        named.forEach(store::invalidate);
        watched.addAll(named);
        return true;
    }

    ArmId choice() {
        return ArmId.collection(cloud.networkSubscriptionId(), cloud.privateLinkServiceResourceGroup(),
                ArmTypes.PRIVATE_LINK_SERVICE);
    }

    /** The watched lists. */
    Set<ArmId> watched() {
        return new TreeSet<>(watched);
    }
}
