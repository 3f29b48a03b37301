package io.azureccm.service.plan;

import io.azureccm.service.model.FrontendModel;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.intent.ServiceIntent.Stage;
import io.azureccm.service.model.Tree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds out which public IPs Services let go of, from what they are given in this pass and who keeps what there is. */
final class PublicIpReleases {
    private final PublicIpPlanner publicIps;
    private final Map<ArmId, String> keepers = new HashMap<>();

    /** {@code balancers}: as they are to be, null for one that goes. */
    PublicIpReleases(PublicIpPlanner publicIps, Map<ArmId, ObjectNode> balancers, KnownServices known) {
        this.publicIps = publicIps;
        balancers.values()
                .forEach(balancer -> Tree.list(balancer, "properties", "frontendIPConfigurations")
                        .forEach(frontend -> noteKeeper(frontend, known)));
    }

    /** By name, because tags name Services: one that was deleted and made again keeps what its new self uses. */
    void release(List<ServiceIntent> services, FrontendStage.Result stage) {
        Map<String, Set<ArmId>> used = new HashMap<>();
        Set<String> kept = new TreeSet<>();
        for (ServiceIntent service : services) {
            used.computeIfAbsent(service.subject(), name -> new TreeSet<>())
                    .addAll(stage.publicIps().getOrDefault(service, Set.of()));
            if (service.wanted() && !service.plans(Stage.TRAFFIC))
                kept.add(service.subject());
        }
        services.stream()
                .filter(service -> !kept.contains(service.subject()))
                .forEach(service -> publicIps.release(service, used.get(service.subject()), keepers));
    }

    /** A Service that cannot be planned keeps its frontend, and with it the public IP. */
    private void noteKeeper(ObjectNode frontend, KnownServices known) {
        known.ownerOf(Tree.name(frontend))
                .filter(owner -> !known.isPlanned(Tree.name(frontend)))
                .ifPresent(owner -> ArmId.tryParse(FrontendModel.publicIpOf(frontend))
                        .ifPresent(ip -> keepers.put(ip, owner.subject())));
    }
}
