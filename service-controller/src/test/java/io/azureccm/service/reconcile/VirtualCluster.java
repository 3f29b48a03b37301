package io.azureccm.service.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.observe.metrics.PlanMetrics;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.EndpointIndex;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.metrics.ReconcileListener;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.reconcile.explain.LastTurn;
import io.azureccm.service.reconcile.explain.ServiceExplanation;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.report.PlanPrinter;
import io.azureccm.service.reconcile.report.ReportEmitter;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.azureccm.service.status.NodeConditionWriter;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceWriter;
import io.azureccm.service.status.StatusWriter;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Services, nodes and Azure in memory, with the scope of a service controller between them, in virtual time. */
public final class VirtualCluster {
    public static final ArmId BALANCER = World.id(ArmTypes.LOAD_BALANCER, "kubernetes");

    private static final SpecSettings SPECS = new SpecSettings(true, false, 10256, "/healthz");

    public final World world;
    public final WorldArm arm;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final LoopDriver<ServiceEvent, KnownState, TurnPlan> loop = new LoopDriver<>();
    final ObservedStore store;
    /** Writes to Services, such as {@code web [20.0.0.5]}, {@code web finalizer} and {@code web let go}. */
    public final List<String> written = new ArrayList<>();
    /** Patches of conditions alone, such as {@code web Accepted Locked}. */
    final List<String> conditionsAlone = new ArrayList<>();
    private final Map<String, Service> services = new TreeMap<>();
    private ServiceScope scope;
    private RuntimeException refusal;
    private final Map<String, Node> nodes = new TreeMap<>();
    private final CloudConfig cloud;
    private final PlannerSettings planner;
    private final DrainPolicy draining;
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final EventRecorder recorder = new EventRecorder(new Events());
    private final ServiceEvents events = new ServiceEvents(recorder, Redaction.of(List.of()));
    private final ServiceIndex index;

    public VirtualCluster() {
        this(new World(0), DrainPolicy.NONE);
    }

    /** With the cloud config of the world. */
    public VirtualCluster(World world, DrainPolicy draining) {
        this.world = world;
        this.arm = new WorldArm(world);
        this.store = new ObservedStore(arm, loop.clock(), ObservedStore.Settings.DEFAULT);
        this.cloud = world.cloud();
        this.planner = new PlannerSettings(cloud, "kubernetes");
        this.draining = draining;
        this.index = new ServiceIndex(new ServiceSpecParser(SPECS),
                new NodeFactsParser(cloud.resourceGroup(), Set.of(), draining,
                        node -> NodeConditions.of(node, DrainFacts.CONDITION.type())),
                new EndpointIndex(cloud.loadBalancer()),
                this::changed);
    }

    private final class Events implements EventSink {
        private final Map<String, String> reasons = new HashMap<>();

        @Override
        public void create(Event event) {
            reasons.put(event.getMetadata().getName(), event.getReason());
            heard.add(event.getReason());
        }

        @Override
        public void patch(String namespace, String name, JsonNode patch) {
            heard.add(reasons.get(name));
        }
    }

    /** Kubernetes' behaviour for writes to Services; the watch shows them at once. */
    private final class Api implements ServiceWriter {
        @Override
        public boolean addFinalizer(Service service) {
            written.add(name(service) + " finalizer");
            show(name(service), new ServiceBuilder(services.get(name(service))).editMetadata()
                    .addToFinalizers(LoadBalancerClass.SHARED_FINALIZER)
                    .endMetadata()
                    .build());
            return true;
        }

        @Override
        public void removeFinalizer(Service service) {
            written.add(name(service) + " let go");
            index.serviceListener().deleted(services.remove(name(service)), false);
        }

        @Override
        public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
            if (refusal != null)
                throw refusal;
            boolean same = ServiceSpecParser.statusIps(services.get(name(service))).equals(addresses);
            if (same && conditions.isEmpty())
                return "";
            if (!same)
                written.add(name(service) + " " + addresses);
            if (same)
                conditionsAlone.add(name(service) + " "
                        + conditions.set().stream().map(Condition::getReason).collect(Collectors.joining(" ")));
            show(name(service), new ServiceBuilder(services.get(name(service))).editOrNewStatus()
                    .withConditions(conditions.over(ServiceConditions.conditions(service)))
                    .editOrNewLoadBalancer()
                    .withIngress(addresses.stream()
                            .map(address -> new LoadBalancerIngressBuilder().withIp(address).build())
                            .toList())
                    .endLoadBalancer()
                    .endStatus()
                    .build());
            return "";
        }
    }

    /** A cluster whose pools have addresses as members. */
    public static VirtualCluster withAddressPools() {
        VirtualCluster cluster = new VirtualCluster(
                new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP"), DrainPolicy.NONE);
        cluster.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        cluster.world.subnetBody("k8s-subnet"));
        return cluster;
    }

    private int healthCallsPerHour;

    /** For so many rules of a load balancer Azure is asked in an hour which backends are up. */
    public void asksForHealth(int perHour) {
        healthCallsPerHour = perHour;
    }

    /** Azure's answer about the backends of each rule; {@code refused}: an error. */
    public void backendsAre(String health) {
        backendsAre(rule -> health);
    }

    /** By the name of the rule. */
    public void backendsAre(UnaryOperator<String> health) {
        arm.health = health;
    }

    /** The number of such calls to Azure so far. */
    public long calls(String verb) {
        return arm.log().stream().filter(call -> call.startsWith(verb + " ")).count();
    }

    /** The removal limits, and the approvals. */
    public RemovalPolicy removals = RemovalPolicy.NONE;

    /** This instance starts to lead, with synced caches. */
    public VirtualCluster begin() {
        scope = scope();
        loop.begin(scope);
        return this;
    }

    /** A scope of this cluster; it begins to lead. */
    private ServiceScope scope() {
        index.lead();
        ObservedStateAssembly assembly = assembly();
        ObservedStateReader reader = new ObservedStateReader(assembly, store);
        StatusWriter status = status();
        OrphanAudits orphans = orphans();
        Absorption absorption = absorption(assembly, orphans);
        ArmPlanExecutor executor = new ArmPlanExecutor(
                new ArmPlanExecutor.Ports(arm, store, WriteFence.OPEN, ExecutionListener.NONE,
                        loop.clock()),
                ArmPlanExecutor.Settings.DEFAULT);
        PlanJournal journal = new PlanJournal(PlanText.of("services"), 100, loop.clock(), () -> "", () -> "",
                WorkSpans.NONE, new PlanMetrics(meters, loop.clock()));
        NodeConditionWriter writer = draining.isNone() ? NodeConditionWriter.NONE : this::condition;
        ServiceOperations operations = new ServiceOperations(
                new ServiceOperations.Azure(reader, executor, new SubscriptionUsage(cloud, store), journal,
                        Optional.of(arm)),
                new ServiceOperations.Cluster(new PresentServices(), () -> {
                    throw new AssertionError("nothing is deleted");
                }, false), status, writer, loop.clock());
        ServiceTurnSteps steps = new ServiceTurnSteps(absorption,
                new ResultProjection(status.conditions(), ServiceTiming.DEFAULT),
                new ServicePlanner(planner, removals.limits()), orphans,
                new DrainConditions(new ConditionOptions(!draining.isNone(), "")),
                RemovalStep.of(removals),
                new ServiceTurnSteps.Settings(ServiceTiming.DEFAULT, false, healthCallsPerHour));
        return new ServiceScope(steps, operations, index::cluster,
                new ServiceScope.Receivers(new PlanPrinter(journal, executor, "lb=kubernetes", false),
                        new ReportEmitter(events, ReconcileListener.NONE, OrphanRegister.off(), false),
                        OrphanRegister.off(), CallQueue.NONE, () -> {}, removals.approvals()));
    }

    /** The turns, to be recorded and replayed. */
    public Recordable<?, ?, ?> recordable() {
        return new Recordable<>("services", scope, loop.turns(),
                () -> new ServiceCodec(absorption(assembly(), orphans()), index.newParser(), "lb=kubernetes"));
    }

    /** Puts the state of Azure together. */
    ObservedStateAssembly assembly() {
        return new ObservedStateAssembly(cloud, "kubernetes", planner.securityGroup());
    }

    private StatusWriter status() {
        return new StatusWriter(index, new Api(), events,
                new ServiceConditions(ConditionOptions.ON, Redaction.of(List.of())), loop.clock());
    }

    private OrphanAudits orphans() {
        return new OrphanAudits(OrphanPolicy.OFF, new OrphanAudit(planner, true), assembly());
    }

    private Absorption absorption(ObservedStateAssembly assembly, OrphanAudits orphans) {
        return new Absorption(assembly, store.settle(), orphans,
                ServiceTiming.DEFAULT, draining);
    }

    /** The steps of its turns. */
    TurnSteps<ServiceEvent, KnownState, TurnPlan, ServiceEffect> steps() {
        return scope.steps();
    }

    /** What the watches show now. */
    WatchedCluster watched() {
        return index.cluster();
    }

    /** What takes events into the known state, apart from a loop. */
    Absorption absorption() {
        index.lead();
        return absorption(assembly(), orphans());
    }

    /** Creates a Service in the namespace {@code shop}. */
    public void make(String name, int port) {
        make(Services.named(name).port("TCP", port));
    }

    public void make(Services asked) {
        Service service = Serialization.unmarshal(asked.yaml(), Service.class);
        services.put(name(service), service);
        index.serviceListener().added(service);
    }

    /** A user changes a Service. */
    public void replace(Services asked) {
        Service next = Serialization.unmarshal(asked.yaml(), Service.class);
        Service before = services.get(name(next));
        show(name(next), new ServiceBuilder(before).withSpec(next.getSpec())
                .editMetadata()
                .withAnnotations(next.getMetadata().getAnnotations())
                .endMetadata()
                .build());
    }

    /** Removes the node of a machine; {@code unseen}: it is missing from a list without an observed deletion. */
    void leave(int machine, boolean unseen) {
        index.nodeListener().deleted(node(machine), unseen);
    }

    /** Deletes a Service; it stays as long as it has its finalizer. */
    public void delete(String name) {
        show(name, new ServiceBuilder(services.get(name)).editMetadata()
                .withDeletionTimestamp("2026-01-02T00:00:00Z")
                .endMetadata()
                .build());
    }

    /** Deletes a Service that an earlier leader has served. */
    void leavesWithFinalizer(String name) {
        show(name, new ServiceBuilder(services.get(name)).editMetadata()
                .addToFinalizers(LoadBalancerClass.SHARED_FINALIZER)
                .endMetadata()
                .build());
        delete(name);
    }

    /** The current conditions of a Service, such as {@code Programmed True}. */
    List<String> conditions(String name) {
        return ServiceConditions.conditions(services.get(name))
                .stream()
                .map(each -> each.getType().substring(each.getType().indexOf('/') + 1) + " " + each.getStatus())
                .toList();
    }

    /** The message of the condition that says whether the Service is programmed, "" without one. */
    public String message(String name) {
        return ServiceConditions.conditions(services.get(name))
                .stream()
                .filter(each -> each.getType().endsWith("Programmed"))
                .map(Condition::getMessage)
                .findFirst()
                .orElse("");
    }

    /** A Service as left by the reference, which writes no conditions. */
    void withoutConditions(String name) {
        show(name, new ServiceBuilder(services.get(name)).editStatus().withConditions(List.of()).endStatus().build());
    }

    /** The explanation of a Service; {@code callWait}: its wait for the call budget. */
    public Explanation explain(String name, String callWait) {
        ServiceSpec spec = loop.known()
                .cluster()
                .clusterState()
                .services()
                .stream()
                .filter(each -> each.key().name().equals(name))
                .findFirst()
                .orElseThrow();
        Map<String, String> annotations = services.get(name).getMetadata().getAnnotations();
        return ServiceExplanation.of(spec, annotations == null ? Map.of() : annotations,
                new LastTurn(loop.known(), loop.last(),
                        uid -> Optional.of(callWait).filter(text -> !text.isEmpty()),
                        removals.approvals()::command, loop.clock().instant()));
    }

    /** Writes of addresses to Services fail, or succeed again with null. */
    void refuseStatus(RuntimeException problem) {
        refusal = problem;
    }

    /** Adds a machine of the scale set and its node. */
    public void join(int machine) {
        world.machine(machine);
        nodes.put(world.node(machine).name(), node(machine));
        index.nodeListener().added(node(machine));
    }

    /** Changes a node. */
    void change(int machine, UnaryOperator<NodeBuilder> change) {
        String name = world.node(machine).name();
        Node before = nodes.get(name);
        Node after = change.apply(new NodeBuilder(before)).build();
        nodes.put(name, after);
        index.nodeListener().updated(before, after);
    }

    private void condition(String name, Optional<ShownCondition> shown, ShownCondition wanted, Instant now) {
        if (refusal != null)
            throw refusal;
        written.add(name + " " + wanted.type() + " " + wanted.text());
        Node before = nodes.get(name);
        Node after = new NodeBuilder(before).editStatus()
                .removeMatchingFromConditions(each -> wanted.type().equals(each.getType()))
                .addToConditions(NodeConditions.toWrite(wanted, now))
                .endStatus()
                .build();
        nodes.put(name, after);
        index.nodeListener().updated(before, after);
    }

    private Node node(int machine) {
        return new NodeBuilder().withNewMetadata()
                .withName(world.node(machine).name())
                .endMetadata()
                .withNewSpec()
                .withProviderID("azure://" + world.node(machine).machine().orElseThrow())
                .endSpec()
                .withNewStatus()
                .addNewAddress(world.node(machine).internalIps().getFirst(), "InternalIP")
                .endStatus()
                .build();
    }

    /** Runs turns, and every pending operation but the first, until no other is left at this moment. */
    public void settleBesideTheFirst() {
        for (int i = 0; i < 1_000; i++) {
            loop.turn();
            if (loop.waiting() > 1)
                loop.runOperation(1);
            else if (loop.due().isAfter(loop.clock().instant()))
                return;
        }
        throw new AssertionError("the loop does not come to rest at " + loop.clock().instant());
    }

    Set<String> services() {
        return services.keySet();
    }

    /** The reasons of all events so far; no more are recorded. */
    public List<String> endOfEvents() {
        recorder.close();
        return heard;
    }

    private void show(String name, Service after) {
        index.serviceListener().updated(services.put(name, after), after);
    }

    private void changed(ChangedObjects what) {
        events.changed(what.services());
        loop.inbox().post(new ServiceEvent.ClusterChanged(what));
    }

    private static String name(Service service) {
        return service.getMetadata().getName();
    }
}
