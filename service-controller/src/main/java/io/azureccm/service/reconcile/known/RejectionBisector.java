package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.condition.AzureRefusal;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Isolates Services that Azure rejects, so that others are not affected. A write for many Services (a load balancer, the security group) is
 * retried with half of them, turn by turn, until the rejected ones are found: {@code stopped}, by UID. If they are rejected because of a
 * limit, one is sufficient to decide for the others. {@code held} are the groups that wait, the next one last.
 */
public record RejectionBisector(Map<String, Stop> stopped, List<Set<String>> held, String reason) {
    public static final RejectionBisector NONE = new RejectionBisector(Map.of(), List.of(), "");

    /** The refusal code of a Service that is tried later. */
    public static final String NOT_TRIED_YET = "NotTriedYet";

    public RejectionBisector {
        stopped = Map.copyOf(stopped);
        held = List.copyOf(held);
    }

    /** Records how a write ended; {@code cluster}: the Services that it may have been for. */
    public RejectionBisector after(Operation operation, Outcome outcome, ClusterState cluster) {
        if (!(outcome instanceof Outcome.Rejected(int status, String code, String message)) || !isShared(operation)
                || !isAboutTheRequest(status))
            return this;
        Stage stage = operation.target().hasType(ArmTypes.LOAD_BALANCER) ? Stage.TRAFFIC : Stage.ACCESS;
        ServiceDecisions services = stopping(ServiceDecisions.of(cluster));
        List<ServiceSpec> suspects = services.all()
                .stream()
                .filter(service -> services.plans(service, stage) && operation.subjects().contains(service.subject()))
                .toList();
        if (suspects.isEmpty())
            return this;
        List<Set<String>> groups = new ArrayList<>(held.stream().<Set<String>>map(TreeSet::new).toList());
        if (suspects.size() == 1) {
            ServiceSpec found = suspects.getFirst();
            Map<String, Stop> all = new HashMap<>(stopped);
            all.put(found.uid(), new Stop(stage, new Refusal(code, found.subject(), message)));
            if (stage == Stage.TRAFFIC && AzureRefusal.of(status, code, message) == AzureRefusal.QUOTA)
                stopThoseWithoutRoom(found, all.get(found.uid()).refusal(), services.all(), all, groups);
            if (!groups.isEmpty())
                groups.removeLast();
            return new RejectionBisector(all, groups, message);
        }
        // Older Services are tried first: they take precedence for exclusive resources.
        List<String> uids = suspects.stream().sorted(ServiceSpec.BY_AGE).map(ServiceSpec::uid).toList();
        groups.addLast(new TreeSet<>(uids.subList(uids.size() / 2, uids.size())));
        return new RejectionBisector(stopped, groups, message);
    }

    /**
     * If one Service exceeds a limit, so do the waiting Services with at least as many rules: each of them would be one more rejected
     * write.
     */
    private static void stopThoseWithoutRoom(ServiceSpec found, Refusal refusal, Collection<ServiceSpec> services,
            Map<String, Stop> stopped, List<Set<String>> groups) {
        for (ServiceSpec service : services) {
            if (service.address().internal() != found.address().internal() || rules(service) < rules(found))
                continue;
            for (Set<String> group : groups)
                if (group.remove(service.uid()))
                    stopped.put(service.uid(), new Stop(Stage.TRAFFIC, new Refusal(refusal.code(), service.subject(),
                            "it exceeds the limit too: Azure has just refused " + found.subject()
                                    + ", which needs no more rules: " + refusal.message())));
        }
        groups.removeIf(Set::isEmpty);
    }

    private static int rules(ServiceSpec service) {
        return service.traffic().ports().size() * service.address().families().size();
    }

    /** Everything that does not involve held Services was written: continues with the next group. */
    public RejectionBisector next() {
        return held.isEmpty() ? this : new RejectionBisector(stopped, held.subList(0, held.size() - 1), reason);
    }

    /** These Services changed, or are due for a retry. */
    public RejectionBisector trying(Set<String> uids) {
        return keeping(uid -> !uids.contains(uid));
    }

    public RejectionBisector keeping(Predicate<String> uids) {
        Map<String, Stop> some = new HashMap<>(stopped);
        some.keySet().removeIf(uids.negate());
        List<Set<String>> groups = new ArrayList<>();
        held.forEach(group -> {
            Set<String> rest = new TreeSet<>(group);
            rest.removeIf(uids.negate());
            groups.add(rest);
        });
        groups.removeIf(Set::isEmpty);
        return some.equals(stopped) && groups.equals(held) ? this : new RejectionBisector(some, groups, reason);
    }

    public boolean isHeld(String uid) {
        return held.stream().anyMatch(group -> group.contains(uid));
    }

    /** The Services, with the rejected ones and the waiting ones stopped. */
    public ServiceDecisions stopping(ServiceDecisions services) {
        Map<String, Stop> stops = new HashMap<>(stopped);
        for (ServiceSpec service : services.all()) {
            if (isHeld(service.uid()))
                stops.putIfAbsent(service.uid(), new Stop(Stage.TRAFFIC, new Refusal(NOT_TRIED_YET, service.subject(),
                        "was refused together with other Services and is retried without them: " + reason)));
        }
        return services.stopping(stops);
    }

    private static boolean isShared(Operation operation) {
        return operation.verb() == Operation.Verb.PUT && (operation.target().hasType(ArmTypes.LOAD_BALANCER)
                || operation.target().hasType(ArmTypes.SECURITY_GROUP));
    }

    /** A missing permission or a lock affects all Services alike: bisecting would only repeat it. */
    private static boolean isAboutTheRequest(int status) {
        return status >= 400 && status < 500 && status != 401 && status != 403;
    }

}
