package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.loadbalancer.BackendPoolType;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PublicIps;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the observed state with as few calls as the current plan needs: lists shared by all Services first, then what they and the
 * planner's missing reads refer to. Maximum ages follow the cache settings of the cloud config; own writes are visible at once. One thread
 * assembles known answers without calls, another one reads what is missing.
 */
public final class ObservedStateReader {
    private static final Duration ZONES_AGE = Duration.ofMinutes(30);

    private final CloudConfig cloud;
    private final String clusterName;
    private final ArmId securityGroup;
    private final ObservedStore store;
    private final InstantSource clock;
    private final PrivateLinkReads privateLinks;
    private final PublicIpGroups publicIpGroups;
    private final SettledStates resting = new SettledStates();
    /** Each turn converts the known answers, which are mostly unchanged. */
    private final TypedResources kept = new TypedResources();
    private final Answers live;
    /** What is read again when the next look begins. */
    private final Set<ArmId> atNextLook = ConcurrentHashMap.newKeySet();

    /** {@code securityGroup} is null if none is configured. */
    public ObservedStateReader(CloudConfig cloud, String clusterName, ArmId securityGroup, ObservedStore store,
            InstantSource clock) {
        this.cloud = cloud;
        this.clusterName = clusterName;
        this.securityGroup = securityGroup;
        this.store = store;
        this.clock = clock;
        this.publicIpGroups = new PublicIpGroups(cloud.networkSubscriptionId(), cloud.resourceGroup(),
                age(CacheKind.PUBLIC_IP));
        this.privateLinks = new PrivateLinkReads(cloud, store);
        this.live = new Answers.Live(store);
    }

    /** What is requested from Azure: resource groups of public IPs other than the cluster's, and the machines of nodes. */
    public record Subject(Set<String> groups, Set<ArmId> nodeMachines) {
        public Subject {
            groups = Set.copyOf(groups);
            nodeMachines = Set.copyOf(nodeMachines);
        }
    }

    /**
     * Which known answers are accepted without a call. {@code anyAge}: answers since the look began, regardless of their current age;
     * {@code addressesLater}: a public IP that was written and not read since, although its address is unknown.
     */
    public record Belief(boolean anyAge, boolean addressesLater) {}

    /** Everything that frontends, machines and the security group depend on, without a call; empty while any of it has to be read. */
    public Optional<ObservedState> known(Subject subject, MissingReads missing, Belief belief) {
        return known(answers -> everything(answers, subject, missing), belief);
    }

    /** The same without machines and security group: all that frontends depend on. */
    public Optional<ObservedState> knownFrontends(Subject subject, MissingReads missing, Belief belief) {
        return known(answers -> gather(answers, subject.groups(), Optional.empty(), Optional.empty(), missing), belief);
    }

    /** The same plus everything that may belong to anybody, including the private link services of the cluster's group. */
    public Optional<ObservedState> knownForAudit(Subject subject) {
        return known(answers -> everything(answers, subject, links()), new Belief(true, false));
    }

    /** Reads what is outdated or missing; throws {@link UnreadableException} if something cannot be read. */
    public void read(Subject subject, MissingReads missing) {
        missing.outdated().forEach(store::invalidate);
        everything(live, subject, missing);
    }

    public void readFrontends(Subject subject, MissingReads missing) {
        missing.outdated().forEach(store::invalidate);
        gather(live, subject.groups(), Optional.empty(), Optional.empty(), missing);
    }

    public void readForAudit(Subject subject) {
        everything(live, subject, links());
    }

    private Optional<ObservedState> known(Function<Answers, ObservedState> gathering, Belief belief) {
        try {
            ObservedState observedState = gathering.apply(new Answers.Known(store, belief));
            List<ArmElement> resources = new ArrayList<>(observedState.loadBalancers());
            resources.addAll(observedState.publicIps());
            observedState.securityGroup().ifPresent(resources::add);
            return Optional.of(observedState.with(resting.after(resources, clock.instant())
                    .withUnconfirmed(observedState.inFlight().unconfirmed())));
        } catch (Answers.Missing missing) {
            return Optional.empty();
        }
    }

    private MissingReads links() {
        return new MissingReads(Set.of(), cloud.loadBalancer().standard() ? Set.of(privateLinks.choice()) : Set.of(),
                false, Set.of(), Set.of());
    }

    private ObservedState everything(Answers answers, Subject subject, MissingReads missing) {
        return gather(answers, subject.groups(), Optional.ofNullable(securityGroup),
                Optional.of(new MachineReads(cloud, relevant(subject.nodeMachines()), !holdsAddresses())), missing);
    }

    private ObservedState gather(Answers answers, Set<String> groups, Optional<ArmId> groupId,
            Optional<MachineReads> machines,
            MissingReads missing) {
        TypedResources typed = answers == live ? new TypedResources() : kept;
        List<Read> shared = new ArrayList<>();
        Read balancers = Read.list(balancers(), age(CacheKind.LOAD_BALANCER));
        shared.add(balancers);
        Read publicIps = publicIpGroups.own();
        shared.add(publicIps);
        Optional<Read> group = groupId
                .map(id -> Read.get(id, age(CacheKind.SECURITY_GROUP)).orPartial());
        group.ifPresent(shared::add);
        machines.ifPresent(reads -> shared.addAll(reads.first()));
        Map<ArmId, Read> subnets = new TreeMap<>();
        missing.subnets().forEach(id -> subnets.put(id, Read.get(id, age(CacheKind.LOAD_BALANCER))));
        shared.addAll(subnets.values());
        UnreadableReads singles = new UnreadableReads(missing.singles(), age(CacheKind.PUBLIC_IP));
        shared.addAll(singles.reads());
        Read provider = Read.get(ObservedState.regions(cloud.networkSubscriptionId()), ZONES_AGE);
        if (missing.zones())
            shared.add(provider);
        Snapshot first = answers.take(shared);

        // Resources whose absence got Services refused are read again in the next look.
        Stream.concat(group.stream(), subnets.values().stream())
                .filter(read -> first.of(read).item().isEmpty())
                .forEach(read -> atNextLook.add(read.id()));
        LoadBalancers observedBalancers = typed
                .balancers(singles.with(first, ArmTypes.LOAD_BALANCER, first.of(balancers).items()));
        Snapshot second = answers.take(
                machines.map(reads -> reads.second(first, members(observedBalancers))).orElse(List.of()));
        PublicIpGroups.Found elsewhere = publicIpGroups.others(answers, groups, observedBalancers);
        atNextLook.addAll(UnreadableReads.broken(first, second, elsewhere));

        Map<ArmId, Optional<Subnet>> observedSubnets = new HashMap<>();
        subnets.forEach((id, read) -> observedSubnets.put(id, first.of(read).item().map(Subnet::new)));
        return new ObservedState(observedBalancers,
                typed.publicIps(singles.with(first, ArmTypes.PUBLIC_IP,
                        Stream.concat(Stream.of(first.of(publicIps)), elsewhere.lists().stream())
                                .flatMap(list -> list.items().stream())
                                .toList())),
                typed.securityGroup(group.flatMap(read -> first.of(read).item())), observedSubnets,
                privateLinks.read(answers, missing.privateLinks(), hasFrontend(observedBalancers)),
                missing.zones() ? Optional.of(zones(first.of(provider).item())) : Optional.empty(),
                machines.map(reads -> reads.machines(first, second)).orElse(Machines.NONE),
                Math.max(first.ageMillis(clock.instant()), second.ageMillis(clock.instant())),
                // The security group after an own write, until its etag is needed: its content is known.
                InFlightChanges.UNKNOWN.withUnconfirmed(group.filter(read -> first.of(read).isPartial())
                        .map(read -> Set.of(read.id()))
                        .orElse(Set.of())),
                singles.unreadable(first, second, elsewhere));
    }

    /** If pools contain addresses, only the set of a machine can matter, and ids of scale set instances contain it. */
    private Set<ArmId> relevant(Set<ArmId> nodeMachines) {
        if (!holdsAddresses())
            return nodeMachines;
        return cloud.loadBalancer().severalLoadBalancers()
                ? nodeMachines.stream()
                        .filter(machine -> machine.hasType(ArmTypes.VIRTUAL_MACHINE))
                        .collect(Collectors.toSet())
                : Set.of();
    }

    /** Private link services are attached to frontends of standard load balancers. */
    private boolean hasFrontend(List<LoadBalancer> balancers) {
        return cloud.loadBalancer().standard() && balancers.stream()
                .anyMatch(balancer -> !balancer.frontends().isEmpty());
    }

    /** A new look begins: what has changed since it was read, as far as known, is read before the next plan. */
    public void lookBegins() {
        atNextLook.forEach(store::invalidate);
        atNextLook.clear();
        publicIpGroups.lookBegins();
        privateLinks.lookBegins();
    }

    /** A machine that joins or leaves a pool changes the etag of the load balancer, so it is read again in the next look. */
    public void poolsChangeLater() {
        atNextLook.add(balancers());
    }

    /** The model of a scale set changed and may affect its instances, so they are read again in the next look. */
    public void instancesChangeLater(ArmId scaleSet) {
        atNextLook.add(scaleSet.children("virtualMachines"));
    }

    /** Azure changed, or rejected something unexpectedly: no earlier answer is accepted. */
    public void everythingChanged() {
        store.invalidateAll();
    }

    /** Public IPs of the cluster's group and of these groups have new etags, addresses or states: all are read before the next plan. */
    public void frontendsChanged(Set<String> groups) {
        publicIpGroups.lists(groups).forEach(store::invalidate);
    }

    /** The same, in the next look. */
    public void frontendsChangeLater(Set<String> groups) {
        atNextLook.addAll(publicIpGroups.lists(groups));
    }

    /** A refusal named private link services that were not requested: their groups are read from now on. True if it named any. */
    public boolean privateLinksNamed(String refusal) {
        return privateLinks.namedIn(refusal);
    }

    /**
     * Private link services were written: they and the load balancers whose frontends they use are read again in the next look, or {@code
     * now}.
     */
    public void privateLinksChanged(boolean now) {
        Set<ArmId> lists = privateLinks.watched();
        lists.add(balancers());
        if (now)
            lists.forEach(store::invalidate);
        else
            atNextLook.addAll(lists);
    }

    private ArmId balancers() {
        return ArmId.collection(cloud.networkSubscriptionId(), cloud.loadBalancerResourceGroup(),
                ArmTypes.LOAD_BALANCER);
    }

    private boolean holdsAddresses() {
        return cloud.loadBalancer().pool().type() == BackendPoolType.NODE_IP;
    }

    /** The IP configurations in pools; if pools contain addresses, only those that are still in managed pools. */
    private Set<ArmId> members(List<LoadBalancer> balancers) {
        Set<ArmId> members = new HashSet<>();
        for (LoadBalancer balancer : balancers) {
            for (Pool pool : balancer.pools()) {
                if (!holdsAddresses() || ServiceNames.isPool(clusterName, pool.name()))
                    members.addAll(pool.interfaces());
            }
        }
        return members;
    }

    /** The zones of the region in numeric order; Azure uses the display name of the region here ("East US"). */
    private List<String> zones(Optional<ObjectNode> provider) {
        String location = cloud.location().replace(" ", "").toLowerCase(Locale.ROOT);
        return provider.map(json -> ArmJson.list(json, "resourceTypes"))
                .orElse(List.of())
                .stream()
                .filter(type -> ArmJson.text(type, "resourceType").equalsIgnoreCase("virtualMachines"))
                .flatMap(type -> ArmJson.list(type, "zoneMappings").stream())
                .filter(mapping -> ArmJson.text(mapping, "location")
                        .replace(" ", "")
                        .toLowerCase(Locale.ROOT)
                        .equals(location))
                .flatMap(mapping -> ArmJson.texts(mapping, "zones").stream())
                .distinct()
                .sorted()
                .toList();
    }

    private Duration age(CacheKind kind) {
        return cloud.arm().caches().ttl(kind);
    }
}
