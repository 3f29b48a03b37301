package io.azureccm.service.plan;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.service.observed.Needs;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A plan, where it leaves each Service (by UID), what has to be read first (with needs it is a draft, not to be carried out), and
 * what users are to be told, by UID of the Service. {@code makesWay} is true when more can be planned once it is done.
 * {@code reading}: what of Azure it was made on.
 */
public record ServicePlan(Plan plan, Map<String, PlannedService> plannedServices, Needs needs,
        Map<String, List<Notice>> notices, boolean makesWay, Reading reading) {
    /**
     * One Service as planned: its intent with what stopped it, if anything, and the addresses it has once the plan is done;
     * empty while Azure has not allocated all of them. {@code meanwhile} is there when the plan takes away an address that the
     * Service shows: what it may show until the plan that follows gives it another. {@code waiting} says
     * what is missing that this plan cannot do.
     */
    public record PlannedService(ServiceSpec service, Optional<List<String>> addresses,
            Optional<List<String>> meanwhile, Optional<String> waiting) {
        /** The same for the same Service with more to tell its user. */
        PlannedService telling(ServiceSpec service) {
            return new PlannedService(service, addresses, meanwhile, waiting);
        }
    }

    public ServicePlan {
        plannedServices = Map.copyOf(plannedServices);
        notices = Map.copyOf(notices);
    }

    /** The same with other writes. */
    public ServicePlan with(Plan other) {
        return new ServicePlan(other, plannedServices, needs, notices, makesWay, reading);
    }
}
