package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.orphan.OrphanRemoval;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The Services of a turn with what the known state alone decides: nothing more can be done now for stopped ones. Pure. */
final class TurnDecisions {
    /** The refusal code of a Service that waits until its public IP is there. */
    static final String NO_ADDRESS_YET = "WaitsForPublicIP";

    private TurnDecisions() {}

    static ServiceDecisions of(KnownState known, Instant now) {
        Memory memory = known.memory();
        ServiceDecisions services = memory.addresses()
                .without(memory.ipTags().keeping(ServiceDecisions.of(known.cluster().clusterState())));
        services = services.stopping(addressStops(services, memory.writes(), now))
                .stopping(memory.retries().stopsAt(now));
        services = memory.rejections().stopping(services, now);
        return known.orphans().isEmpty() ? services : new OrphanRemoval(known.orphans()).services(services);
    }

    /**
     * Stops Services whose public IP could not be written, until the retry: otherwise they would delay the load balancer for others,
     * possibly for an hour. A retry of what Azure refused is for the public IP alone, so that nothing else is written in vain.
     */
    private static Map<String, Stop> addressStops(ServiceDecisions services, WriteMemory writes, Instant now) {
        Map<String, Stop> stops = new HashMap<>();
        for (FailedWrite write : writes.failures()) {
            boolean isDue = !now.isBefore(write.notBefore());
            if (!TurnPlanner.isPublicIpPut(write.operation()) || write.isSilent() || write.isSearched()
                    || write.isIncidental()
                    || isDue && !(write.outcome() instanceof Outcome.Rejected))
                continue;
            services.all()
                    .stream()
                    .filter(service -> services.plans(service, Stage.ADDRESS) && write.isOf(service.subject()))
                    .forEach(service -> stops.put(service.uid(), isDue
                            ? waitsForPublicIp(service.subject())
                            : new Stop(Stage.ADDRESS, write.refusal(service.subject()))));
        }
        return stops;
    }

    static Stop waitsForPublicIp(String subject) {
        return new Stop(Stage.TRAFFIC, new Refusal(NO_ADDRESS_YET, subject, "waits for its public IP"));
    }
}
