package io.azureccm.service.plan.pool;

import io.azureccm.common.config.VmType;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.machine.ScaleSet;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.plan.context.PlannerSettings;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which pools the SKU of the load balancers lets a machine join: those of SKU basic accept machines of one set each, without mixing. Pure. */
public record PoolAdmission(PlannerSettings settings) {
    /** The machines that the pool accepts; empty if it accepts any. */
    public Optional<Set<ArmId>> machines(ArmId pool, Machines machines, Membership membership) {
        if (settings.cloud().loadBalancer().standard())
            return Optional.empty();
        return Optional.of(MachineInterface.of(machines)
                .stream()
                .filter(machine -> of(machine, membership).filter(own -> own.isJoined(pool)).isPresent())
                .flatMap(machine -> machine.machine().stream())
                .collect(Collectors.toSet()));
    }

    boolean isAdmitted(MachineInterface machine, Membership membership) {
        return of(machine, membership).isPresent();
    }

    /** What the SKU of the load balancers allows such a machine to join: basic ones accept machines of one set each, without mixing. */
    Optional<Membership> of(MachineInterface machine, Membership membership) {
        if (settings.cloud().loadBalancer().standard())
            return Optional.of(membership);
        boolean mainKind = settings.cloud().machines().vmType() == VmType.STANDARD
                ? machine.scaleSet().isEmpty()
                : machine.isInstance();
        return mainKind ? pairOf(machine.set().map(ArmId::name), membership).map(membership::only) : Optional.empty();
    }

    Membership ofSet(ScaleSet scaleSet, Membership membership) {
        return settings.cloud().loadBalancer().standard()
                ? membership
                : membership.only(pairOf(Optional.of(scaleSet.name()), membership).orElse(""));
    }

    /** The pair of basic load balancers for machines of this set. */
    private Optional<String> pairOf(Optional<String> set, Membership membership) {
        String primary = settings.cloud().machines().primarySetName();
        Optional<String> own = set.filter(name -> !name.equalsIgnoreCase(primary) && membership.hasPair(name));
        if (own.isPresent())
            return own;
        return primary.isEmpty() || set.filter(primary::equalsIgnoreCase).isPresent()
                ? Optional.of(settings.loadBalancerName())
                : Optional.empty();
    }
}
