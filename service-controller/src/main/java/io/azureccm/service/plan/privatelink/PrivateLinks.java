package io.azureccm.service.plan.privatelink;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.model.PrivateLinkNames;
import io.azureccm.service.observed.ArmResources;
import io.azureccm.service.observed.ObservedState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The private link services that were read, indexed by their frontends, and their owners according to their tags. */
public final class PrivateLinks {
    private final String clusterName;
    private final Set<ArmId> unreadable = new TreeSet<>();
    private final ArmResources<PrivateLink> all;
    private final Map<ArmId, List<PrivateLink>> byFrontend = new HashMap<>();

    public PrivateLinks(String clusterName, ObservedState observedState) {
        this.clusterName = clusterName;
        observedState.privateLinks().values().forEach(list -> unreadable.addAll(list.unreadable()));
        this.all = new ArmResources<>(observedState.privateLinks()
                .values()
                .stream()
                .flatMap(list -> list.services().stream())
                .sorted(Comparator.comparing(PrivateLink::id))
                .toList());
        for (PrivateLink link : all) {
            Set.copyOf(link.frontends())
                    .forEach(frontend -> byFrontend.computeIfAbsent(frontend, none -> new ArrayList<>()).add(link));
        }
    }

    public List<PrivateLink> ours() {
        return all.stream().filter(this::isOurs).toList();
    }

    Optional<PrivateLink> byId(ArmId id) {
        return all.find(id);
    }

    public List<PrivateLink> attachedTo(ArmId frontend) {
        return byFrontend.getOrDefault(frontend, List.of());
    }

    /** Whether the one that is made for the frontend, unless it is named otherwise, exists and cannot be read. */
    boolean isUnreadable(Frontend frontend) {
        String name = PrivateLinkNames.service(frontend.name());
        return unreadable.stream().anyMatch(id -> id.name().equalsIgnoreCase(name));
    }

    /** The private link services of all frontends of a load balancer. */
    Set<ArmId> attachedToAny(ArmId balancer) {
        Set<ArmId> ids = new TreeSet<>();
        byFrontend.forEach((frontend, attached) -> {
            if (frontend.parent().filter(balancer::equals).isPresent())
                attached.forEach(link -> ids.add(link.id()));
        });
        return ids;
    }

    /** Only the tag of this cluster makes one managed: without a cluster tag it is unmanaged. */
    public boolean isOurs(PrivateLink link) {
        return ResourceTags.find(link.tags(), Ownership.CLUSTER_TAG)
                .filter(cluster -> cluster.strip().equalsIgnoreCase(clusterName))
                .isPresent();
    }
}
