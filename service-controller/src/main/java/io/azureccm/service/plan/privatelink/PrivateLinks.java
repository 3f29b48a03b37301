package io.azureccm.service.plan.privatelink;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.observed.ArmResources;
import io.azureccm.service.observed.ObservedState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The private link services that were read, indexed by their frontends, and their owners according to their tags. */
public final class PrivateLinks {
    private final String clusterName;
    private final ArmResources<PrivateLink> all;
    private final Map<ArmId, List<PrivateLink>> byFrontend = new HashMap<>();

    public PrivateLinks(String clusterName, ObservedState observedState) {
        this.clusterName = clusterName;
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

    /** Only the tag of this cluster makes one managed: without a cluster tag it is unmanaged. */
    public boolean isOurs(PrivateLink link) {
        return ResourceTags.find(link.tags(), Ownership.CLUSTER_TAG)
                .filter(cluster -> cluster.strip().equalsIgnoreCase(clusterName))
                .isPresent();
    }
}
