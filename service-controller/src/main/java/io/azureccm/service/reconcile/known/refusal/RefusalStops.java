package io.azureccm.service.reconcile.known.refusal;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.refusal.RefusalSearch;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The Services that the search of one resource stops: those that Azure refuses there, and those that wait. {@code nextAttempt}: if a write has to wait. */
record RefusalStops(ArmId resource, RefusalSearch search, Optional<Instant> nextAttempt) {
    ServiceDecisions in(ServiceDecisions services) {
        Stage stage = Rejections.stage(resource);
        Map<String, Stop> stops = new HashMap<>();
        Map<String, Refusal> removals = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            Optional<Refusal> refusal = refusal(service);
            if (refusal.isEmpty())
                continue;
            if (service.wanted())
                stops.put(service.uid(), new Stop(stage, refusal.get()));
            else
                removals.put(service.uid(), refusal.get());
        }
        return services.stopping(stops)
                .keepingRemovals(stage, removals)
                .refusing(Stage.ACCESS, stage == Stage.TRAFFIC ? retried(services) : Map.of());
    }

    /** Access to a Service is not opened again and again while it is uncertain whether its load balancer is accepted this time. */
    private Map<String, Refusal> retried(ServiceDecisions services) {
        return services.all()
                .stream()
                .filter(service -> service.wanted() && search.isRetried(service.uid()))
                .collect(Collectors.toMap(ServiceSpec::uid, service -> new Refusal(Rejections.NOT_TRIED_YET,
                        service.subject(), "waits until Azure accepts its part of " + resource.shortName())));
    }

    private Optional<Refusal> refusal(ServiceSpec service) {
        Optional<Refusal> refused = search.of(service.uid())
                .map(each -> new Refusal(each.reason().code(), service.subject(), each.reason().message()));
        if (refused.isPresent() || !search.isWaiting(service.uid()))
            return refused;
        String until = nextAttempt.map(at -> "; the next attempt is at " + at.truncatedTo(ChronoUnit.SECONDS))
                .orElse("");
        return Optional.of(new Refusal(Rejections.NOT_TRIED_YET, service.subject(),
                "waits until the Services that Azure refuses on " + resource.shortName()
                        + " are found, which takes a few writes" + until));
    }
}
