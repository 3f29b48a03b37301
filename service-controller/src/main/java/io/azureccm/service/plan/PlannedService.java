package io.azureccm.service.plan;

import io.azureccm.service.plan.context.Placement.LoadBalancerChoice;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.List;
import java.util.Optional;

/**
 * What planning decided for one Service: what keeps it from being planned in full; the addresses it has once the plan is done, empty
 * while Azure has not allocated all of them; what it may show {@code meanwhile}, which is there when the plan takes away an address
 * that the Service shows; what it is {@code waiting} for that this plan cannot do; what its user is to be told; and the load balancer it
 * is placed on, empty when it is placed on none.
 */
public record PlannedService(ServiceSpec spec, Optional<Stop> stop, Optional<List<String>> addresses,
        Optional<List<String>> meanwhile, Optional<String> waiting, List<Notice> notices,
        Optional<LoadBalancerChoice> choice) {
    public PlannedService {
        notices = List.copyOf(notices);
    }

    /** True when the given part of the Service is planned. */
    public boolean plans(Stage stage) {
        return spec.wanted() && stop.filter(each -> each.covers(stage)).isEmpty();
    }

    public String subject() {
        return spec.subject();
    }
}
