package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.patch.ServicePatches;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.ServiceController;
import io.azureccm.service.informer.ServiceInformers;
import io.azureccm.service.metrics.ReconcileListener;
import io.azureccm.service.status.KubernetesServiceWriter;
import java.util.Optional;

/** The service controller. */
public final class ServiceWork implements Work {
    private final ServiceController controller;
    private final ArmPlanExecutor executor;

    public ServiceWork(Ports ports) {
        ObservedStore store = ports.store();
        executor = ports.executor(store);
        Work.Cluster cluster = ports.cluster();
        Work.Guards guards = ports.guards();
        controller = new ServiceController(
                new ServiceController.Settings(ports.cloud(), "kubernetes", ports.azure().pace().services(), false,
                        true),
                new ServiceController.Azure(store, executor, ports.azure().journal(), CallQueue.NONE),
                new ServiceController.Cluster(new ServiceInformers(cluster.client(), InformerScope.ALL),
                        guards.promises()
                                .around(new KubernetesServiceWriter(new ServicePatches(cluster.patcher())),
                                        guards.tripwire()),
                        cluster.events(), Optional.empty(), guards.removals(), ServiceController.Draining.NONE),
                ReconcileListener.NONE, OrphanRegister.off(), ports.clock());
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

    @Override
    public void follow() {
        controller.follow();
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
        executor.close();
        controller.close();
    }
}
