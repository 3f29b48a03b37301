package io.azureccm.service.plan.context;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The Services of one plan with the decisions so far: which part of each cannot be planned and why, whose IP tags stay unchanged, and the
 * notices for users. Immutable: each planning step returns a new instance. Finds the owner of an element of a load balancer by its exact
 * base name. All by UID: {@code stops} of Services; {@code keptRemovals}: why a removed Service keeps its part of the load balancer or of the
 * security group; {@code notices}; {@code keptIpTags}: whose IP tags stay; {@code withheld}: additional addresses that they do not get.
 * {@code lostAddresses} of subnets are used by another resource.
 */
public record ServiceDecisions(ClusterState cluster, ServicesByName names, Map<String, Stop> stops,
        Map<Stage, Map<String, Refusal>> keptRemovals, Map<String, List<Notice>> notices, Set<String> keptIpTags,
        Set<String> lostAddresses, Map<String, Set<String>> withheld) {
    /** The refusal code of a Service, or of a part of it, that waits until Azure has accepted or refused something else. */
    public static final String NOT_TRIED_YET = "NotTriedYet";
    /** The refusal code of a Service whose frontend cannot get another address before the rules of others have left it. */
    public static final String FRONTEND_IN_USE = "FrontendInUse";

    private static final String SERVED_ELSEWHERE = "ServedElsewhere";

    /** No decisions except the users' mistakes. */
    public static ServiceDecisions of(ClusterState cluster) {
        return new ServiceDecisions(cluster, ServicesByName.of(cluster), Map.of(), Map.of(), Map.of(), Set.of(),
                Set.of(), Map.of())
                .withMistakes(cluster.services())
                .refusing(Stage.ADDRESS, servedElsewhere(cluster));
    }

    /** What another controller has for its Services stays as it is, like that of a Service that cannot be planned. */
    private static Map<String, Refusal> servedElsewhere(ClusterState cluster) {
        Map<String, Refusal> all = new HashMap<>();
        cluster.elsewhere()
                .forEach(service -> all.put(service.uid(), new Refusal(SERVED_ELSEWHERE, service.subject(),
                        "another controller serves it")));
        return all;
    }

    private ServiceDecisions withMistakes(List<ServiceSpec> services) {
        Map<String, Stop> mistakes = new HashMap<>();
        Map<String, List<Notice>> hints = new HashMap<>();
        services.forEach(service -> {
            service.mistake().ifPresent(mistake -> mistakes.put(service.uid(), mistake));
            hints.put(service.uid(), service.notices());
        });
        return stopping(mistakes).noting(hints);
    }

    /** A copy with additional Services that want nothing any more; {@code changed} as in {@link ClusterState}. */
    public ServiceDecisions and(List<ServiceSpec> departed, int changed) {
        ClusterState all = cluster.and(departed, changed);
        return new ServiceDecisions(all, ServicesByName.of(all), stops, keptRemovals, notices, keptIpTags,
                lostAddresses,
                withheld);
    }

    /** A copy with these Services (by UID) stopped, unless they are stopped at an earlier stage. */
    public ServiceDecisions stopping(Map<String, Stop> more) {
        if (more.isEmpty())
            return this;
        Map<String, Stop> all = new HashMap<>(stops);
        more.forEach((uid, stop) -> all.merge(uid, stop, (before, now) -> before.covers(now.stage()) ? before : now));
        return new ServiceDecisions(cluster, names, all, keptRemovals, notices, keptIpTags, lostAddresses, withheld);
    }

    /** A copy with these Services (by UID) refused at the given stage. */
    public ServiceDecisions refusing(Stage stage, Map<String, Refusal> refusals) {
        Map<String, Stop> more = new HashMap<>();
        refusals.forEach((uid, refusal) -> more.put(uid, new Stop(stage, refusal)));
        return stopping(more);
    }

    /** A copy in which these Services (by UID), which are being removed, keep what belongs to one stage, because Azure refuses the removal. */
    public ServiceDecisions keepingRemovals(Stage stage, Map<String, Refusal> refusals) {
        if (refusals.isEmpty())
            return this;
        Map<Stage, Map<String, Refusal>> kept = new EnumMap<>(Stage.class);
        kept.putAll(keptRemovals);
        kept.put(stage, Copies.with(kept.getOrDefault(stage, Map.of()), refusals));
        return new ServiceDecisions(cluster, names, stops, kept, notices, keptIpTags, lostAddresses, withheld);
    }

    /** A copy with additional notices (by UID of the Service). */
    public ServiceDecisions noting(Map<String, List<Notice>> more) {
        Map<String, List<Notice>> all = new HashMap<>(notices);
        more.forEach((uid, each) -> all.put(uid,
                Stream.concat(notices.getOrDefault(uid, List.of()).stream(), each.stream()).toList()));
        return new ServiceDecisions(cluster, names, stops, keptRemovals, all, keptIpTags, lostAddresses, withheld);
    }

    /** A copy in which the public IPs of these Services (by UID) keep their IP tags. */
    public ServiceDecisions keepingIpTags(Set<String> uids) {
        return new ServiceDecisions(cluster, names, stops, keptRemovals, notices, uids, lostAddresses, withheld);
    }

    /** A copy in which no Service keeps these addresses of subnets. */
    public ServiceDecisions without(Set<String> lost) {
        return new ServiceDecisions(cluster, names, stops, keptRemovals, notices, keptIpTags, Set.copyOf(lost),
                withheld);
    }

    /** A copy in which Services (by UID) do not get these additional addresses, which somebody else holds. */
    public ServiceDecisions withholding(Map<String, Set<String>> addresses) {
        return new ServiceDecisions(cluster, names, stops, keptRemovals, notices, keptIpTags, lostAddresses,
                Map.copyOf(addresses));
    }

    /** The additional addresses that the Service gets. */
    public List<String> additionalIps(ServiceSpec service) {
        List<String> all = service.address().additionalIps();
        Set<String> others = withheld.getOrDefault(service.uid(), Set.of());
        return others.isEmpty() ? all : all.stream().filter(ip -> !others.contains(ip)).toList();
    }

    /** Whether another resource uses this address of a subnet. */
    public boolean isLost(String address) {
        return lostAddresses.contains(address);
    }

    /** Older first. */
    public List<ServiceSpec> all() {
        return cluster.services();
    }

    /** Why the Service is not planned in full. */
    public Optional<Stop> stop(ServiceSpec service) {
        Stop stop = stops.get(service.uid());
        return stop != null || keptRemovals.isEmpty() ? Optional.ofNullable(stop) : keptRemoval(service);
    }

    private Optional<Stop> keptRemoval(ServiceSpec service) {
        return keptRemovals
                .entrySet()
                .stream()
                .filter(each -> each.getValue().containsKey(service.uid()))
                .map(each -> new Stop(each.getKey(), each.getValue().get(service.uid())))
                .findFirst();
    }

    /** True if the Service is being removed and what belongs to the stage can be removed. */
    public boolean removes(ServiceSpec service, Stage stage) {
        return !service.wanted() && !keptRemovals.getOrDefault(stage, Map.of()).containsKey(service.uid());
    }

    /** True if the given part of the Service can be planned. */
    public boolean plans(ServiceSpec service, Stage stage) {
        Stop stop = stops.get(service.uid());
        return service.wanted() && (stop == null || !stop.covers(stage));
    }

    /** Whether it is uncertain that Azure accepts the load balancer of the Service, or its access: others do not depend on it yet. */
    public boolean isTriedAgain(ServiceSpec service) {
        Stop stop = stops.get(service.uid());
        return stop != null && stop.stage() == Stage.ACCESS && stop.refusal().code().equals(NOT_TRIED_YET);
    }

    /** The desired IP tags of the Service; empty if the existing ones stay. */
    public Optional<Map<String, String>> ipTags(ServiceSpec service) {
        return keptIpTags.contains(service.uid()) ? Optional.empty() : service.address().ipTags();
    }

    /** The addresses in the current status of the Service. */
    public List<String> statusIps(ServiceSpec service) {
        return cluster.statusIps(service);
    }

    public Optional<ServiceSpec> ownerOf(String elementName) {
        return ofBase(ServiceNames.baseOf(elementName));
    }

    public Optional<ServiceSpec> ownerOf(ArmElement element) {
        return ofBase(element.baseName());
    }

    private Optional<ServiceSpec> ofBase(String baseName) {
        return Optional.ofNullable(names.byBase().get(baseName));
    }

    /** True for an element of a Service that this controller serves. */
    public boolean isServedHere(ArmElement element) {
        return ownerOf(element).filter(owner -> stop(owner)
                .filter(stop -> stop.refusal().code().equals(SERVED_ELSEWHERE))
                .isEmpty()).isPresent();
    }

    /** Services that have a pool of this name for themselves; if there are none, those that would for another family. */
    public List<ServiceSpec> ownersOfPool(String poolName, PlannerSettings settings) {
        List<ServiceSpec> all = names.byPool()
                .getOrDefault(poolName.toLowerCase(Locale.ROOT), List.of())
                .stream()
                .filter(settings::hasOwnPool)
                .toList();
        List<ServiceSpec> users = all.stream()
                .filter(service -> service.address()
                        .families()
                        .stream()
                        .map(family -> ServiceNames.localPool(service.key(), family))
                        .anyMatch(poolName::equalsIgnoreCase))
                .toList();
        return users.isEmpty() ? all : users;
    }

    /** True for an element that may be changed: its owner is known, and its traffic is planned or to be removed. */
    public boolean isPlanned(String name) {
        return isPlanned(ownerOf(name));
    }

    public boolean isPlanned(ArmElement element) {
        return isPlanned(ownerOf(element));
    }

    private boolean isPlanned(Optional<ServiceSpec> owner) {
        return owner.isPresent() && (removes(owner.get(), Stage.TRAFFIC) || plans(owner.get(), Stage.TRAFFIC));
    }

    /**
     * The frontends, by name in lower case, named after a Service that no longer exists and shared by planned Services, whose own plans
     * decide where they move.
     */
    public Set<String> leftFrontends(LoadBalancer balancer) {
        Set<String> left = new HashSet<>();
        for (Rule rule : balancer.rules()) {
            if (isPlanned(rule))
                left.addAll(rule.frontends());
        }
        left.removeIf(name -> ownerOf(name).isPresent() || !ServiceNames.isNamedAfterService(name));
        return left;
    }

    public Cause causeOf(Change.Kind kind, String elementName) {
        Optional<ServiceSpec> owner = ownerOf(elementName);
        if (owner.isEmpty())
            return Cause.of(kind == Change.Kind.REMOVE ? "Unused" : "ServiceChanged");
        String reason = !owner.get().wanted()
                ? "ServiceDeleted"
                : kind == Change.Kind.ADD && statusIps(owner.get()).isEmpty() ? "ServiceAdded" : "ServiceChanged";
        return new Cause(reason, owner.get().subject());
    }
}
