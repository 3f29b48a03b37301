package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.observed.ObservedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the current holder of a frontend's address: Azure allows an address on one load balancer only, so the old frontend is removed
 * first. A frontend that Azure shows with the address has it: the other one is outdated, such as that of a load balancer whose deletion has
 * not ended.
 */
record AddressHolders(ObservedState observedState) {
    /** A frontend of another load balancer with the same address. */
    record Holder(ArmId loadBalancer, String frontend) {}

    /** The holder for each of the frontends that has one. */
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
                return same.stream().map(Frontend::id).anyMatch(frontend.body().id()::equals)
                        ? Optional.empty()
                        : Optional.of(new Holder(other.loadBalancer(), other.name()));
        }
        return Optional.empty();
    }
}
