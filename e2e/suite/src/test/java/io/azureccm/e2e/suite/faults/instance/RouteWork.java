package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.route.RouteController;
import io.azureccm.route.informer.NodeInformers;
import io.azureccm.route.reconcile.PlanListener;
import io.azureccm.route.reconcile.Timing;
import io.azureccm.route.status.KubernetesNodeWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The route controller. */
public final class RouteWork implements Work {
    private static final Timing SOON = new Timing(Duration.ofMillis(20), Duration.ofMillis(150), Duration.ofMillis(60),
            Duration.ofMillis(400), Duration.ofMillis(500), Duration.ZERO);

    private final RouteController controller;
    private final ArmPlanExecutor executor;

    public RouteWork(Ports ports) {
        Clock clock = Clock.systemUTC();
        ObservedStore store = ports.store();
        executor = ports.executor(store);
        NodePatches patches = new NodePatches(ports.patcher());
        controller = new RouteController(
                new RouteController.Settings(ports.cloud(), List.of(Cidr.parse("10.244.0.0/16").orElseThrow()),
                        Optional.empty(), SOON, false, true),
                new RouteController.Azure(store, new MachineReader(ports.cloud(), ports.gateway(), clock), executor,
                        ports.journal()),
                new RouteController.Cluster(new NodeInformers(ports.client()),
                        ports.promises().around(new KubernetesNodeWriter(patches, clock), ports.tripwire()),
                        ports.events()),
                PlanListener.NONE, clock);
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
