package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.informer.Trim;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.node.NodeController;
import io.azureccm.node.observed.read.AzureMachineReader;
import io.azureccm.node.status.KubernetesNodeWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** The node controller. */
public final class NodeWork implements Work {
    private final NodeController controller;

    public NodeWork(Ports ports) {
        Work.Cluster cluster = ports.cluster();
        Work.Guards guards = ports.guards();
        Pace pace = ports.azure().pace();
        controller = new NodeController(
                new NodeController.Settings(pace.nodeSettings(ports.cloud()), pace.nodes(), false),
                new AzureMachineReader(new MachineReader(ports.cloud(), ports.azure().gateway(), ports.clock()),
                        ports.cloud().subscriptionId(), ports.cloud().resourceGroup()),
                new NodeController.Cluster(
                        index -> new ResourceInformer<>(cluster.client(), Node.class, InformerScope.ALL, Trim.nodes(),
                                InformerSettings.DEFAULTS).listen(index),
                        guards.promises()
                                .around(new KubernetesNodeWriter(new NodePatches(cluster.patcher()), ports.clock()),
                                        guards.tripwire()),
                        cluster.events(), guards.removals()),
                new NodeController.Audience(ports.azure().journal(), new SimpleMeterRegistry()), ports.clock());
    }

    @Override
    public ResourceInformers informers() {
        return controller.informers();
    }

    @Override
    public EventLoop<?, ?, ?> turns() {
        return controller.preview().turns();
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
