package io.azureccm.service.plan.privatelink;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.observed.ObservedState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The private link services that were read: by the frontends they are attached to, and whose they are by their tags. */
public final class PrivateLinks {
    private final String clusterName;
    private final List<ObjectNode> all;
    private final Map<ArmId, ObjectNode> byId = new HashMap<>();
    private final Map<ArmId, List<ObjectNode>> byFrontend = new HashMap<>();

    public PrivateLinks(String clusterName, ObservedState observedState) {
        this.clusterName = clusterName;
        this.all = observedState.privateLinks()
                .values()
                .stream()
                .flatMap(list -> list.services().stream())
                .sorted(Comparator.comparing(PrivateLinks::id))
                .toList();
        for (ObjectNode link : all) {
            byId.putIfAbsent(id(link), link);
            Set.copyOf(frontends(link))
                    .forEach(frontend -> byFrontend.computeIfAbsent(frontend, none -> new ArrayList<>()).add(link));
        }
    }

    public List<ObjectNode> ours() {
        return all.stream().filter(this::isOurs).toList();
    }

    Optional<ObjectNode> byId(ArmId id) {
        return Optional.ofNullable(byId.get(id));
    }

    public List<ObjectNode> attachedTo(ArmId frontend) {
        return byFrontend.getOrDefault(frontend, List.of());
    }

    /** Only the tag of this cluster makes one ours: without a cluster tag it is somebody else's. */
    public boolean isOurs(ObjectNode link) {
        return ResourceTags.find(ResourceTags.of(link), Ownership.CLUSTER_TAG)
                .filter(cluster -> cluster.strip().equalsIgnoreCase(clusterName))
                .isPresent();
    }

    /** The Service that made it, "" when no tag says so. */
    public static String ownerOf(ObjectNode link) {
        return ResourceTags.find(ResourceTags.of(link), Ownership.OWNER_SERVICE_TAG).orElse("").strip();
    }

    public static ArmId id(ObjectNode link) {
        return ArmId.parse(ArmJson.text(link, "id"));
    }

    public static List<ArmId> frontends(ObjectNode link) {
        return ArmJson.list(link, "properties", "loadBalancerFrontendIpConfigurations")
                .stream()
                .flatMap(frontend -> ArmId.tryParse(ArmJson.text(frontend, "id")).stream())
                .toList();
    }
}
