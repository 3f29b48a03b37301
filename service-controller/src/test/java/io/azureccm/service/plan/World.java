package io.azureccm.service.plan;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.loadbalancer.ProbeMode;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.context.ServiceState;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A cluster and its small Azure as values: {@link WorldResources}, a cloud config, Services. Applying a plan replaces what it writes and
 * fills in what ARM would (addresses, users of a public IP), so that tests can plan again.
 */
public final class World extends WorldResources {
    /** By their text: properties begin thousands of worlds of the same few. */
    private static final Map<String, CloudConfig> CONFIGS = new ConcurrentHashMap<>();

    private final List<ServiceSpec> services = new ArrayList<>();
    private final List<ServiceSpec> elsewhere = new ArrayList<>();
    private boolean beside;
    private final Map<String, String> config = new LinkedHashMap<>();
    private final Map<String, Set<String>> endpoints = new HashMap<>();
    private final Map<String, List<String>> statusIps = new HashMap<>();
    private final Set<String> keptIpTags = new HashSet<>();
    private final Map<String, NodeDrain> drains = new HashMap<>();
    private Map<String, String> namespaceLabels = Map.of();
    private TenantPolicy tenants = TenantPolicy.DEFAULT;
    private final WorldWrites arm = new WorldWrites(resources, subnets);
    private final WorldState shown = new WorldState(resources, subnets);
    private final CheckedPlanner planner = new CheckedPlanner();
    private long sequence;

    public World(int machines) {
        config.put("subscriptionId", SUBSCRIPTION);
        config.put("resourceGroup", "k8s");
        config.put("location", "eastus");
        config.put("vnetName", "k8s-vnet");
        config.put("subnetName", "k8s-subnet");
        config.put("securityGroupName", "k8s-nsg");
        config.put("useManagedIdentityExtension", "true");
        for (int i = 0; i < machines; i++) {
            machine(i);
        }
    }

    public World with(String key, String value) {
        config.put(key, value);
        return this;
    }

    public CloudConfig cloud() {
        StringBuilder yaml = new StringBuilder();
        config.forEach((key, value) -> yaml.append(key).append(": ").append(value).append('\n'));
        return CONFIGS.computeIfAbsent(yaml.toString(), World::parsed);
    }

    private static CloudConfig parsed(String yaml) {
        return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", yaml), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }

    private PlannerSettings settings() {
        return new PlannerSettings(cloud(), "kubernetes", tenants, beside);
    }

    /** What Services may do that concerns others; Services that are already in this world are not read again. */
    public void tenants(TenantPolicy policy) {
        tenants = policy;
    }

    private SpecSettings intents() {
        CloudConfig cloud = cloud();
        var probe = cloud.loadBalancer().probe();
        return new SpecSettings(cloud.loadBalancer().standard(), probe.mode() == ProbeMode.SHARED,
                probe.sharedPort(), probe.sharedPath(), tenants, LoadBalancerClass.NONE);
    }

    /** The node is drained from that second on; for some reasons it is leaving the pools. */
    public void drain(String name, DrainReason reason, int second) {
        NodeFacts node = node(name);
        Instant since = Instant.EPOCH.plusSeconds(second);
        node(new NodeFacts(name, node.machine(), node.internalIps(), reason == DrainReason.EXCLUDED,
                reason.leaves() && reason != DrainReason.EXCLUDED, false, node.labels(), DrainFacts.NONE));
        drains.put(name, new NodeDrain(name, reason, since,
                reason.leaves() ? Optional.of(since.plusSeconds(60)) : Optional.empty()));
    }

    /** The drain time of the node has passed; the reason still applies. */
    public void drained(String name) {
        drains.remove(name);
    }

    /** The drain reason of the node no longer applies. */
    public void back(String name) {
        NodeFacts node = node(name);
        drains.remove(name);
        node(new NodeFacts(name, node.machine(), node.internalIps(), false, false, false, node.labels(),
                DrainFacts.NONE));
    }

    /** The labels of the only namespace. */
    public void namespace(Map<String, String> labels) {
        namespaceLabels = labels;
    }

    /** The nodes that run the pods of a Service, by name. */
    public void endpoints(String service, String... onNodes) {
        endpoints.put(service, Set.of(onNodes));
    }

    public ServiceSpec service(String yaml) {
        Service service = Serialization.unmarshal(yaml, Service.class);
        ServiceSpec intent = new ServiceSpecParser(intents()).parse(service, ++sequence);
        services.removeIf(known -> known.uid().equals(intent.uid()));
        services.add(intent);
        statusIps.put(intent.uid(), ServiceSpecParser.statusIps(service));
        return intent;
    }

    public void gone(String name) {
        services.replaceAll(service -> service.key().name().equals(name) ? service.gone() : service);
    }

    /** The public IPs of all Services keep their IP tags. */
    public void keepIpTags() {
        services.forEach(service -> keptIpTags.add(service.uid()));
    }

    /** The planned Services are those of a class: another controller writes the same resources for others. */
    public void beside() {
        beside = true;
    }

    /** Another controller serves this Service from now on. */
    public void servedElsewhere(String name) {
        elsewhere.removeIf(service -> service.key().name().equals(name));
        elsewhere.addAll(services.stream().filter(service -> service.key().name().equals(name)).toList());
        forget(name);
    }

    public void forget(String name) {
        services.removeIf(service -> service.key().name().equals(name));
    }

    public List<ServiceSpec> services() {
        return services;
    }

    public ServicePlan plan() {
        return plan(services);
    }

    public ServicePlan plan(List<ServiceSpec> order) {
        return plan(order, LastKnownGood.NOTHING);
    }

    private ServicePlan plan(List<ServiceSpec> order, LastKnownGood lastKnownGood) {
        ObservedState observedState = observedState();
        ServiceDecisions asked = ServiceDecisions.of(clusterState(order)).keepingIpTags(keptIpTags);
        return planner.plan(shown::print, settings(), RemovalLimits.NONE,
                each -> each.plan(observedState, asked, lastKnownGood));
    }

    /** A plan that can be repeated, each time by a new planner: everything it needs has been read. */
    public Supplier<ServicePlan> planning(List<ServiceSpec> order) {
        PlannerSettings planned = settings();
        ObservedState observedState = observedState();
        ServiceDecisions asked = ServiceDecisions.of(clusterState(order));
        return () -> new ServicePlanner(planned, RemovalLimits.NONE).plan(observedState, asked, LastKnownGood.NOTHING);
    }

    /** Plans of one planner, alternating between the current Services and the same with this one added. */
    public Supplier<ServicePlan> planningWith(String changed) {
        ServicePlanner remembering = new ServicePlanner(settings(), RemovalLimits.NONE);
        ObservedState observedState = observedState();
        List<ClusterState> states = new ArrayList<>(List.of(clusterState(services)));
        service(changed);
        states.add(clusterState(services));
        return () -> {
            states.add(states.removeFirst());
            return remembering.plan(observedState, ServiceDecisions.of(states.getFirst()), LastKnownGood.NOTHING);
        };
    }

    /** The plan of a leader that remembers what was in place. */
    public ServicePlan plan(LastKnownGood memory) {
        return plan(services, memory);
    }

    /** A plan with removal limits, by a leader with this memory. */
    public ServicePlan plan(RemovalLimits limits, RemovalMemory removals) {
        ObservedState observedState = observedState();
        ServiceDecisions asked = ServiceDecisions.of(clusterState(services)).keepingIpTags(keptIpTags);
        return planner.plan(shown::print, settings(), limits,
                each -> each.plan(each.draft(observedState, asked, removals), LastKnownGood.NOTHING));
    }

    /** Plans and applies until nothing is left to do; returns the plans with changes. */
    public List<Plan> converge() {
        List<Plan> plans = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            Plan plan = plan().plan();
            if (plan.isEmpty())
                return plans;
            plans.add(plan);
            plan.ready().forEach(this::applyOne);
        }
        throw new AssertionError("does not settle: " + plan().plan());
    }

    public void applyOne(Operation operation) {
        arm.apply(operation);
    }

    public ClusterState clusterState() {
        return clusterState(services);
    }

    private ClusterState clusterState(List<ServiceSpec> order) {
        Map<String, ServiceState> states = new HashMap<>();
        Stream.of(order, elsewhere)
                .flatMap(List::stream)
                .forEach(service -> states.put(service.uid(),
                        new ServiceState(statusIps.get(service.uid()), Optional.of(namespaceLabels),
                                Optional.ofNullable(endpoints.get(service.key().name())))));
        return new ClusterState(order, elsewhere, states, nodes, new ClusterState.Departed(departed, Set.of()),
                order.size(), drains);
    }

    /** From now on the resource cannot be read; it stays as it is. */
    public void breaks(ArmId id, String problem) {
        shown.breaks(new UnreadableResource(id, true, problem));
    }

    /** From now on the list has an element that does not tell which resource it is. */
    public void breaks(UnreadableResource element) {
        shown.breaks(element);
    }

    /** Everything can be read again. */
    public void mends() {
        shown.mends();
    }

    public ObservedState observedState() {
        return shown.observe(services);
    }
}
