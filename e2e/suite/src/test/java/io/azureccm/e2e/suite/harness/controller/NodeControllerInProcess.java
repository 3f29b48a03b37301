package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.explain.ExplanationText;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.Trim;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.e2e.suite.harness.record.RunRecords;
import io.azureccm.node.NodeController;
import io.azureccm.node.observed.read.AzureMachineReader;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.status.KubernetesNodeWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The node controller in this process, without Spring and without leader election: starts in no time, prints its plans. */
public final class NodeControllerInProcess implements AutoCloseable {
    /** What its flags would say. */
    public record Flags(boolean betaLabels, boolean waitRoutes, Duration monitorPeriod, Duration refreshPeriod,
            boolean dryRun) {
        public static final Flags DEFAULT = new Flags(false, false, Duration.ofSeconds(5), Duration.ofMinutes(5),
                false);

        public Flags monitoring(Duration period) {
            return new Flags(betaLabels, waitRoutes, period, refreshPeriod, dryRun);
        }

        public Flags refreshing(Duration period) {
            return new Flags(betaLabels, waitRoutes, monitorPeriod, period, dryRun);
        }

        public Flags withBetaLabels() {
            return new Flags(true, waitRoutes, monitorPeriod, refreshPeriod, dryRun);
        }

        public Flags waitingForRoutes() {
            return new Flags(betaLabels, true, monitorPeriod, refreshPeriod, dryRun);
        }

        public Flags dry() {
            return new Flags(betaLabels, waitRoutes, monitorPeriod, refreshPeriod, true);
        }
    }

    private final PlanJournal journal;
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ClusterWay cluster;
    private final EventRecorder events;
    private final NodeController controller;

    public NodeControllerInProcess(ControllerUnderTest.Launch launch, Flags flags) {
        this(launch, flags, UnaryOperator.identity());
    }

    /** {@code way} stands between the controller and Azure. */
    public NodeControllerInProcess(ControllerUnderTest.Launch launch, Flags flags, UnaryOperator<ArmGateway> way) {
        ArmAccess arm = ArmAccess.open(App.NODE, launch);
        CloudConfig cloud = arm.cloud();
        ArmGateway gateway = way.apply(arm.gateway());
        cluster = ClusterWay.open(App.NODE, launch);
        Clock clock = cluster.clock();
        journal = new PlanJournal(PlanText.of("nodes"), 100, clock, () -> "");
        events = cluster.events(UnaryOperator.identity());
        NodePatches patches = new NodePatches(
                cluster.patcher(() -> flags.dryRun() ? Optional.of("this is a dry run") : Optional.empty()));
        NodeSettings settings = new NodeSettings(new NodeSettings.Parts(true, true),
                new NodeSettings.Topology(flags.betaLabels(), flags.waitRoutes(),
                        flags.dryRun() ? ConditionOptions.OFF : ConditionOptions.ON),
                cloud.resourceGroup(),
                flags.monitorPeriod(), flags.refreshPeriod(), cloud.machines().instanceNotFoundGracePeriod());
        controller = new NodeController(new NodeController.Settings(settings, NodeTiming.DEFAULT, flags.dryRun()),
                new AzureMachineReader(new MachineReader(cloud, gateway, clock)),
                new NodeController.Cluster(
                        roster -> new ResourceInformer<>(cluster.client(), Node.class, InformerScope.ALL,
                                Trim.nodes(), InformerSettings.DEFAULTS).listen(roster),
                        new KubernetesNodeWriter(patches, clock),
                        events),
                new NodeController.Audience(journal, registry), clock);
        RunRecords.begin(App.NODE, cloud,
                List.of("--node-monitor-period=" + flags.monitorPeriod().toMillis() + "ms",
                        "--node-status-update-frequency=" + flags.refreshPeriod().toMillis() + "ms"),
                controller.recordables());
        cluster.start(controller);
    }

    public MeterRegistry metrics() {
        return registry;
    }

    /** The plans so far with their outcomes, oldest first. */
    public String log() {
        return journal.entries().reversed().stream().map(PlanJournal.Entry::text).collect(Collectors.joining("\n"));
    }

    /** Why a node is as it is, as text. */
    public String explain(String node) {
        return controller.explainer().explain(node).map(ExplanationText::of).orElse("");
    }

    @Override
    public void close() {
        cluster.end(controller);
        controller.informers().close();
        events.close();
        cluster.close();
    }
}
