package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the public IPs that Services release, from their frontends in this plan and the frontends that are kept. {@code balancers}: the
 * desired state.
 */
public record PublicIpReleases(PublicIpPlanner publicIps, Map<ArmId, LoadBalancer> balancers) {
    /** Services are compared by name, because tags contain names: a Service that was deleted and recreated keeps what the new one uses. */
    public void release(ServiceDecisions services, DesiredFrontends.Result planned) {
        Map<ArmId, String> keepers = keepers(services);
        Map<String, Set<ArmId>> used = new HashMap<>();
        Set<String> kept = new TreeSet<>();
        for (ServiceSpec service : services.all()) {
            Set<ArmId> own = used.computeIfAbsent(service.subject(), name -> new TreeSet<>());
            planned.frontends(service).forEach(frontend -> frontend.publicIp().ifPresent(own::add));
            if (service.wanted() && !services.plans(service, Stage.TRAFFIC))
                kept.add(service.subject());
        }
        services.all()
                .stream()
                .filter(service -> !kept.contains(service.subject()))
                .forEach(service -> publicIps.release(service, used.get(service.subject()), keepers));
    }

    /** A Service that cannot be planned keeps its frontend, and with it the public IP. */
    private Map<ArmId, String> keepers(ServiceDecisions known) {
        Map<ArmId, String> keepers = new HashMap<>();
        balancers.values()
                .stream()
                .flatMap(balancer -> balancer.frontends().stream())
                .filter(frontend -> !known.isPlanned(frontend))
                .forEach(frontend -> frontend.publicIp()
                        .ifPresent(ip -> known.ownerOf(frontend).ifPresent(owner -> keepers.put(ip, owner.subject()))));
        return keepers;
    }
}
