package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.Tree;
import java.util.Optional;

/** Finds who has the address of a frontend now: Azure lets an address be on one load balancer, so the old one goes first. */
final class AddressHolders {
    /** A frontend of another load balancer at the same address. */
    record Holder(ArmId loadBalancer, String frontend) {}

    private final Estate estate;

    AddressHolders(Estate estate) {
        this.estate = estate;
    }

    Optional<Holder> elsewhere(FrontendModel frontend) {
        for (ObjectNode balancer : estate.loadBalancers()) {
            ArmId id = ArmId.parse(Tree.text(balancer, "id"));
            if (id.equals(frontend.loadBalancer()))
                continue;
            for (ObjectNode other : Tree.list(balancer, "properties", "frontendIPConfigurations")) {
                if (isSame(frontend, other))
                    return Optional.of(new Holder(id, Tree.name(other)));
            }
        }
        return Optional.empty();
    }

    private static boolean isSame(FrontendModel frontend, ObjectNode other) {
        if (frontend.publicIp().isPresent())
            return frontend.publicIp().get().matches(FrontendPlanner.publicIpOf(other));
        String address = FrontendPlanner.privateIpOf(frontend.body());
        return !address.isEmpty() && address.equals(FrontendPlanner.privateIpOf(other))
                && Tree.sameId(subnet(frontend.body()), subnet(other));
    }

    private static String subnet(ObjectNode frontend) {
        return Tree.text(frontend, "properties", "subnet", "id");
    }
}
