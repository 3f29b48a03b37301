package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PrivateLinkList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Provides parts of the observed state that only some plans need; what is absent has to be read before planning again. */
public final class OnDemandReads {
    private final ObservedState observedState;
    private final boolean zonesExist;
    private final Set<ArmId> subnets = new TreeSet<>();
    private final Set<ArmId> privateLinks = new TreeSet<>();
    private final Set<ArmId> singles = new TreeSet<>();
    private final Set<ArmId> outdated = new TreeSet<>();
    private boolean zones;

    public OnDemandReads(ObservedState observedState, boolean zonesExist) {
        this.observedState = observedState;
        this.zonesExist = zonesExist;
    }

    public List<String> zones() {
        if (!zonesExist)
            return List.of();
        zones |= observedState.zones().isEmpty();
        return observedState.zones().orElse(List.of());
    }

    /** Empty if the subnet does not exist; until it is read it counts as existing, without address ranges. */
    public Optional<Subnet> subnet(ArmId id) {
        if (observedState.subnets().containsKey(id))
            return observedState.subnets().get(id);
        subnets.add(id);
        return Optional.of(Subnet.UNKNOWN);
    }

    /** The private link services of a resource group; empty until they are read. */
    public Optional<PrivateLinkList> privateLinks(ArmId collection) {
        PrivateLinkList known = observedState.privateLinks().get(collection);
        if (known == null)
            privateLinks.add(collection);
        return Optional.ofNullable(known);
    }

    /** A load balancer or a public IP that is read by itself, because its list does not tell whether it exists. */
    public void single(ArmId id) {
        singles.add(id);
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

    public void outdated(ArmId collection) {
        outdated.add(collection);
    }

    public MissingReads missing() {
        return new MissingReads(subnets, privateLinks, zones, singles, outdated);
    }
}
