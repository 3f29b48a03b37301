package io.azureccm.service.observed.read;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.snapshot.Observed;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lists private link services by resource group, only where needed: where a Service requests one, where one was seen before (so that it is
 * not forgotten when the Service no longer requests it), and where Azure named one as a blocker. After a start the group of the cluster is
 * listed once, because earlier observations are lost; if that fails, it is retried in the next refreshes.
 */
record PrivateLinkReads(CloudConfig cloud) {
    private static final Pattern ID = Pattern.compile(
            "/subscriptions/([^/\\s]+)/resourceGroups/([^/\\s]+)/providers/Microsoft\\.Network/privateLinkServices/",
            Pattern.CASE_INSENSITIVE);

    /**
     * By collection: those requested, and those that had any when last read; {@code frontends}: whether there are frontends that one could
     * be attached to.
     */
    Map<ArmId, PrivateLinkList> read(ResponseSource responses, Set<ArmId> asked, boolean frontends,
            ReadFindingsBuilder findings) {
        asked.forEach(findings::watch);
        if (findings.awaitsOwnGroup()) {
            PrivateLinkList around = frontends ? list(responses, choice(), findings) : PrivateLinkList.NONE;
            if (!around.services().isEmpty())
                findings.watch(choice());
            if (around.problem().isEmpty())
                findings.ownGroupListed();
        }
        Map<ArmId, PrivateLinkList> lists = new HashMap<>();
        for (ArmId collection : new TreeSet<>(findings.watched())) {
            PrivateLinkList list = list(responses, collection, findings);
            lists.put(collection, list);
            if (list.services().isEmpty() && list.problem().isEmpty() && !asked.contains(collection))
                findings.empty(collection);
        }
        return lists;
    }

    private PrivateLinkList list(ResponseSource responses, ArmId collection, ReadFindingsBuilder findings) {
        Optional<String> known = findings.problem(collection);
        if (known.isPresent())
            return new PrivateLinkList(List.of(), known);
        Read read = Read.list(collection, cloud.arm().caches().ttl(CacheKind.PRIVATE_LINK_SERVICE)).orPartial();
        try {
            Observed shown = responses.take(List.of(read)).of(read);
            if (!shown.unreadable().isEmpty())
                findings.atNextRefresh.add(collection);
            return new PrivateLinkList(shown.list().stream().map(PrivateLink::of).toList(),
                    shown.unreadable().values().stream().map(UnreadableResource::describe).findFirst(),
                    shown.unreadable().keySet());
        } catch (UnreadableException unreadable) {
            String problem = "private link services of resource group " + collection.resourceGroup()
                    + " cannot be read: " + unreadable.getMessage();
            findings.unreadable(collection, problem);
            return new PrivateLinkList(List.of(), Optional.of(problem));
        }
    }

    /** The collections of the private link services that a refusal names; none if it is not about any. */
    Set<ArmId> namedIn(String refusal) {
        String text = refusal.toLowerCase(Locale.ROOT).replace(" ", "");
        if (!text.contains("privatelinkservice"))
            return Set.of();
        Set<ArmId> named = new TreeSet<>();
        for (Matcher id = ID.matcher(refusal); id.find();) {
            named.add(ArmId.collection(id.group(1), id.group(2), ArmTypes.PRIVATE_LINK_SERVICE));
        }
        if (named.isEmpty())
            named.add(choice());
        return named;
    }

    /** The collection of the cluster's group. */
    ArmId choice() {
        return ArmId.collection(cloud.subscriptionId(), cloud.privateLinkServiceResourceGroup(),
                ArmTypes.PRIVATE_LINK_SERVICE);
    }
}
