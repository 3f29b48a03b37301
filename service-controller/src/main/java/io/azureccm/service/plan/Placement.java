package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.ServiceIntent;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where Services go: the Services of a pass, those that fit nowhere stopped; the home of each one that has a place, by UID; and
 * every load balancer that is kept for them, whether it exists or not.
 */
record Placement(List<ServiceIntent> services, Map<String, Home> homes, Set<ArmId> managed) {
    /** The load balancer that holds the frontends of one Service, and the pool of each family that its rules send traffic to. */
    record Home(ArmId loadBalancer, Map<IpFamily, ArmId> pools) {
        Home {
            pools = Map.copyOf(pools);
        }
    }

    Placement {
        services = List.copyOf(services);
        homes = Map.copyOf(homes);
        managed = Collections.unmodifiableSet(new TreeSet<>(managed));
    }

    ArmId loadBalancer(ServiceIntent service) {
        return homes.get(service.uid()).loadBalancer();
    }

    ArmId pool(ServiceIntent service, IpFamily family) {
        return homes.get(service.uid()).pools().get(family);
    }
}
