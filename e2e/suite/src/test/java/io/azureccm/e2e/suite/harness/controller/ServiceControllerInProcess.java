package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.common.config.options.App;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.ExplanationText;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.PlanListener;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.leader.ApiLeaseStore;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ServicePatches;
import io.azureccm.common.observe.LeaseEvents;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.orphan.OrphanEntry;
import io.azureccm.common.observe.orphan.OrphanEvents;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.record.RunRecords;
import io.azureccm.service.ServiceController;
import io.azureccm.service.ServiceControllerSettings;
import io.azureccm.service.informer.ServiceInformers;
import io.azureccm.service.lease.ResourceLease;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.metrics.SyncMetrics;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.status.KubernetesServiceWriter;
import io.azureccm.service.status.NodeConditionWriter;
import io.azureccm.service.status.ServiceWriter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The service controller in this process, without Spring and without leader election: starts in no time, prints its plans. */
public final class ServiceControllerInProcess implements ControllerUnderTest {
    private static final ObjectRef LEASE = new ObjectRef("coordination.k8s.io/v1", "Lease", "kube-system",
            "azure-service-controller", "", "");

    private final SteadyState steadyState;
    private final Supplier<SteadyState.Observation> looking;
    private final Options options;
    private final CrashPoint crashPoint;
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final HeadroomRegister headroom = new HeadroomRegister(meters, this::near);
    private Optional<PlanJournal> journal = Optional.empty();
    private ServiceController controller;
    private ClusterWay cluster;
    private EventRecorder events;
    private OrphanRegister orphans;

    /**
     * When it plans, how it writes to Azure, what stands between it and the Services it writes, whether it holds the
     * resource lease meanwhile, who is asked before each write to Azure, what becomes of orphans, and how many calls it may make.
     */
    public record Options(ServiceTiming timing, ArmPlanExecutor.Settings execution, UnaryOperator<ServiceWriter> writer,
            boolean resourceLease, WriteFence fence, OrphanPolicy orphans, BudgetSettings budget,
            DrainPolicy draining, LoadBalancerClass served) {
        /** Without draining, and for Services without a class. */
        public Options(ServiceTiming timing, ArmPlanExecutor.Settings execution, UnaryOperator<ServiceWriter> writer,
                boolean resourceLease, WriteFence fence, OrphanPolicy orphans, BudgetSettings budget) {
            this(timing, execution, writer, resourceLease, fence, orphans, budget, DrainPolicy.NONE,
                    LoadBalancerClass.NONE);
        }

        /** With the budget that the app has. */
        public Options(ServiceTiming timing, ArmPlanExecutor.Settings execution, UnaryOperator<ServiceWriter> writer,
                boolean resourceLease, WriteFence fence, OrphanPolicy orphans) {
            this(timing, execution, writer, resourceLease, fence, orphans, BudgetSettings.of(App.SERVICE));
        }

        public static final Options DEFAULT = new Options(ServiceTiming.DEFAULT, ArmPlanExecutor.Settings.DEFAULT,
                UnaryOperator.identity(), false, WriteFence.OPEN, OrphanPolicy.OFF);

        /** The same with nodes that are drained. */
        public Options draining(DrainPolicy policy) {
            return new Options(timing, execution, writer, resourceLease, fence, orphans, budget, policy,
                    served);
        }

        /** The same for Services of one class. */
        public Options serving(LoadBalancerClass only) {
            return new Options(timing, execution, writer, resourceLease, fence, orphans, budget, draining, only);
        }
    }

    public ServiceControllerInProcess(SteadyState steadyState, Supplier<SteadyState.Observation> looking) {
        this(steadyState, looking, Options.DEFAULT);
    }

    public ServiceControllerInProcess(SteadyState steadyState, Supplier<SteadyState.Observation> looking,
            Options options) {
        this(steadyState, looking, options, CrashPoint.never());
    }

    /** One that dies. */
    public ServiceControllerInProcess(SteadyState steadyState, Supplier<SteadyState.Observation> looking,
            Options options,
            CrashPoint crashPoint) {
        this.crashPoint = crashPoint;
        this.steadyState = steadyState;
        this.looking = looking;
        this.options = options;
    }

    @Override
    public void start(Launch launch) {
        ArmAccess arm = ArmAccess.open(App.SERVICE, launch, options.budget(), crashPoint);
        cluster = ClusterWay.open(App.SERVICE, launch);
        Clock clock = cluster.clock();
        PlanJournal plans = new PlanJournal(PlanText.of("services"), 100, clock, () -> "", headroom::nearText,
                WorkSpans.NONE, PlanListener.NONE);
        journal = Optional.of(plans);
        ObservedStore store = new ObservedStore(arm.gateway(), clock, ObservedStore.Settings.DEFAULT);
        ArmPlanExecutor executor = new ArmPlanExecutor(
                new ArmPlanExecutor.Ports(arm.gateway(), store, options.fence(), ExecutionListener.NONE, clock),
                options.execution());
        events = cluster.events(crashPoint::around);
        ServicePatches patches = new ServicePatches(cluster.patcher(Optional::empty));
        orphans = new OrphanRegister(options.orphans(), new OrphanEvents(
                new LeaseEvents(events::record, "service-controller", LEASE)));
        controller = new ServiceController(
                new ServiceControllerSettings(arm.cloud(), "kubernetes", options.timing(), false, ConditionOptions.ON,
                        TenantPolicy.DEFAULT, options.served()),
                new ServiceController.Azure(store, executor, plans, arm.calls(), Optional.of(arm.gateway()), 0),
                new ServiceController.Cluster(
                        new ServiceInformers(cluster.client(), InformerScope.ALL),
                        options.writer().apply(new KubernetesServiceWriter(patches, options.served())), events, lease(),
                        RemovalPolicy.NONE,
                        new ServiceController.Draining(options.draining(),
                                NodeConditionWriter.of(new NodePatches(cluster.patcher(Optional::empty))))),
                new ReconcileMetrics(meters, new CloudOperations(meters), new SyncMetrics.Place("", ""), headroom),
                orphans, clock);
        RunRecords.begin(App.SERVICE, arm.cloud(), List.of("--cluster-name=kubernetes"), controller.recordables());
        cluster.start(controller);
    }

    /** It no longer leads; false if operations are still in progress after this time. */
    public boolean stopLeading(Duration longest) {
        return cluster.stop(controller, longest);
    }

    /** It leads again. */
    public void leadAgain() {
        controller.start();
    }

    /** What it measures. */
    public MeterRegistry meters() {
        return meters;
    }

    /** Why a Service is as it is, as text. */
    public String explain(String subject) {
        return controller.explainer().explain(subject).map(ExplanationText::of).orElse("");
    }

    /** Which backends of a Service are up, as Azure answers now. */
    public List<Explanation.Line> health(String subject) {
        return controller.explainer().health(subject).map(Explanation.Section::lines).orElse(List.of());
    }

    /** How all Services stand, as the lists, the console and the metric show it. */
    public Optional<List<Explanation>> standing() {
        return controller.explainer().explainAll();
    }

    /** The orphans that are known now. */
    public List<Orphan> orphans() {
        return orphans.state().orphans().stream().map(OrphanEntry::orphan).toList();
    }

    private Optional<LeaseStore> lease() {
        return options.resourceLease()
                ? Optional.of(new ApiLeaseStore(cluster.client(), ResourceLease.NAMESPACE, ResourceLease.NAME))
                : Optional.empty();
    }

    /** How many changes nobody asked for were found. */
    public int drift() {
        return (int) meters.get("controller.drift.changes").counter().count();
    }

    private void near(Headroom limit) {
        HeadroomRegister.events(new LeaseEvents(events::record, "service-controller", LEASE)).accept(limit);
    }

    /** Whether anything has happened that was not planned for, or an operation is under way. */
    public boolean isWorking() {
        return controller != null && cluster.isWorking(controller);
    }

    @Override
    public void awaitQuiet(Duration bound) {
        cluster.awaitQuiet(controller, steadyState, bound, looking);
    }

    @Override
    public String log() {
        return journal.stream()
                .flatMap(plans -> plans.entries().reversed().stream())
                .map(PlanJournal.Entry::text)
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        if (controller == null)
            return;
        cluster.end(controller);
        controller.informers().close();
        events.close();
        cluster.close();
    }
}
