package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds out which public IPs Services let go of, from what they are given in this plan and who keeps what there is. */
public final class PublicIpReleases {
    private final PublicIpPlanner publicIps;
    private final Map<ArmId, String> keepers = new HashMap<>();

    /** {@code balancers}: as they are to be. */
    public PublicIpReleases(PublicIpPlanner publicIps, Map<ArmId, LoadBalancer> balancers, ServiceDecisions known) {
        this.publicIps = publicIps;
        balancers.values()
                .forEach(balancer -> balancer.frontends().forEach(frontend -> noteKeeper(frontend, known)));
    }

    /** By name, because tags name Services: one that was deleted and made again keeps what its new self uses. */
    public void release(ServiceDecisions services, FrontendStage.Result stage) {
        Map<String, Set<ArmId>> used = new HashMap<>();
        Set<String> kept = new TreeSet<>();
        for (ServiceSpec service : services.all()) {
            Set<ArmId> own = used.computeIfAbsent(service.subject(), name -> new TreeSet<>());
            stage.frontends(service).forEach(frontend -> frontend.publicIp().ifPresent(own::add));
            if (service.wanted() && !services.plans(service, Stage.TRAFFIC))
                kept.add(service.subject());
        }
        services.all()
                .stream()
                .filter(service -> !kept.contains(service.subject()))
                .forEach(service -> publicIps.release(service, used.get(service.subject()), keepers));
    }

    /** A Service that cannot be planned keeps its frontend, and with it the public IP. */
    private void noteKeeper(Frontend frontend, ServiceDecisions known) {
        known.ownerOf(frontend)
                .filter(owner -> !known.isPlanned(frontend))
                .ifPresent(owner -> frontend.publicIp()
                        .ifPresent(ip -> keepers.put(ip, owner.subject())));
    }
}
