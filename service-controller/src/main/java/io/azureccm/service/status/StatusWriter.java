package io.azureccm.service.status;

import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.Service;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes results of Services to the cluster and emits the matching events; also makes the writes that must precede writes to Azure. Its
 * methods block; they write to the Service as the watch shows it at that time, under the status that this process wrote before.
 * Thread-safe.
 */
public record StatusWriter(ServiceIndex serviceIndex, ServiceWriter writer, ServiceEvents events,
        ServiceConditions conditions, InstantSource clock) {
    private static final Logger log = LoggerFactory.getLogger(StatusWriter.class);

    /** Adds the finalizer if it is missing. */
    public ServiceWrite addFinalizer(String uid) {
        return attempt(uid, entry -> {
            boolean added = entry.service().getMetadata().getFinalizers().contains(serviceIndex.served().finalizer())
                    || writer.addFinalizer(entry.service());
            return added ? ServiceWrite.DONE : ServiceWrite.failed("the Service is gone");
        });
    }

    /** Reduces the status to these addresses before others are removed; {@code own}: the status that was written before. */
    public ServiceWrite withdraw(String uid, List<String> addresses, Optional<StatusWrite> own) {
        return attempt(uid, entry -> entry.vanished()
                ? ServiceWrite.DONE
                : ServiceWrite.of(setStatus(new Shown(entry.service(), own), addresses, ConditionChange.NONE)));
    }

    /**
     * Writes the result of a Service and emits events, except for a failure; {@code nodes}: the nodes behind the load balancer, if the
     * Service has not been updated for them yet.
     */
    public ServiceWrite write(String uid, ServiceResult result, Optional<List<String>> nodes,
            ServiceWrite.Before before) {
        return switch (result) {
            case ServiceResult.Ready ready -> attempt(uid, entry -> ready(entry, ready, nodes.isPresent(), before));
            case ServiceResult.Gone gone -> gone(uid, before);
            case ServiceResult.Failed failed -> attempt(uid, entry -> failed(entry, failed, before));
            default -> throw new IllegalArgumentException("unexpected result: " + result);
        };
    }

    /** A Service as the watch shows it, and with the status written before if that is newer. */
    private final class Shown {
        private final Service watched;
        private final Optional<StatusWrite> own;

        Shown(Service watched, Optional<StatusWrite> own) {
            this.watched = watched;
            this.own = own.filter(write -> write.isNewerThan(watched, clock.instant()));
        }

        Service latest() {
            return own.map(write -> write.on(watched)).orElse(watched);
        }
    }

    private ServiceWrite ready(WatchedService entry, ServiceResult.Ready ready, boolean otherNodes,
            ServiceWrite.Before before) {
        Service service = entry.service();
        List<String> addresses = ready.addresses();
        Shown shown = new Shown(service, before.status());
        Service latest = shown.latest();
        Optional<StatusWrite> written = setStatus(shown, addresses,
                conditions.change(latest, before.generation(), ready,
                        !ServiceConditions.hasAddresses(latest, addresses), clock.instant()));
        events.nothingFailed(service.getMetadata().getUid());
        if (before.began().isPresent()) {
            events.ensured(service, addresses);
        } else if (otherNodes) {
            events.updated(service);
        }
        return new ServiceWrite(Optional.empty(), written, before.began());
    }

    private ServiceWrite gone(String uid, ServiceWrite.Before before) {
        ServiceWrite cleared = attempt(uid, entry -> {
            events.nothingFailed(uid);
            if (entry.vanished() || entry.service().getMetadata().getDeletionTimestamp() != null)
                return ServiceWrite.DONE;
            Shown shown = new Shown(entry.service(), before.status());
            return ServiceWrite.of(setStatus(shown, List.of(),
                    conditions.change(shown.latest(), before.generation(), new ServiceResult.Gone(), true,
                            clock.instant())));
        });
        if (cleared.problem().isPresent())
            return cleared;
        ServiceWrite released = attempt(uid, entry -> {
            if (!entry.vanished())
                writer.removeFinalizer(entry.service());
            events.deleted(entry.service());
            serviceIndex.cleaned(uid);
            return ServiceWrite.DONE;
        });
        return new ServiceWrite(released.problem(), cleared.status(), Optional.empty());
    }

    private ServiceWrite failed(WatchedService entry, ServiceResult.Failed failed, ServiceWrite.Before before) {
        if (entry.vanished())
            return ServiceWrite.DONE;
        Shown shown = new Shown(entry.service(), before.status());
        return ServiceWrite.of(setStatus(shown, ServiceSpecParser.statusIps(shown.latest()),
                conditions.change(shown.latest(), before.generation(), failed, true, clock.instant())));
    }

    private ServiceWrite attempt(String uid, Function<WatchedService, ServiceWrite> write) {
        Optional<WatchedService> entry = serviceIndex.entry(uid);
        if (entry.isEmpty())
            return ServiceWrite.DONE;
        try {
            return write.apply(entry.get());
        } catch (RuntimeException problem) {
            log.warn("could not write Service {}: {}", name(entry.get().service()), problem.toString());
            return ServiceWrite.failed("could not write the Service: " + problem.getMessage());
        }
    }

    /** Returns what was written; empty if the watch shows it already. */
    private Optional<StatusWrite> setStatus(Shown shown, List<String> addresses, ConditionChange change) {
        Service latest = shown.latest();
        String version = writer.setStatus(latest, addresses, change);
        StatusWrite written = new StatusWrite(shown.watched.getMetadata().getResourceVersion(), version, addresses,
                change.over(ServiceConditions.conditions(latest)), clock.instant());
        return Optional.of(written).filter(now -> shown.own.isPresent() || !now.isShownBy(shown.watched));
    }

    private static String name(Service service) {
        return service.getMetadata().getNamespace() + "/" + service.getMetadata().getName();
    }
}
