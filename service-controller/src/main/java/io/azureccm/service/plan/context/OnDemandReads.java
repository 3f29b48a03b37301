package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PrivateLinkList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parts of the observed state that only some plans need, and for each what has to be read before planning again if it is absent. Planners
 * return what they miss. {@code zonesExist}: the cloud has regions with zones.
 */
public record OnDemandReads(ObservedState observedState, boolean zonesExist) {
    /** Empty until they are read. */
    public List<String> zones() {
        return zonesExist ? observedState.zones().orElse(List.of()) : List.of();
    }

    public MissingReads missingZones() {
        return zonesExist && observedState.zones().isEmpty() ? MissingReads.ofZones() : MissingReads.NONE;
    }

    /** Empty if the subnet does not exist; until it is read it counts as existing, without address ranges. */
    public Optional<Subnet> subnet(ArmId id) {
        return observedState.subnets().getOrDefault(id, Optional.of(Subnet.UNKNOWN));
    }

    public MissingReads missingSubnet(ArmId id) {
        return observedState.subnets().containsKey(id) ? MissingReads.NONE : MissingReads.ofSubnet(id);
    }

    /** The private link services of a resource group; empty until they are read. */
    public Optional<PrivateLinkList> privateLinks(ArmId collection) {
        return Optional.ofNullable(observedState.privateLinks().get(collection));
    }

    public MissingReads missingPrivateLinks(ArmId collection) {
        return observedState.privateLinks().containsKey(collection)
                ? MissingReads.NONE
                : MissingReads.ofPrivateLinks(Set.of(collection));
    }

    /** Why a subnet cannot be read. */
    public Optional<String> problem(ArmId subnet) {
        return observedState.unreadable().of(subnet);
    }

    /** Why the zones of the region cannot be read: nothing that has zones can be created, since they cannot be changed later. */
    public Optional<String> zonesProblem(PlannerSettings settings) {
        return zonesExist
                ? observedState.unreadable().of(ObservedState.regions(settings.cloud().networkSubscriptionId()))
                : Optional.empty();
    }
}
