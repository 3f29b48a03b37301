package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.metrics.PlanMetrics;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.metrics.SyncMetrics;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.reconcile.explain.LastTurn;
import io.azureccm.service.reconcile.explain.ServiceExplanation;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.record.PlanRecord;
import io.azureccm.service.reconcile.report.PlanPrinter;
import io.azureccm.service.reconcile.report.ReportEmitter;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.NodeConditionWriter;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.StatusWriter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Services, nodes and Azure in memory, with the scope of a service controller between them, in virtual time. */
public final class VirtualCluster extends VirtualKubernetes {
    public static final ArmId BALANCER = World.id(ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId SUBNET = World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet");

    public final WorldArm arm;
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ReconcileMetrics metrics = new ReconcileMetrics(meters, new CloudOperations(meters),
            new SyncMetrics.Place("", ""), new HeadroomRegister(meters, none -> {}));
    public final ObservedStore store;
    private ServiceScope scope;
    private final CloudConfig cloud;
    private final PlannerSettings planner;
    private final DrainPolicy draining;

    public VirtualCluster() {
        this(new World(0), DrainPolicy.NONE);
    }

    /** With the cloud config of the world. */
    public VirtualCluster(World world, DrainPolicy draining) {
        super(world, draining);
        this.arm = new WorldArm(world);
        this.store = new ObservedStore(arm, loop.clock(), ObservedStore.Settings.DEFAULT);
        this.cloud = world.cloud();
        this.planner = new PlannerSettings(cloud, "kubernetes", TenantPolicy.DEFAULT, false);
        this.draining = draining;
    }

    /** A cluster whose pools have addresses as members. */
    public static VirtualCluster withAddressPools() {
        VirtualCluster cluster = new VirtualCluster(
                new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP"), DrainPolicy.NONE);
        cluster.world.resources().put(SUBNET, cluster.world.subnetBody("k8s-subnet"));
        return cluster;
    }

    /** A cluster whose subnet exists in Azure. */
    public static VirtualCluster withSubnet() {
        VirtualCluster cluster = new VirtualCluster();
        cluster.world.resources().put(SUBNET, cluster.world.subnetBody("k8s-subnet"));
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
        StateUpdater updater = updater(assembly, orphans);
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
        ServiceTurnSteps steps = new ServiceTurnSteps(updater,
                new ResultReporting(status.conditions(), ServiceTiming.DEFAULT),
                new ServicePlanner(planner, removals.limits()), orphans,
                new DrainConditions(new ConditionOptions(!draining.isNone(), "")),
                RemovalStep.of(removals),
                new ServiceTurnSteps.Settings(ServiceTiming.DEFAULT, false, healthCallsPerHour));
        return new ServiceScope(steps, operations, index::cluster,
                new ServiceScope.Receivers(new PlanPrinter(journal, executor, "lb=kubernetes", false),
                        new ReportEmitter(events, metrics, OrphanRegister.off(), false),
                        OrphanRegister.off(), CallQueue.NONE, () -> {}, removals.approvals()));
    }

    /** The turns, to be recorded and replayed. */
    public Recordable<?, ?, ?> recordable() {
        return new Recordable<>("services", scope, loop.turns(),
                () -> new ServiceCodec(updater(assembly(), orphans()), index.newParser(),
                        new PlanRecord("lb=kubernetes")));
    }

    /** Puts the state of Azure together. */
    ObservedStateAssembly assembly() {
        return new ObservedStateAssembly(cloud, "kubernetes", planner.securityGroup());
    }

    private StatusWriter status() {
        return new StatusWriter(index, api, events,
                new ServiceConditions(ConditionOptions.ON, Redaction.of(List.of())), loop.clock());
    }

    private OrphanAudits orphans() {
        return new OrphanAudits(OrphanPolicy.OFF, new OrphanAudit(planner, true), assembly());
    }

    private StateUpdater updater(ObservedStateAssembly assembly, OrphanAudits orphans) {
        return new StateUpdater(assembly, store.settle(), orphans,
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
    StateUpdater updater() {
        index.lead();
        return updater(assembly(), orphans());
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
        Map<String, String> annotations = service(name).getMetadata().getAnnotations();
        return ServiceExplanation.of(spec, annotations == null ? Map.of() : annotations,
                new LastTurn(loop.known(), loop.last(),
                        uid -> Optional.of(callWait).filter(text -> !text.isEmpty()),
                        removals.approvals()::command, loop.clock().instant()));
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
}
