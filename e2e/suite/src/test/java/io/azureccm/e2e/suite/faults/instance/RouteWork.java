package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.route.RouteController;
import io.azureccm.route.informer.NodeInformers;
import io.azureccm.route.reconcile.PlanListener;
import io.azureccm.route.status.KubernetesNodeWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The route controller. */
public final class RouteWork implements Work {
    private final RouteController controller;
    private final ArmPlanExecutor executor;

    public RouteWork(Ports ports) {
        ObservedStore store = ports.store();
        executor = ports.executor(store);
        Work.Cluster cluster = ports.cluster();
        Work.Guards guards = ports.guards();
        controller = new RouteController(
                new RouteController.Settings(ports.cloud(), List.of(Cidr.parse("10.244.0.0/16").orElseThrow()),
                        Optional.empty(), ports.azure().pace().routes(ports.cloud()), false, true),
                new RouteController.Azure(store,
                        new MachineReader(ports.cloud(), ports.azure().gateway(), ports.clock()), executor,
                        ports.azure().journal()),
                new RouteController.Cluster(new NodeInformers(cluster.client()),
                        guards.promises()
                                .around(new KubernetesNodeWriter(new NodePatches(cluster.patcher()), ports.clock()),
                                        guards.tripwire()),
                        cluster.events(), guards.removals()),
                PlanListener.NONE, ports.clock());
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
        controller.follow(Duration.ofSeconds(60));
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
