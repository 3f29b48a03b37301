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

/** Answers what only some plans need to know, from the observed state; what is not in it has to be read before planning again. */
public final class OnDemandReads {
    private final ObservedState observedState;
    private final boolean zonesExist;
    private final Set<ArmId> subnets = new TreeSet<>();
    private final Set<ArmId> privateLinks = new TreeSet<>();
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

    /** Empty when the subnet does not exist; while it was not asked for it counts as there, without address ranges. */
    public Optional<Subnet> subnet(ArmId id) {
        if (observedState.subnets().containsKey(id))
            return observedState.subnets().get(id);
        subnets.add(id);
        return Optional.of(Subnet.UNKNOWN);
    }

    /** The private link services of a resource group; empty while they were not asked for. */
    public Optional<PrivateLinkList> privateLinks(ArmId collection) {
        PrivateLinkList known = observedState.privateLinks().get(collection);
        if (known == null)
            privateLinks.add(collection);
        return Optional.ofNullable(known);
    }

    public void outdated(ArmId collection) {
        outdated.add(collection);
    }

    public MissingReads missing() {
        return new MissingReads(subnets, privateLinks, zones, outdated);
    }
}
