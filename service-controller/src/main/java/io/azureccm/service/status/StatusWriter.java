package io.azureccm.service.status;

import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes results of Services to the cluster and emits the matching events; also makes the writes that must precede writes to Azure.
 * Thread-safe.
 */
public final class StatusWriter {
    private static final Logger log = LoggerFactory.getLogger(StatusWriter.class);

    private final ServiceIndex serviceIndex;
    private final ServiceWriter writer;
    private final ServiceEvents events;
    private final OwnStatuses own;
    private final ServiceConditions conditions;

    public StatusWriter(ServiceIndex serviceIndex, ServiceWriter writer, ServiceEvents events,
            ServiceConditions conditions, InstantSource clock) {
        this.conditions = conditions;
        this.own = new OwnStatuses(clock);
        this.serviceIndex = serviceIndex;
        this.writer = writer;
        this.events = events;
    }

    /**
     * True if there is nothing to write and no event to emit, which holds for most Services most of the time. {@code nodes}: the nodes
     * behind the load balancer, if the Service has not been updated for them yet.
     */
    public boolean isSettled(String uid, ServiceResult result, Optional<List<String>> nodes) {
        Optional<WatchedService> entry = serviceIndex.entry(uid);
        if (entry.isEmpty())
            return true;
        Service service = own.latest(entry.get().service());
        return result instanceof ServiceResult.Ready ready && nodes.isEmpty() && !events.awaitsEnd(service)
                && shows(service, ready.addresses()) && conditions.change(service, result, false).isEmpty();
    }

    /** Whether the conditions of a Service do not show this failure yet. */
    public boolean awaitsConditions(String uid, ServiceResult.Failed failure) {
        return serviceIndex.entry(uid)
                .filter(entry -> !entry.vanished())
                .filter(entry -> !conditions.change(own.latest(entry.service()), failure, false).isEmpty())
                .isPresent();
    }

    /** Adds the finalizer if it is missing; returns the error, if any. Blocks. */
    public Optional<String> addFinalizer(String uid) {
        return attempt(uid, entry -> {
            boolean added = entry.service().getMetadata().getFinalizers().contains(ServiceSpecParser.FINALIZER)
                    || writer.addFinalizer(entry.service());
            return added ? Optional.empty() : Optional.of("the Service is gone");
        });
    }

    /** Reduces the status to these addresses before others are removed; returns the error, if any. Blocks. */
    public Optional<String> withdraw(String uid, List<String> addresses) {
        return attempt(uid, entry -> {
            if (!entry.vanished())
                setStatus(entry.service(), addresses, ConditionChange.NONE);
            return Optional.empty();
        });
    }

    /** Writes the result of a Service and emits events, except for a failure; returns the error, if any. Blocks. */
    public Optional<String> write(String uid, ServiceResult result, Optional<List<String>> nodes) {
        return attempt(uid, entry -> {
            switch (result) {
                case ServiceResult.Ready ready -> ready(entry.service(), ready, nodes.isPresent());
                case ServiceResult.Gone gone -> gone(entry);
                case ServiceResult.Failed failed -> failed(entry, failed);
                default -> throw new IllegalArgumentException("unexpected result: " + result);
            }
            return Optional.empty();
        });
    }

    private void ready(Service service, ServiceResult.Ready ready, boolean otherNodes) {
        List<String> addresses = ready.addresses();
        Service latest = own.latest(service);
        setStatus(service, addresses, conditions.change(latest, ready, !shows(latest, addresses)));
        events.nothingFailed(service.getMetadata().getUid());
        if (events.awaitsEnd(service)) {
            events.ensured(service, addresses);
        } else if (otherNodes) {
            events.updated(service);
        }
    }

    private void gone(WatchedService entry) {
        Service service = entry.service();
        events.nothingFailed(service.getMetadata().getUid());
        if (!entry.vanished()) {
            if (service.getMetadata().getDeletionTimestamp() == null)
                setStatus(service, List.of(), conditions.change(own.latest(service), new ServiceResult.Gone(), true));
            writer.removeFinalizer(service);
        }
        events.deleted(service);
        serviceIndex.cleaned(service.getMetadata().getUid());
    }

    private Optional<String> attempt(String uid, Function<WatchedService, Optional<String>> write) {
        Optional<WatchedService> entry = serviceIndex.entry(uid);
        if (entry.isEmpty())
            return Optional.empty();
        try {
            return write.apply(entry.get());
        } catch (RuntimeException problem) {
            log.warn("could not write Service {}: {}", name(uid), problem.toString());
            return Optional.of("could not write the Service: " + problem.getMessage());
        }
    }

    private static boolean shows(Service service, List<String> addresses) {
        List<LoadBalancerIngress> shown = service.getStatus() == null || service.getStatus().getLoadBalancer() == null
                ? List.of()
                : service.getStatus().getLoadBalancer().getIngress();
        return shown.stream().map(LoadBalancerIngress::getIp).toList().equals(addresses)
                && shown.stream()
                        .allMatch(each -> each.getHostname() == null
                                && (each.getIpMode() == null || each.getIpMode().equals("VIP")));
    }

    private void failed(WatchedService entry, ServiceResult.Failed failed) {
        Service latest = own.latest(entry.service());
        if (!entry.vanished())
            setStatus(entry.service(), ServiceSpecParser.statusIps(latest), conditions.change(latest, failed, true));
    }

    private void setStatus(Service watched, List<String> addresses, ConditionChange change) {
        Service latest = own.latest(watched);
        String version = writer.setStatus(latest, addresses, change);
        own.wrote(watched, addresses, change.over(ServiceConditions.conditions(latest)), version);
    }

    /** The addresses that a Service currently shows, including own writes that the watch has not delivered yet. */
    public List<String> shown(Service watched) {
        return ServiceSpecParser.statusIps(own.latest(watched));
    }

    /** Drops all Services except these (by UID). */
    public void retain(Set<String> uids) {
        own.keep(uids);
    }

    /** Emits an event that the Service could not be processed. */
    public void reportProblem(String uid, String problem) {
        serviceIndex.entry(uid).ifPresent(entry -> emitFailure(entry, problem));
    }

    /** Emits an event that the load balancer of the Service could not be updated for a change of nodes. */
    public void reportFailedNodes(String uid, List<String> nodes, String problem) {
        serviceIndex.entry(uid).ifPresent(entry -> events.updateFailed(entry.service(), nodes, problem));
    }

    private void emitFailure(WatchedService entry, String problem) {
        if (entry.vanished()) {
            events.deleteOfVanishedFailed(entry.service(), problem);
        } else if (entry.isToBeCleanedUp()) {
            events.deleteFailed(entry.service(), problem);
        } else {
            events.ensureFailed(entry.service(), problem);
        }
    }

    private String name(String uid) {
        return serviceIndex.entry(uid)
                .map(entry -> entry.service().getMetadata().getNamespace() + "/"
                        + entry.service().getMetadata().getName())
                .orElse(uid);
    }
}
