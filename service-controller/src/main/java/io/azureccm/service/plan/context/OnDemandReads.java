package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PrivateLinkList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parts of the observed state that only some plans need. What planners ask for and the observed state lacks is collected: it has to be read
 * before planning again.
 */
public final class OnDemandReads {
    private final ObservedState observedState;
    private final boolean zonesExist;
    private final Set<MissingReads> missing = new HashSet<>();

    /** {@code zonesExist}: the cloud has regions with zones. */
    public OnDemandReads(ObservedState observedState, boolean zonesExist) {
        this.observedState = observedState;
        this.zonesExist = zonesExist;
    }

    /** What has to be read to know what planners asked for so far. */
    public MissingReads missing() {
        return MissingReads.of(missing);
    }

    /** What has to be read, although no part of the observed state is missing. */
    public void ask(MissingReads reads) {
        missing.add(reads);
    }

    /** Empty until they are read. */
    public List<String> zones() {
        if (zonesExist && observedState.zones().isEmpty())
            ask(MissingReads.ofZones());
        return zonesExist ? observedState.zones().orElse(List.of()) : List.of();
    }

    /** Empty if the subnet does not exist; until it is read it counts as existing, without address ranges. */
    public Optional<Subnet> subnet(ArmId id) {
        if (!observedState.subnets().containsKey(id))
            ask(MissingReads.ofSubnet(id));
        return observedState.subnets().getOrDefault(id, Optional.of(Subnet.UNKNOWN));
    }

    /** The private link services of a resource group; empty until they are read. */
    public Optional<PrivateLinkList> privateLinks(ArmId collection) {
        if (!observedState.privateLinks().containsKey(collection))
            ask(MissingReads.ofPrivateLinks(Set.of(collection)));
        return Optional.ofNullable(observedState.privateLinks().get(collection));
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
