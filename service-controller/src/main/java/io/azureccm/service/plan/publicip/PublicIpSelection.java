package io.azureccm.service.plan.publicip;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Selects the public IP of an external Service: the one with the name or the address that it specifies, else one of its own. {@code exists}:
 * the public IPs that exist after the plan so far.
 */
record PublicIpSelection(PlannerSettings settings, ObservedState observedState, Predicate<ArmId> exists,
        PlanMemory memory) {
    /** The public IPs that are created for a Service, by family. */
    private record OwnIds(Map<IpFamily, ArmId> ids) {}

    /** Empty if there is none with the address; one with a name need not exist. */
    Optional<ArmId> of(ServiceSpec service, IpFamily family) {
        AddressSpec address = service.address();
        String group = address.publicIpResourceGroup();
        String named = address.publicIpNames().get(family);
        if (named != null)
            return Optional.of(settings.publicIp(group, named));
        return address.wantsOwnPublicIp(family)
                ? Optional.of(ownId(service, family))
                : byAddress(group, address.fixedIps().get(family));
    }

    private ArmId ownId(ServiceSpec service, IpFamily family) {
        return memory.of(OwnIds.class, service.uid(), () -> new OwnIds(service.address()
                .families()
                .stream()
                .collect(Collectors.toMap(Function.identity(),
                        each -> settings.ownPublicIp(service, each)))),
                service).ids().get(family);
    }

    private Optional<ArmId> byAddress(String group, String address) {
        return observedState.publicIps()
                .at(address)
                .stream()
                .map(PublicIp::id)
                .filter(id -> id.resourceGroup().equalsIgnoreCase(settings.publicIpGroup(group)))
                .filter(exists)
                .findFirst();
    }
}
