package io.azureccm.service.reconcile.turn;

import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A write to a Service that must precede writes to Azure for it. */
public sealed interface Preparation {
    public String uid();

    /** For messages. */
    public String describe();

    /** What each Service needs before the writes of this plan. */
    static List<Preparation> of(KnownState known, ServicePlan plan, Instant now) {
        List<Preparation> preparations = new ArrayList<>(finalizers(known, now));
        for (ServiceSpec service : known.services()) {
            if (isDue(service, known, now) && !lacksFinalizer(service, known))
                Optional.ofNullable(plan.plannedServices().get(service.uid()))
                        .flatMap(PlannedService::meanwhile)
                        .filter(remaining -> !remaining.equals(known.cluster().clusterState().statusIps(service)))
                        .ifPresent(remaining -> preparations.add(new WithdrawAddresses(service.uid(), remaining)));
        }
        return preparations;
    }

    /** What Services need before any write, whatever is planned. */
    static List<Preparation> finalizers(KnownState known, Instant now) {
        return known.services()
                .stream()
                .filter(service -> isDue(service, known, now) && lacksFinalizer(service, known))
                .map(service -> (Preparation) new AddFinalizer(service.uid()))
                .toList();
    }

    private static boolean isDue(ServiceSpec service, KnownState known, Instant now) {
        return !known.memory().retries().stopsAt(now).containsKey(service.uid())
                && known.requests().settles(service.uid(), now).isEmpty();
    }

    private static boolean lacksFinalizer(ServiceSpec service, KnownState known) {
        return service.wanted() && known.cluster().unfinalized().contains(service.uid());
    }

    /** Ensures that the Service is not deleted before its load balancer. */
    public record AddFinalizer(String uid) implements Preparation {
        @Override
        public String describe() {
            return "add the load balancer finalizer";
        }
    }

    /** The Service shows an address that is about to be removed: its status is reduced to the remaining ones. */
    public record WithdrawAddresses(String uid, List<String> remaining) implements Preparation {
        public WithdrawAddresses {
            remaining = List.copyOf(remaining);
        }

        @Override
        public String describe() {
            return remaining.isEmpty() ? "show no address" : "show only " + String.join(", ", remaining);
        }
    }
}
