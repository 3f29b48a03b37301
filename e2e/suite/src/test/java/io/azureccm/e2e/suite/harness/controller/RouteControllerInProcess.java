package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.explain.ExplanationText;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.record.RunRecords;
import io.azureccm.route.RouteController;
import io.azureccm.route.informer.NodeInformers;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.reconcile.RouteTiming;
import io.azureccm.route.status.ConditionWriter;
import io.azureccm.route.status.KubernetesConditionWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The route controller in this process, without Spring and without leader election: starts in no time, prints its plans. */
public final class RouteControllerInProcess implements ControllerUnderTest {
    /** The same as usual, sooner. */
    public static final RouteTiming QUICK = new RouteTiming(Duration.ofMillis(60), Duration.ofMillis(600),
            Duration.ofMillis(150),
            Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ZERO);

    private final SteadyState steadyState;
    private final Supplier<SteadyState.Observation> looking;
    private final Options options;
    private final CrashPoint crashPoint;
    private final AtomicInteger drift = new AtomicInteger();
    private Optional<PlanJournal> journal = Optional.empty();
    private RouteController controller;
    private ClusterWay cluster;
    private EventRecorder events;

    /**
     * When it writes, what stands between it and the nodes it writes, who is asked before each write to Azure, and how much one plan may
     * take away.
     */
    public record Options(RouteTiming timing, UnaryOperator<ConditionWriter> writer, WriteFence fence,
            Function<KubernetesClient, RemovalPolicy> removals) {
        public Options(RouteTiming timing, UnaryOperator<ConditionWriter> writer, WriteFence fence) {
            this(timing, writer, fence, client -> RemovalPolicy.NONE);
        }

        public static final Options DEFAULT = new Options(QUICK, UnaryOperator.identity(), WriteFence.OPEN);
    }

    public RouteControllerInProcess(SteadyState steadyState, Supplier<SteadyState.Observation> looking,
            Options options) {
        this(steadyState, looking, options, CrashPoint.never());
    }

    /** One that dies. */
    public RouteControllerInProcess(SteadyState steadyState, Supplier<SteadyState.Observation> looking, Options options,
            CrashPoint crashPoint) {
        this.crashPoint = crashPoint;
        this.steadyState = steadyState;
        this.looking = looking;
        this.options = options;
    }

    @Override
    public void start(Launch launch) {
        ArmAccess arm = ArmAccess.open(App.ROUTE, launch, BudgetSettings.of(App.ROUTE), crashPoint);
        cluster = ClusterWay.open(App.ROUTE, launch);
        Clock clock = cluster.clock();
        PlanJournal plans = new PlanJournal(PlanText.of("nodes"), 100, clock, () -> "");
        journal = Optional.of(plans);
        ObservedStore store = new ObservedStore(arm.gateway(), clock, ObservedStore.Settings.DEFAULT);
        ArmPlanExecutor executor = new ArmPlanExecutor(
                new ArmPlanExecutor.Ports(arm.gateway(), store, options.fence(),
                        ExecutionListener.NONE, clock),
                new ArmPlanExecutor.Settings(32, Duration.ofMillis(500)));
        events = cluster.events(crashPoint::around);
        NodePatches patches = new NodePatches(cluster.patcher(Optional::empty));
        ControllerOptions flags = flags(launch);
        controller = new RouteController(
                new RouteController.Settings(arm.cloud(), flags.cluster().podRanges(), flags.cluster().nodeFilter(),
                        options.timing(), false, ConditionOptions.ON),
                new RouteController.Azure(store, new MachineReader(arm.cloud(), arm.gateway(), clock), executor,
                        plans),
                new RouteController.Cluster(new NodeInformers(cluster.client()),
                        options.writer().apply(new KubernetesConditionWriter(patches, clock)), events,
                        options.removals().apply(cluster.client()), () -> false),
                this::count, OrphanRegister.off(), clock);
        RunRecords.begin(App.ROUTE, arm.cloud(), launch.flags(), controller.recordables());
        cluster.start(controller);
    }

    /** How many changes nobody asked for were found. */
    public int drift() {
        return drift.get();
    }

    private void count(RouteReport report) {
        if (report instanceof RouteReport.DriftFound(int changes))
            drift.addAndGet(changes);
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

    /** Why a node is as it is, as text. */
    public String explain(String node) {
        return controller.explainer().explain(node).map(ExplanationText::of).orElse("");
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

    private static ControllerOptions flags(Launch launch) {
        List<String> arguments = new ArrayList<>(launch.flags());
        arguments.add("--cloud-config=" + launch.cloudConfig());
        return ControllerFlags.parse(App.ROUTE, arguments).orThrow().options();
    }
}
