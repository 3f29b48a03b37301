package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.loadbalancer.BackendPoolType;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.AzureReading.Extent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the observed state together from as few responses as the current plan needs: lists shared by all Services first, then what they and
 * the planner's missing reads refer to. Maximum ages follow the cache settings of the cloud config. A function of the responses and the
 * memory; typed resources are cached by the identity of their JSON. Not thread-safe.
 */
public final class ObservedStateAssembly {
    private static final Duration ZONES_AGE = Duration.ofMinutes(30);

    private final CloudConfig cloud;
    private final String clusterName;
    private final ArmId securityGroup;
    private final PrivateLinkReads privateLinks;
    private final PublicIpGroups publicIpGroups;
    /** Each turn converts the known answers, which are mostly unchanged. */
    private final TypedResources kept = new TypedResources();

    /** {@code securityGroup} is null if none is configured. */
    public ObservedStateAssembly(CloudConfig cloud, String clusterName, ArmId securityGroup) {
        this.cloud = cloud;
        this.clusterName = clusterName;
        this.securityGroup = securityGroup;
        this.publicIpGroups = new PublicIpGroups(cloud.networkSubscriptionId(), cloud.resourceGroup(),
                age(CacheKind.PUBLIC_IP));
        this.privateLinks = new PrivateLinkReads(cloud);
    }

    /** What is requested from Azure: resource groups of public IPs other than the cluster's, and the machines of nodes. */
    public record Subject(Set<String> groups, Set<ArmId> nodeMachines) {
        public Subject {
            groups = Set.copyOf(groups);
            nodeMachines = Set.copyOf(nodeMachines);
        }
    }

    /**
     * Which known answers are accepted without a call. {@code anyAge}: answers since the refresh began, regardless of their current age;
     * {@code addressesLater}: a public IP that was written and not read since, although its address is unknown.
     */
    public record ReadTolerance(boolean anyAge, boolean addressesLater) {}

    /** What is known at a time: the responses, and what is remembered from earlier ones. */
    public record Known(ObservedView view, ReadMemory memory, Instant now) {}

    /** The state, empty while any of it has to be read; what is remembered now; and the responses in use. */
    public record Assembled(Optional<ObservedState> state, ReadMemory memory, Set<Read.Key> used) {
        public Assembled {
            used = Set.copyOf(used);
        }
    }

    /** Where responses come from, and what is learned from them. */
    private record Source(ResponseSource responses, ReadFindingsBuilder findings, TypedResources typed, Instant now) {}

    /** Everything and what may belong to anybody, including the private link services of the cluster's group. */
    public Assembled forAudit(Known known, Subject subject) {
        return of(known, subject, audit(), new ReadTolerance(true, false));
    }

    AzureReading audit() {
        return new AzureReading(Extent.EVERYTHING, cloud.loadBalancer().standard()
                ? MissingReads.ofPrivateLinks(Set.of(privateLinks.choice()))
                : MissingReads.NONE);
    }

    /**
     * Takes everything from responses that are read where necessary. The age of the state does not matter: it is put together again from
     * what is known.
     */
    void read(ResponseSource responses, ReadFindingsBuilder findings, Subject subject, AzureReading reading) {
        gather(new Source(responses, findings, new TypedResources(), Instant.EPOCH), subject, reading);
    }

    /** What this reading would show, from what is known. */
    public Assembled of(Known known, Subject subject, AzureReading reading, ReadTolerance tolerance) {
        Set<Read.Key> used = new HashSet<>();
        ReadFindingsBuilder findings = new ReadFindingsBuilder(known.memory());
        ResponseSource responses = new ResponseSource.Known(known.view(), known.memory().outdated(), tolerance,
                known.now(),
                used);
        try {
            ObservedState state = gather(new Source(responses, findings, kept, known.now()), subject, reading);
            List<ArmElement> resources = new ArrayList<>(state.loadBalancers());
            resources.addAll(state.publicIps());
            state.securityGroup().ifPresent(resources::add);
            SettledStates.Observed settled = known.memory().settled().after(resources, known.now());
            return new Assembled(
                    Optional.of(state.with(
                            settled.inFlight().withUnconfirmed(state.inFlight().unconfirmed()))),
                    known.memory().with(findings.end()).with(settled.states()), used);
        } catch (ResponseSource.Missing missing) {
            return new Assembled(Optional.empty(), known.memory().with(findings.end()), used);
        }
    }

    private ObservedState gather(Source from, Subject subject, AzureReading reading) {
        ResponseSource responses = from.responses();
        ReadFindingsBuilder findings = from.findings();
        Optional<MachineReads> machines = reading.extent() == Extent.FRONTENDS
                ? Optional.empty()
                : Optional.of(new MachineReads(cloud, relevant(subject.nodeMachines()), !holdsAddresses()));
        SharedReads shared = shared(reading);
        UnreadableReads singles = shared.singles();
        Snapshot first = shared.take(responses, machines.map(MachineReads::first).orElse(List.of()), findings);

        // Resources whose absence got Services refused are read again in the next refresh.
        Stream.concat(shared.group().stream(), shared.subnets().values().stream())
                .filter(read -> SharedReads.item(first, read).isEmpty())
                .forEach(read -> findings.atNextRefresh.add(read.id()));
        LoadBalancers observedBalancers = from.typed()
                .balancers(singles.with(first, ArmTypes.LOAD_BALANCER, first.of(shared.balancers()).list()));
        Snapshot second = responses.take(
                machines.map(reads -> reads.second(first, members(observedBalancers))).orElse(List.of()));
        PublicIpGroups.Found elsewhere = publicIpGroups.others(responses, subject.groups(), observedBalancers,
                findings);
        findings.atNextRefresh.addAll(UnreadableReads.broken(first, second, elsewhere));

        Map<ArmId, Optional<Subnet>> observedSubnets = new HashMap<>();
        shared.subnets()
                .forEach((id, read) -> observedSubnets.put(id, SharedReads.item(first, read).map(Subnet::new)));
        return new ObservedState(observedBalancers,
                from.typed()
                        .publicIps(singles.with(first, ArmTypes.PUBLIC_IP,
                                Stream.concat(Stream.of(first.of(shared.publicIps())), elsewhere.lists().stream())
                                        .flatMap(list -> list.list().stream())
                                        .toList())),
                from.typed().securityGroup(shared.group().flatMap(read -> first.of(read).item())), observedSubnets,
                privateLinks.read(responses, reading.missing().privateLinks(), hasFrontend(observedBalancers),
                        findings),
                shared.provider().map(read -> zones(SharedReads.item(first, read))),
                machines.map(reads -> reads.machines(first, second)).orElse(Machines.NONE),
                Math.max(first.ageMillis(from.now()), second.ageMillis(from.now())),
                InFlightChanges.UNKNOWN.withUnconfirmed(unconfirmed(shared, first)),
                singles.unreadable(first, second, elsewhere).with(shared.refused(findings)));
    }

    /** The security group after an own write, until its etag is needed: its content is known. */
    private static Set<ArmId> unconfirmed(SharedReads shared, Snapshot first) {
        return shared.group()
                .filter(read -> first.of(read).isPartial())
                .map(read -> Set.of(read.id()))
                .orElse(Set.of());
    }

    private SharedReads shared(AzureReading reading) {
        MissingReads missing = reading.missing();
        Optional<ArmId> group = Optional.ofNullable(securityGroup)
                .filter(each -> reading.extent() == Extent.EVERYTHING);
        Map<ArmId, Read> subnets = new TreeMap<>();
        missing.subnets().forEach(id -> subnets.put(id, Read.get(id, age(CacheKind.LOAD_BALANCER))));
        return new SharedReads(Read.list(balancers(), age(CacheKind.LOAD_BALANCER)), publicIpGroups.own(),
                group.map(id -> Read.get(id, age(CacheKind.SECURITY_GROUP)).orPartial()), subnets,
                new UnreadableReads(missing.singles(), age(CacheKind.PUBLIC_IP)),
                missing.zones()
                        ? Optional.of(Read.get(ObservedState.regions(cloud.networkSubscriptionId()), ZONES_AGE))
                        : Optional.empty());
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

    /** A new refresh begins: what has changed since it was read, as far as known, is read before the next plan. */
    public ReadMemory nextRefresh(ReadMemory memory, long moment) {
        return memory.nextRefresh(privateLinks.choice(), moment);
    }

    /** The lists of the public IPs of the cluster's group and of these groups. */
    public Set<ArmId> publicIps(Set<String> groups) {
        return publicIpGroups.lists(groups);
    }

    /** The lists of private link services that are read, and of the load balancers whose frontends they use. */
    public Set<ArmId> privateLinks(ReadMemory memory) {
        return Copies.with(memory.privateLinks().watched(), Set.of(balancers()));
    }

    /** The lists of the private link services that a refusal names and that were not requested; none if it is not about any. */
    public Set<ArmId> privateLinksNamed(String refusal) {
        return privateLinks.namedIn(refusal);
    }

    /** The list of load balancers. */
    public ArmId balancers() {
        return ArmId.collection(cloud.networkSubscriptionId(), cloud.loadBalancerResourceGroup(),
                ArmTypes.LOAD_BALANCER);
    }

    private boolean holdsAddresses() {
        return cloud.loadBalancer().pool().type() == BackendPoolType.NODE_IP;
    }

    /**
     * The IP configurations in pools of load balancers with a pool of the cluster, since those of others may belong to machines that nobody here
     * may read; if pools contain addresses, only those that are still in managed pools.
     */
    private Set<ArmId> members(List<LoadBalancer> balancers) {
        Set<ArmId> members = new HashSet<>();
        for (LoadBalancer balancer : balancers) {
            List<Pool> ours = balancer.pools()
                    .stream()
                    .filter(pool -> ServiceNames.isPool(clusterName, pool.name()))
                    .toList();
            List<Pool> read = ours.isEmpty() || holdsAddresses() ? ours : balancer.pools();
            read.forEach(pool -> members.addAll(pool.interfaces()));
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
