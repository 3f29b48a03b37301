package io.azureccm.service.plan.frontend;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.observed.Frontend;
import io.azureccm.service.observed.ObservedState;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds who has the address of a frontend now: Azure lets an address be on one load balancer, so the old one goes first. */
final class AddressHolders {
    /** A frontend of another load balancer at the same address. */
    record Holder(ArmId loadBalancer, String frontend) {}

    private final ObservedState observedState;

    AddressHolders(ObservedState observedState) {
        this.observedState = observedState;
    }

    Optional<Holder> elsewhere(FrontendModel frontend) {
        Stream<Frontend> same = frontend.publicIp().isPresent()
                ? observedState.loadBalancers().frontendsAt(frontend.publicIp().get()).stream()
                : observedState.loadBalancers()
                        .frontendsAt(FrontendModel.privateIpOf(frontend.body()))
                        .stream()
                        .filter(other -> ArmJson.sameId(subnet(frontend.body()), subnet(other.body())));
        return same.filter(other -> !other.loadBalancer().equals(frontend.loadBalancer()))
                .findFirst()
                .map(other -> new Holder(other.loadBalancer(), other.name()));
    }

    private static String subnet(ObjectNode frontend) {
        return ArmJson.text(frontend, "properties", "subnet", "id");
    }
}
