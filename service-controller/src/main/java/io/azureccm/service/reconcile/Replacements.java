package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.exec.RunResult;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.Map;

/**
 * Remembers which Services wait in vain for a public IP with other IP tags, because Azure does not let go of the one they have:
 * those keep it, tags and all. What Azure refused for good is tried again once the Service changes, what merely went wrong in
 * the next pass. For one thread.
 */
final class Replacements {
    private final Map<String, Refused> refused = new HashMap<>();
    private final Map<String, String> postponed = new HashMap<>();

    /** What was asked for, and why it could not be had. */
    private record Refused(Object content, String problem) {}

    private record Content(Object address, Object traffic, Object access) {
        static Content of(ServiceSpec service) {
            return new Content(service.address(), service.traffic(), service.access());
        }
    }

    /** Begins a pass: forgets Services that are gone or ask for something else now. */
    void begin(ClusterState clusterState) {
        postponed.clear();
        Map<String, Refused> still = new HashMap<>();
        for (ServiceSpec service : clusterState.services()) {
            Refused known = refused.get(service.uid());
            if (known != null && known.content().equals(Content.of(service)))
                still.put(service.uid(), known);
        }
        refused.keySet().retainAll(still.keySet());
    }

    /** Takes note of public IPs that were to go and did not; true when there are any that were not known before. */
    boolean learn(RunResult result, ClusterState clusterState) {
        boolean news = false;
        for (Operation operation : result.lastPlan().operations()) {
            if (operation.verb() != Operation.Verb.DELETE || !operation.target().hasType(ArmTypes.PUBLIC_IP)
                    || operation.changes()
                            .stream()
                            .noneMatch(change -> change.cause().reason().equals(PublicIpPlanner.IP_TAGS_CHANGED)))
                continue;
            Outcome outcome = result.last().of(operation.target());
            if (outcome.isGood() || outcome instanceof Outcome.NotAttempted)
                continue;
            String problem = operation.target().shortName() + " could not be deleted: " + outcome.problem();
            for (ServiceSpec service : clusterState.services()) {
                if (service.wanted() && operation.subjects().contains(service.subject()))
                    news |= note(service, problem, outcome instanceof Outcome.Rejected);
            }
        }
        return news;
    }

    private boolean note(ServiceSpec service, String problem, boolean forGood) {
        return forGood
                ? refused.put(service.uid(), new Refused(Content.of(service), problem)) == null
                : postponed.put(service.uid(), problem) == null;
    }

    /** Leaves the public IPs of this Service alone for the rest of the pass. */
    void postpone(String uid, String problem) {
        postponed.put(uid, problem);
    }

    /** Why a Service has to be looked at again although everything else is done, by UID. */
    Map<String, String> postponed() {
        return Map.copyOf(postponed);
    }

    /** The same state, in which Services that wait in vain ask for no IP tags. */
    ClusterState keeping(ClusterState clusterState) {
        if (refused.isEmpty() && postponed.isEmpty())
            return clusterState;
        return new ClusterState(clusterState.services()
                .stream()
                .map(service -> refused.containsKey(service.uid()) || postponed.containsKey(service.uid())
                        ? service.keepingIpTags().noting(notice(service.uid()))
                        : service)
                .toList(), clusterState.nodes(), clusterState.departedMachines(), clusterState.dirty());
    }

    private Notice notice(String uid) {
        return Notice.warning(Notice.Source.AZURE, "IPTagsNotChanged",
                "the IP tags stay as they are: "
                        + (postponed.containsKey(uid) ? postponed.get(uid) : refused.get(uid).problem()));
    }
}
