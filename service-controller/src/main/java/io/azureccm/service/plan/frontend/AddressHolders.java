package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.observed.ObservedState;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds who has the address of a frontend now: Azure lets an address be on one load balancer, so the old one goes first. */
record AddressHolders(ObservedState observedState) {
    /** A frontend of another load balancer at the same address. */
    record Holder(ArmId loadBalancer, String frontend) {}

    Optional<Holder> elsewhere(FrontendModel frontend) {
        Stream<Frontend> same = frontend.publicIp().isPresent()
                ? observedState.loadBalancers().frontendsAt(frontend.publicIp().get()).stream()
                : observedState.loadBalancers()
                        .frontendsAt(frontend.body().privateIp())
                        .stream()
                        .filter(other -> frontend.body().subnet().equalsIgnoreCase(other.subnet()));
        return same.filter(other -> !other.loadBalancer().equals(frontend.loadBalancer()))
                .findFirst()
                .map(other -> new Holder(other.loadBalancer(), other.name()));
    }
}
