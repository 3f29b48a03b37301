package io.azureccm.service.reconcile.known.refusal;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.condition.AzureRefusal;
import io.azureccm.common.core.refusal.Attribution;
import io.azureccm.common.core.refusal.RefusalSearch;
import io.azureccm.common.core.refusal.RefusalSubject;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What Azure refuses for good, so that a refusal of one Service does not affect others: by shared resource (load balancer, security group,
 * public IP of several Services) the Services that are refused and those that wait while they are searched, by UID; the resource groups and
 * subscriptions in which nothing can be written; and the bound on refused writes of each resource.
 */
public record Rejections(Map<ArmId, RefusalSearch> searches, ScopeBlocks scopes, RefusedWrites attempts) {
    public static final Rejections NONE = new Rejections(Map.of(), ScopeBlocks.NONE, RefusedWrites.NONE);

    /** The refusal code of a Service that is tried later. */
    public static final String NOT_TRIED_YET = ServiceDecisions.NOT_TRIED_YET;

    /** So many attempts must be left to write a removal, and to write anything else. */
    static final int FOR_REMOVALS = 1;
    static final int FOR_WRITES = 2;

    public Rejections {
        // In one order, because a Service that is refused on several resources is told of the first.
        searches = Collections.unmodifiableMap(new TreeMap<>(searches));
    }

    /** Records how a write ended; {@code cluster}: the Services that it may have been for. */
    public Rejections after(Operation operation, Outcome outcome, ClusterState cluster, RetryPolicy policy,
            Instant now) {
        if (outcome.isGood())
            return accepted(operation, cluster, now);
        if (!(outcome instanceof Outcome.Rejected reason))
            return this;
        Attribution about = Attribution.of(operation, reason);
        boolean concernsAll = about.subject().isWholeResource() || !isSearched(operation);
        RefusedWrites before = attempts.recovered(now);
        // What is about its content counts also when writes with other content are accepted meanwhile.
        Rejections counted = new Rejections(searches, scopes, about.subject().isWholeResource()
                ? before.blocked(operation.target(), reason, now)
                : before.refused(operation.target(), reason, now));
        if (about.subject() == RefusalSubject.SCOPE)
            return new Rejections(searches, scopes.after(operation, reason, about, policy, now), counted.attempts());
        if (concernsAll)
            return counted;
        return counted.with(operation.target(), search -> after(search, operation, reason, about, cluster, now));
    }

    private RefusalSearch after(RefusalSearch search, Operation operation, Outcome.Rejected reason, Attribution about,
            ClusterState cluster, Instant now) {
        Stage stage = stage(operation.target());
        // What other resources refused meanwhile was part of this write.
        ServiceDecisions services = new RefusalStops(operation.target(), search, waits(operation.target(), now))
                .in(ServiceDecisions.of(cluster));
        List<ServiceSpec> concerned = services.all()
                .stream()
                .filter(service -> operation.subjects().contains(service.subject())
                        && (!service.wanted() || services.plans(service, stage)))
                .sorted(ServiceSpec.BY_AGE)
                .toList();
        Map<Boolean, List<String>> removes = concerned.stream()
                .collect(Collectors.partitioningBy(
                        service -> !service.wanted() || operation.removing().contains(service.subject()),
                        Collectors.mapping(ServiceSpec::uid, Collectors.toList())));
        RefusalSearch next = search.after(new RefusalSearch.Attempt(removes.get(false), removes.get(true),
                named(operation, about, services), about.isCertain()), reason, now);
        boolean found = concerned.size() == 1 && next.of(concerned.getFirst().uid()).isPresent();
        return found && stage == Stage.TRAFFIC
                && AzureRefusal.of(reason.status(), reason.code(), reason.message()) == AzureRefusal.QUOTA
                        ? withoutRoom(next, concerned.getFirst(), reason, services, now)
                        : next;
    }

    /** The Services, by UID, whose elements the refusal names: those of a load balancer have the name of their Service. */
    private static Set<String> named(Operation operation, Attribution about, ServiceDecisions services) {
        Set<String> named = new HashSet<>();
        about.elements().forEach(name -> services.ownerOf(name).ifPresent(owner -> named.add(owner.uid())));
        Set<String> subjects = new HashSet<>();
        operation.changes()
                .stream()
                .filter(change -> about.elements().contains(change.name()))
                .forEach(change -> subjects.addAll(Arrays.asList(change.cause().subject().split(","))));
        services.all()
                .stream()
                .filter(service -> subjects.contains(service.subject()))
                .forEach(service -> named.add(service.uid()));
        return named;
    }

    /**
     * If one Service exceeds a limit, so do the waiting Services with at least as many rules: each of them would be one more refused
     * write.
     */
    private static RefusalSearch withoutRoom(RefusalSearch search, ServiceSpec found, Outcome.Rejected reason,
            ServiceDecisions services, Instant now) {
        Set<String> same = new HashSet<>();
        for (ServiceSpec service : services.all()) {
            if (search.isWaiting(service.uid()) && service.address().internal() == found.address().internal()
                    && rules(service) >= rules(found))
                same.add(service.uid());
        }
        return same.isEmpty()
                ? search
                : search.found(same, new Outcome.Rejected(reason.status(), reason.code(),
                        "it exceeds the limit too: Azure has just refused " + found.subject()
                                + ", which needs no more rules: " + reason.message()),
                        now);
    }

    private static int rules(ServiceSpec service) {
        return service.traffic().ports().size() * service.address().families().size();
    }

    private Rejections accepted(Operation operation, ClusterState cluster, Instant now) {
        Rejections free = new Rejections(searches, scopes.accepted(operation), attempts.accepted(operation.target()));
        RefusalSearch before = searches.get(operation.target());
        if (operation.verb() != Operation.Verb.PUT || before == null)
            return free;
        // A refused Service may depend on the write of a broken resource, in which its part is left out.
        Set<String> uids = cluster.uids(service -> operation.subjects().contains(service.subject())
                && before.of(service.uid()).isEmpty());
        return free.with(operation.target(), search -> search.accepted(uids, now));
    }

    /**
     * Continues with the next group of each resource that is not among those still to be {@code tried}, unless Services of the current group
     * are {@code postponed} (by UID); without a group, the Services that are tried again need nothing of the resource any more.
     * {@code blocked}: the Services that cannot be written without others that wait. Services that were refused before do not have their turn
     * until a write may be sent: should others need it meanwhile, it is theirs.
     */
    public Rejections next(Set<ArmId> tried, Set<String> postponed, Set<String> blocked, Instant now) {
        Rejections next = this;
        for (Map.Entry<ArmId, RefusalSearch> each : searches.entrySet()) {
            boolean waits = each.getValue().isNextRetried() && waits(each.getKey(), now).isPresent();
            if (!waits && !tried.contains(each.getKey()) && !each.getValue().isTryingAnyOf(postponed))
                next = next.with(each.getKey(),
                        search -> search.waiting().isEmpty() ? search.withoutRetried() : search.next(blocked));
        }
        return next;
    }

    /**
     * These Services changed: what they request now is tried at once. Where few attempts are left, those that were refused before are tried
     * apart, after everything else; removals never wait for that.
     */
    public Rejections changed(Set<String> uids, ClusterState cluster, Instant now) {
        if (searches.isEmpty())
            return this;
        Set<String> wanted = cluster.uids(service -> service.wanted() && uids.contains(service.uid()));
        return each((target, search) -> search.changed(uids,
                attempts.waits(target, RefusalRetries.ATTEMPTS, now).isPresent() ? wanted : Set.of()));
    }

    public Rejections keeping(Predicate<String> uids) {
        return each((target, search) -> search.keeping(uids));
    }

    /** Retries Services (by UID) that are due, as far as {@link RefusalRetries} lets it. */
    public Rejections retrying(Set<String> due, Instant now) {
        return new RefusalRetries(this, now).of(due);
    }

    /** When a retry that is due, or any write that has to wait, may be sent. */
    public Optional<Instant> nextDue(Instant now) {
        return new RefusalRetries(this, now).next();
    }

    Rejections retrying(ArmId resource, String uid, Instant now) {
        return with(resource, search -> search.retrying(Set.of(uid), now));
    }

    /** The number of resources that are not written for now. */
    public int waiting(Instant now) {
        return (int) attempts.resources()
                .stream()
                .filter(resource -> waits(resource, now).isPresent())
                .count();
    }

    /** Until when this write has to wait, because too many writes of its resource were refused lately. */
    public Optional<Instant> waits(Operation operation, Instant now) {
        boolean removes = operation.verb() == Operation.Verb.DELETE
                || !operation.subjects().isEmpty() && operation.removing().containsAll(operation.subjects());
        return attempts.waits(operation.target(), removes ? FOR_REMOVALS : FOR_WRITES, now);
    }

    /** A resource that Azure does not write for a Service, and why. */
    public record RefusedPart(ArmId resource, Outcome.Rejected reason) {}

    /** What Azure refuses of the Service; empty if it refuses nothing, or if the Service is being tried again. */
    public Optional<RefusedPart> of(String uid) {
        return searches.entrySet()
                .stream()
                .flatMap(each -> each.getValue()
                        .of(uid)
                        .map(refused -> new RefusedPart(each.getKey(), refused.reason()))
                        .stream())
                .min(Comparator.comparing(RefusedPart::resource));
    }

    public Optional<Outcome.Rejected> reason(String uid) {
        return of(uid).map(RefusedPart::reason);
    }

    /** Whether the Service waits until others are found that Azure refuses on this resource. */
    public boolean isWaiting(ArmId resource, String uid) {
        return searches.getOrDefault(resource, RefusalSearch.NONE).isWaiting(uid);
    }

    /** The Services that Azure refuses, by UID. */
    public Set<String> refused() {
        return searches.values()
                .stream()
                .flatMap(search -> search.refused().keySet().stream().filter(uid -> search.of(uid).isPresent()))
                .collect(Collectors.toSet());
    }

    /** The Services, with those that are refused and those that wait stopped at the stage that the refused resource belongs to. */
    public ServiceDecisions stopping(ServiceDecisions services, Instant now) {
        ServiceDecisions next = services;
        for (Map.Entry<ArmId, RefusalSearch> each : searches.entrySet())
            next = new RefusalStops(each.getKey(), each.getValue(), waits(each.getKey(), now)).in(next);
        return next;
    }

    private Optional<Instant> waits(ArmId resource, Instant now) {
        return attempts.waits(resource, FOR_WRITES, now);
    }

    /** Whether the write is for several Services, of which Azure may refuse some. */
    public static boolean isSearched(Operation operation) {
        ArmId target = operation.target();
        return operation.verb() == Operation.Verb.PUT
                && (target.hasType(ArmTypes.LOAD_BALANCER) || target.hasType(ArmTypes.SECURITY_GROUP)
                        || target.hasType(ArmTypes.PUBLIC_IP) && operation.subjects().size() > 1);
    }

    static Stage stage(ArmId target) {
        if (target.hasType(ArmTypes.PUBLIC_IP))
            return Stage.ADDRESS;
        return target.hasType(ArmTypes.LOAD_BALANCER) ? Stage.TRAFFIC : Stage.ACCESS;
    }

    private Rejections each(BiFunction<ArmId, RefusalSearch, RefusalSearch> change) {
        Rejections next = this;
        for (ArmId target : searches.keySet())
            next = next.with(target, search -> change.apply(target, search));
        return next;
    }

    private Rejections with(ArmId target, UnaryOperator<RefusalSearch> change) {
        RefusalSearch before = searches.getOrDefault(target, RefusalSearch.NONE);
        RefusalSearch after = change.apply(before);
        if (after.equals(before))
            return this;
        return new Rejections(after.isEmpty()
                ? Copies.without(searches, Set.of(target))
                : Copies.with(searches, target, after), scopes, attempts);
    }
}
