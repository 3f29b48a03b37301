package io.azureccm.service.status;

import io.azureccm.common.kube.patch.SideBySide;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the results of a pass into the cluster: status and finalizers side by side, events to match. Services that nothing
 * was to be done for hear nothing. Returns which Services have to be looked at again, and why.
 */
public final class StatusWriter {
    private static final Logger log = LoggerFactory.getLogger(StatusWriter.class);
    private static final SideBySide SIDE_BY_SIDE = new SideBySide("write", Integer.MAX_VALUE);

    private final ServiceIndex serviceIndex;
    private final ServiceWriter writer;
    private final ServiceEvents events;
    private final OwnStatuses own = new OwnStatuses(System::nanoTime);

    public StatusWriter(ServiceIndex serviceIndex, ServiceWriter writer, ServiceEvents events) {
        this.serviceIndex = serviceIndex;
        this.writer = writer;
        this.events = events;
    }

    /** {@code hosts}: who is to be behind the load balancer, when the pass changed that. Returns the failures by UID. */
    public Map<String, ServiceResult.Failed> write(Map<String, ServiceResult> serviceResults, ChangedObjects dirty,
            Optional<List<String>> hosts) {
        Map<String, ServiceResult.Failed> failed = new ConcurrentHashMap<>();
        Map<String, Callable<Optional<ServiceResult.Failed>>> writes = new TreeMap<>();
        serviceResults.forEach((uid, serviceResult) -> {
            if (!(serviceResult instanceof ServiceResult.Failed))
                events.nothingFailed(uid);
        });
        serviceResults.forEach((uid, serviceResult) -> serviceIndex.entry(uid)
                .filter(entry -> !isSettled(own.latest(entry.service()), serviceResult, dirty, hosts))
                .ifPresent(entry -> writes.put(uid, () -> write(entry, serviceResult, dirty.services(), hosts))));
        inParallel(writes, failed);
        return failed;
    }

    /** Adds finalizers where they are missing, before the first write to Azure. Returns the failures by UID. */
    public Map<String, ServiceResult.Failed> prepare(Set<String> uids) {
        Map<String, ServiceResult.Failed> failed = new ConcurrentHashMap<>();
        Map<String, Callable<Optional<ServiceResult.Failed>>> writes = new TreeMap<>();
        uids.forEach(uid -> serviceIndex.entry(uid)
                .filter(entry -> !entry.service()
                        .getMetadata()
                        .getFinalizers()
                        .contains(ServiceSpecParser.FINALIZER))
                .ifPresent(entry -> writes.put(uid, () -> writer.addFinalizer(entry.service())
                        ? Optional.empty()
                        : Optional.of(new ServiceResult.Failed("the Service is gone", RetryReason.FAILED)))));
        inParallel(writes, failed);
        return failed;
    }

    /** Nothing is to be written and nothing to be said: so are most Services in most passes. */
    private boolean isSettled(Service service, ServiceResult serviceResult, ChangedObjects dirty,
            Optional<List<String>> hosts) {
        return serviceResult instanceof ServiceResult.Ready(var addresses) && hosts.isEmpty()
                && !events.awaitsEnd(service)
                && !dirty.services().contains(service.getMetadata().getUid()) && shows(service, addresses);
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

    private Optional<ServiceResult.Failed> write(ServiceIndex.Entry entry, ServiceResult serviceResult,
            Set<String> dirty,
            Optional<List<String>> hosts) {
        Service service = entry.service();
        String uid = service.getMetadata().getUid();
        boolean asked = dirty.contains(uid);
        switch (serviceResult) {
            case ServiceResult.Ready(var addresses) -> {
                setAddresses(service, addresses);
                if (events.awaitsEnd(service)) {
                    events.ensured(service, addresses);
                } else if (hosts.isPresent()) {
                    events.updated(service);
                }
                return Optional.empty();
            }
            case ServiceResult.Gone gone -> {
                if (!entry.vanished()) {
                    if (service.getMetadata().getDeletionTimestamp() == null)
                        setAddresses(service, List.of());
                    writer.removeFinalizer(service);
                }
                events.deleted(service);
                serviceIndex.cleaned(uid);
                return Optional.empty();
            }
            case ServiceResult.Unsure unsure -> {
                return Optional.of(new ServiceResult.Failed(unsure.problem(), RetryReason.FAILED));
            }
            case ServiceResult.Failed failure -> {
                if (asked || events.isFailing(uid)) {
                    tell(entry, failure);
                } else if (hosts.isPresent() && failure.reason() == RetryReason.FAILED) {
                    events.updateFailed(service, hosts.get(), failure.problem());
                }
                return failure.reason() == RetryReason.INVALID ? Optional.empty() : Optional.of(failure);
            }
        }
    }

    /** Makes a status show no more than these addresses, before others go; the problem when that could not be written. */
    public Optional<String> withdraw(String uid, List<String> addresses) {
        Optional<ServiceIndex.Entry> entry = serviceIndex.entry(uid).filter(known -> !known.vanished());
        try {
            entry.ifPresent(known -> setAddresses(known.service(), addresses));
            return Optional.empty();
        } catch (RuntimeException problem) {
            log.warn("writing Service {} failed: {}", name(uid), problem.toString());
            return Optional.of("writing the Service failed: " + problem.getMessage());
        }
    }

    private void setAddresses(Service watched, List<String> addresses) {
        writer.setAddresses(own.latest(watched), addresses);
        own.wrote(watched, addresses);
    }

    /** The same state with the addresses that Services show by now, the watch being behind what was written last. */
    public ClusterState upToDate(ClusterState clusterState) {
        own.keep(clusterState.services().stream().map(ServiceSpec::uid).collect(Collectors.toSet()));
        return new ClusterState(clusterState.services()
                .stream()
                .map(service -> serviceIndex.entry(service.uid())
                        .map(entry -> own.latest(entry.service()))
                        .map(latest -> service.showing(OwnStatuses.addresses(latest)))
                        .orElse(service))
                .toList(), clusterState.nodes(), clusterState.departedMachines(), clusterState.dirty());
    }

    /** Says on the Service that a pass failed for it. */
    public void tell(ServiceIndex.Entry entry, ServiceResult.Failed failure) {
        if (entry.vanished()) {
            events.deleteOfVanishedFailed(entry.service(), failure.problem());
        } else if (entry.isToBeTakenDown()) {
            events.deleteFailed(entry.service(), failure.problem());
        } else {
            events.ensureFailed(entry.service(), failure.problem());
        }
    }

    private void inParallel(Map<String, Callable<Optional<ServiceResult.Failed>>> writes,
            Map<String, ServiceResult.Failed> failed) {
        SIDE_BY_SIDE.run(writes).forEach((uid, write) -> {
            if (write.state() == Future.State.SUCCESS)
                write.resultNow().ifPresent(failure -> failed.put(uid, failure));
            else
                failed.put(uid, notWritten(uid, write.exceptionNow()));
        });
    }

    private ServiceResult.Failed notWritten(String uid, Throwable problem) {
        log.warn("writing Service {} failed: {}", name(uid), problem.toString());
        return new ServiceResult.Failed("writing the Service failed: " + problem.getMessage(), RetryReason.FAILED);
    }

    private String name(String uid) {
        return serviceIndex.entry(uid)
                .map(entry -> entry.service().getMetadata().getNamespace() + "/"
                        + entry.service().getMetadata().getName())
                .orElse(uid);
    }
}
