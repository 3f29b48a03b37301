package io.azureccm.node;

import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.NodeOptions;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.event.ApiEventSink;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.LogEventSink;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.Trim;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.machine.imds.InstanceMetadata;
import io.azureccm.node.observed.read.MetadataReader;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.status.KubernetesNodeWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Initialises the node it runs on and keeps its addresses up to date. It never deletes a node and never reads another
 * one.
 */
final class NodeAgent implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(NodeAgent.class);
    private static final int KEPT_PLANS = 10;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final String node;
    private final KubernetesClient kubernetes;
    private final EventRecorder events;
    private final NodeController controller;
    private volatile Thread starting;

    NodeAgent(ControllerOptions options, KubernetesClient kubernetes, String node, InstanceMetadata metadata,
            ConditionOptions conditions) {
        Clock clock = SteadyClock.SYSTEM;
        this.node = node;
        this.kubernetes = kubernetes;
        this.events = new EventRecorder(options.dryRun() ? new LogEventSink() : new ApiEventSink(kubernetes));
        NodePatches patches = new NodePatches(new ObjectPatcher(new ApiRequests(kubernetes),
                () -> options.dryRun() ? Optional.of("this is a dry run") : Optional.empty()));
        InformerScope scope = InformerScope.ALL.withFields("metadata.name=" + node);
        this.controller = new NodeController(
                new NodeController.Settings(
                        settings(options.work().node(), options.dryRun() ? ConditionOptions.OFF : conditions),
                        NodeTiming.DEFAULT, options.dryRun()),
                new MetadataReader(metadata, node, clock),
                new NodeController.Cluster(index -> new ResourceInformer<>(kubernetes, Node.class, scope, Trim.nodes(),
                        InformerSettings.DEFAULTS).listen(index),
                        new KubernetesNodeWriter(patches, InstantSource.system()), events),
                new NodeController.Audience(new PlanJournal(PlanText.of("nodes"), KEPT_PLANS, clock, () -> ""),
                        new SimpleMeterRegistry()),
                clock);
    }

    private static NodeSettings settings(NodeOptions options, ConditionOptions conditions) {
        return new NodeSettings(new NodeSettings.Parts(true, false),
                new NodeSettings.Topology(options.betaTopologyLabels(), options.waitRoutes(), conditions), "",
                options.monitorPeriod(), options.statusUpdateFrequency(), Duration.ZERO);
    }

    @Override
    public void start() {
        controller.informers().start();
        starting = Thread.ofVirtual().name("agent-start").start(() -> {
            try {
                while (!controller.informers().awaitSynced(STOP_TIMEOUT)) {
                    // Until the API server is reachable; the informer logs failures.
                }
                log.info("Node {}: {}", node, controller.isKnown(node)
                        ? "exists"
                        : "does not exist yet, waiting for it");
                controller.start();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void stop() {
        starting.interrupt();
        controller.stop(STOP_TIMEOUT);
        controller.close();
        controller.informers().close();
        events.close();
        kubernetes.close();
        starting = null;
    }

    @Override
    public boolean isRunning() {
        return starting != null;
    }
}
