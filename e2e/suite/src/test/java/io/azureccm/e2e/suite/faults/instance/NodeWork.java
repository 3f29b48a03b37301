package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.informer.Trim;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.node.NodeController;
import io.azureccm.node.observed.read.AzureMachineReader;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.Timing;
import io.azureccm.node.status.KubernetesNodeWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;

/** The node controller. */
public final class NodeWork implements Work {
    private static final Timing SOON = new Timing(Duration.ofMillis(20), Duration.ofMillis(100), Duration.ofMillis(60),
            Duration.ofMillis(400));

    private final NodeController controller;

    public NodeWork(Ports ports) {
        Clock clock = Clock.systemUTC();
        NodePatches patches = new NodePatches(ports.patcher());
        NodeSettings settings = new NodeSettings(new NodeSettings.Parts(true, true),
                new NodeSettings.Topology(false, false, true), ports.cloud().resourceGroup(), Duration.ofMillis(200),
                Duration.ofMillis(800), Duration.ofMillis(300));
        controller = new NodeController(new NodeController.Settings(settings, SOON, false),
                new AzureMachineReader(new MachineReader(ports.cloud(), ports.gateway(), clock),
                        ports.cloud().subscriptionId(), ports.cloud().resourceGroup()),
                new NodeController.Cluster(
                        roster -> new ResourceInformer<>(ports.client(), Node.class, InformerScope.ALL, Trim.nodes(),
                                InformerSettings.DEFAULTS).listen(roster),
                        ports.promises().around(new KubernetesNodeWriter(patches, clock), ports.tripwire()),
                        ports.events()),
                new NodeController.Audience(ports.journal(), new SimpleMeterRegistry()), clock);
    }

    @Override
    public ResourceInformers informers() {
        return controller.informers();
    }

    @Override
    public void lead() {
        controller.lead();
    }

    /** Returns when no write is under way; one that never ends is an error. */
    @Override
    public void follow() {
        for (int i = 0; !controller.follow(Duration.ofSeconds(1)); i++) {
            if (i > 60)
                throw new IllegalStateException("the node controller does not stop");
        }
    }

    @Override
    public QueueStats queue() {
        return controller.queueStats();
    }

    @Override
    public boolean isIdle() {
        return controller.isIdle();
    }

    @Override
    public void close() {
        controller.close();
        controller.informers().close();
    }
}
