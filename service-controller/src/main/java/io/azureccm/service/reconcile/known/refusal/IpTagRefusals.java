package io.azureccm.service.reconcile.known.refusal;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.spec.AccessSpec;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.TrafficSpec;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Services, by UID, that cannot get a public IP with other IP tags, because Azure does not delete the current one: they keep it with
 * its tags. What Azure refused permanently is retried once the Service changes, any other failure after a while. {@code sent}: the IP tags
 * with which this leader created public IPs, whether or not Azure shows them.
 */
public record IpTagRefusals(Map<String, Refused> refused, Map<ArmId, Map<String, String>> sent) {
    public static final IpTagRefusals NONE = new IpTagRefusals(Map.of(), Map.of());

    /** What was requested, why it failed, and when it is retried; empty: once the request changes. */
    public record Refused(Content content, String problem, Optional<Instant> retryAt) {}

    /** The request of a Service. */
    public record Content(AddressSpec address, TrafficSpec traffic, AccessSpec access) {
        static Content of(ServiceSpec service) {
            return new Content(service.address(), service.traffic(), service.access());
        }
    }

    public IpTagRefusals {
        refused = Map.copyOf(refused);
        sent = Map.copyOf(sent);
    }

    private IpTagRefusals with(Map<String, Refused> next) {
        return new IpTagRefusals(next, sent);
    }

    /** Records how a write ended; {@code retryAt} is when a failed one is due again. */
    public IpTagRefusals after(Operation operation, Outcome outcome, ClusterState cluster, Instant retryAt) {
        if (outcome.isGood())
            return operation.target().hasType(ArmTypes.PUBLIC_IP) ? done(operation) : this;
        if (!isReplacement(operation) || outcome instanceof Outcome.NotAttempted)
            return this;
        String problem = operation.target().shortName() + " could not be deleted: " + outcome.problem();
        Optional<Instant> again = outcome instanceof Outcome.Rejected ? Optional.empty() : Optional.of(retryAt);
        Map<String, Refused> next = new HashMap<>(refused);
        cluster.services()
                .stream()
                .filter(service -> service.wanted() && operation.subjects().contains(service.subject()))
                .forEach(service -> next.put(service.uid(), new Refused(Content.of(service), problem, again)));
        return with(next);
    }

    private IpTagRefusals done(Operation operation) {
        Set<ArmId> target = Set.of(operation.target());
        if (operation.verb() == Operation.Verb.DELETE)
            return new IpTagRefusals(refused, Copies.without(sent, target));
        return operation.isCreation()
                ? new IpTagRefusals(refused, Copies.with(sent, operation.target(),
                        new PublicIp(operation.target(), operation.body()).ipTags()))
                : this;
    }

    /** The status of the Service could not be written: its public IPs are not changed until then. */
    public IpTagRefusals postponed(ServiceSpec service, String problem, Instant until) {
        return with(Copies.with(refused, service.uid(),
                new Refused(Content.of(service), problem, Optional.of(until))));
    }

    /** These Services changed since the write that failed was sent. */
    public IpTagRefusals changed(Set<String> uids) {
        return with(Copies.without(refused, uids));
    }

    /** Drops Services that were deleted or changed their request, and waits that have ended. */
    public IpTagRefusals upToDate(ClusterState cluster, Instant now) {
        if (refused.isEmpty())
            return this;
        Map<String, Refused> next = new HashMap<>();
        for (ServiceSpec service : cluster.services()) {
            Refused known = refused.get(service.uid());
            if (known != null && known.content().equals(Content.of(service))
                    && known.retryAt().filter(at -> !at.isAfter(now)).isEmpty())
                next.put(service.uid(), known);
        }
        return next.equals(refused) ? this : with(next);
    }

    /** Why a Service has to be planned again although everything else is done. */
    public Optional<String> postponed(String uid) {
        return Optional.ofNullable(refused.get(uid)).filter(each -> each.retryAt().isPresent()).map(Refused::problem);
    }

    public Optional<Instant> nextDue() {
        return refused.values().stream().flatMap(each -> each.retryAt().stream()).min(Instant::compareTo);
    }

    /** The same Services, where those with refused IP tags keep their current ones. */
    public ServiceDecisions keeping(ServiceDecisions services) {
        if (refused.isEmpty())
            return services;
        Map<String, List<Notice>> notices = new HashMap<>();
        refused.forEach((uid, each) -> notices.put(uid, List.of(Notice.warning(Notice.Source.AZURE,
                "IPTagsNotChanged", "the IP tags are not changed: " + each.problem()).alsoInCondition())));
        return services.keepingIpTags(refused.keySet()).noting(notices);
    }

    private static boolean isReplacement(Operation operation) {
        return operation.verb() == Operation.Verb.DELETE && operation.target().hasType(ArmTypes.PUBLIC_IP)
                && operation.changes()
                        .stream()
                        .anyMatch(change -> change.cause().reason().equals(PublicIpPlanner.IP_TAGS_CHANGED));
    }
}
