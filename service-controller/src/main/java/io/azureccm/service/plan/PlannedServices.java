package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.frontend.FrontendStage;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says where a plan leaves each Service: its addresses in the order of the frontends on the load balancer, then additional ones. */
final class PlannedServices {
    private final Map<String, String> waiting;
    private final Map<ArmId, Integer> positions = new HashMap<>();

    /** {@code balancers}: as they are once the plan is done; {@code waiting}: what that leaves to be done for whom, by UID. */
    PlannedServices(Map<ArmId, LoadBalancer> balancers, Map<String, String> waiting) {
        this.waiting = waiting;
        balancers.values()
                .forEach(balancer -> balancer.frontends()
                        .forEach(frontend -> positions.putIfAbsent(frontend.id(), positions.size())));
    }

    Map<String, ServicePlan.PlannedService> of(List<ServiceSpec> services, FrontendStage.Result stage) {
        Map<String, ServicePlan.PlannedService> plannedServices = new HashMap<>();
        services.forEach(service -> plannedServices.put(service.uid(), plannedService(service,
                stage.frontends().getOrDefault(service.uid(), List.of()), stage.isComplete(service))));
        return plannedServices;
    }

    private ServicePlan.PlannedService plannedService(ServiceSpec service, List<FrontendModel> frontends,
            boolean complete) {
        List<String> addresses = new ArrayList<>();
        frontends.stream()
                .sorted(Comparator.comparingInt(this::position))
                .forEach(frontend -> frontend.address().ifPresent(addresses::add));
        boolean known = complete && addresses.size() == frontends.size();
        addresses.addAll(service.address().additionalIps());
        List<String> served = frontends.isEmpty() ? List.of() : List.copyOf(addresses);
        List<String> kept = service.statusIps().stream().filter(served::contains).toList();
        boolean withdrawn = service.plans(Stage.TRAFFIC) && kept.size() < service.statusIps().size();
        return new ServicePlan.PlannedService(service, known ? Optional.of(served) : Optional.empty(),
                withdrawn ? Optional.of(kept) : Optional.empty(),
                Optional.ofNullable(waiting.get(service.uid())));
    }

    private int position(FrontendModel frontend) {
        return positions.getOrDefault(frontend.id(), -1);
    }
}
