package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.patch.ServicePatches;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.ServiceController;
import io.azureccm.service.informer.ServiceInformers;
import io.azureccm.service.metrics.ReconcileListener;
import io.azureccm.service.status.KubernetesServiceWriter;
import java.time.Clock;
import java.util.Optional;

/** The service controller. */
public final class ServiceWork implements Work {
    private final ServiceController controller;
    private final ArmPlanExecutor executor;

    public ServiceWork(Ports ports) {
        Clock clock = Clock.systemUTC();
        ObservedStore store = ports.store();
        executor = ports.executor(store);
        ServicePatches patches = new ServicePatches(ports.patcher());
        controller = new ServiceController(
                new ServiceController.Settings(ports.cloud(), "kubernetes", ports.way().pace().services(),
                        false, true),
                new ServiceController.Azure(store, executor, ports.journal(), CallQueue.NONE),
                new ServiceController.Cluster(new ServiceInformers(ports.client(), InformerScope.ALL),
                        ports.promises().around(new KubernetesServiceWriter(patches), ports.tripwire()),
                        ports.events(), Optional.empty()),
                ReconcileListener.NONE, OrphanRegister.off(), clock);
    }

    @Override
    public ResourceInformers informers() {
        return controller.informers();
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
