package io.azureccm.service.plan;

import io.azureccm.service.plan.context.Placement.LoadBalancerChoice;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What planning decided for one Service: why it is not planned in full; its addresses after the plan, empty until Azure has allocated all
 * of them; the addresses it may show {@code meanwhile}, present if the plan removes an address that the Service shows; what it is {@code
 * waiting} for that this plan cannot do; notices for its user; and the load balancer it is placed on, if any.
 */
public record PlannedService(ServiceSpec spec, Optional<Stop> stop, Optional<List<String>> addresses,
        Optional<List<String>> meanwhile, Optional<String> waiting, List<Notice> notices,
        Optional<LoadBalancerChoice> choice) {
    /** A copy with one more notice. */
    public PlannedService with(Notice notice) {
        return new PlannedService(spec, stop, addresses, meanwhile, waiting,
                Stream.concat(notices.stream(), Stream.of(notice)).toList(), choice);
    }

    public String subject() {
        return spec.subject();
    }
}
