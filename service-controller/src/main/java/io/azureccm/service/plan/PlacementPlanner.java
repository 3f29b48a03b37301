package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.plan.Placement.Home;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides which load balancer each Service is on. External and internal frontends are on two load balancers that share a name. */
final class PlacementPlanner {
    private final PlannerSettings settings;

    PlacementPlanner(PlannerSettings settings) {
        this.settings = settings;
    }

    Placement place(List<ServiceIntent> services) {
        String name = settings.loadBalancerName();
        Map<String, Home> homes = new HashMap<>();
        for (ServiceIntent service : services) {
            homes.put(service.uid(), home(settings.loadBalancer(name, service.address().internal())));
        }
        return new Placement(services, homes,
                Set.of(settings.loadBalancer(name, false), settings.loadBalancer(name, true)));
    }

    private Home home(ArmId loadBalancer) {
        Map<IpFamily, ArmId> pools = new EnumMap<>(IpFamily.class);
        for (IpFamily family : IpFamily.values()) {
            pools.put(family, settings.pool(loadBalancer, family));
        }
        return new Home(loadBalancer, pools);
    }
}
