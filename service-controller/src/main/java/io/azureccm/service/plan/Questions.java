package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.estate.Needs;
import io.azureccm.service.estate.PrivateLinkList;
import io.azureccm.service.model.Tree;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Answers what only some plans need to know, from the estate; what is not in it is noted as a need, for another try. */
final class Questions {
    private final Estate estate;
    private final boolean zonesExist;
    private final Set<ArmId> subnets = new TreeSet<>();
    private final Set<ArmId> privateLinks = new TreeSet<>();
    private final Set<ArmId> outdated = new TreeSet<>();
    private boolean zones;

    Questions(Estate estate, boolean zonesExist) {
        this.estate = estate;
        this.zonesExist = zonesExist;
    }

    List<String> zones() {
        if (!zonesExist)
            return List.of();
        zones |= estate.zones().isEmpty();
        return estate.zones().orElse(List.of());
    }

    /** Empty when the subnet does not exist; while it was not asked for it counts as there, without address ranges. */
    Optional<ObjectNode> subnet(ArmId id) {
        if (estate.subnets().containsKey(id))
            return estate.subnets().get(id);
        subnets.add(id);
        return Optional.of(Tree.object());
    }

    /** The private link services of a resource group; empty while they were not asked for. */
    Optional<PrivateLinkList> privateLinks(ArmId collection) {
        PrivateLinkList known = estate.privateLinks().get(collection);
        if (known == null)
            privateLinks.add(collection);
        return Optional.ofNullable(known);
    }

    void outdated(ArmId collection) {
        outdated.add(collection);
    }

    Needs needs() {
        return new Needs(subnets, privateLinks, zones, outdated);
    }
}
