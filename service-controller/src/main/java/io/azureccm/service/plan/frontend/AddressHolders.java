package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.observed.ObservedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds who has the address of a frontend now: Azure lets an address be on one load balancer, so the old one goes first. */
record AddressHolders(ObservedState observedState) {
    /** A frontend of another load balancer at the same address. */
    record Holder(ArmId loadBalancer, String frontend) {}

    /** For each of the frontends, where there is one. */
    List<Holder> elsewhere(List<FrontendModel> frontends) {
        List<Holder> found = new ArrayList<>();
        frontends.forEach(frontend -> elsewhere(frontend).ifPresent(found::add));
        return found;
    }

    private Optional<Holder> elsewhere(FrontendModel frontend) {
        boolean isExternal = frontend.publicIp().isPresent();
        List<Frontend> same = isExternal
                ? observedState.loadBalancers().frontendsAt(frontend.publicIp().get())
                : observedState.loadBalancers().frontendsAt(frontend.body().privateIp());
        for (Frontend other : same) {
            if (!other.loadBalancer().equals(frontend.loadBalancer())
                    && (isExternal || frontend.body().subnet().equalsIgnoreCase(other.subnet())))
                return Optional.of(new Holder(other.loadBalancer(), other.name()));
        }
        return Optional.empty();
    }
}
