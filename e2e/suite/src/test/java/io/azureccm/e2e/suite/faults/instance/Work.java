package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A controller, without the process around it, and the executor of its writes to Azure, if it has one. */
public record Work(ControllerLoop controller, Optional<ArmPlanExecutor> executor) implements AutoCloseable {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

    /** What it works with, by the clock of its environment, and whether another instance has led before. */
    public record Ports(Azure azure, Cluster cluster, Guards guards, Clock clock, BooleanSupplier successor) {
        public CloudConfig cloud() {
            return azure.cloud();
        }

        /** Whether a write of this moment would be sent: neither the dead nor those without the lease send any. */
        public boolean mayWrite() {
            return !guards.killSwitch().isDead() && cluster.fence().refusal().isEmpty();
        }

        public ObservedStore store() {
            return new ObservedStore(azure.gateway(), clock, azure.pace().observed());
        }

        /** What it reads is known to the store, and so is what it writes. */
        public ArmPlanExecutor executor(ObservedStore store) {
            return new ArmPlanExecutor(
                    new ArmPlanExecutor.Ports(azure.gateway(), store, cluster.fence(),
                            ExecutionListener.NONE, clock),
                    azure.pace().execution());
        }
    }

    /** The way to Azure, how long it waits, and where its plans are kept. */
    public record Azure(CloudConfig cloud, Pace pace, ArmGateway gateway, PlanJournal journal) {}

    /** The way to the cluster; the patcher writes only as the fence allows. */
    public record Cluster(KubernetesClient client, ObjectPatcher patcher, EventRecorder events, WriteFence fence) {}

    /** What its writes are held to, what may kill it at one of them, and how much one plan may take away. */
    public record Guards(Promises promises, KillSwitch killSwitch, RemovalPolicy removals) {}

    /** The controller of an app. */
    public static Work of(App app, Ports ports) {
        return switch (app) {
            case SERVICE -> Controllers.service(ports);
            case ROUTE -> Controllers.route(ports);
            case NODE -> Controllers.node(ports);
            default -> throw new IllegalArgumentException(app.title());
        };
    }

    /** The event loop, for an environment that makes its turns instead of starting the controller. */
    public EventLoop<?, ?, ?> turns() {
        return controller.previews().getFirst().turns();
    }

    /** Returns when no operation is in progress; one that never ends is an error. */
    public void stop() {
        if (!controller.stop(STOP_TIMEOUT))
            throw new IllegalStateException("the controller does not stop");
    }

    /** How many turns it has made. */
    public long madeTurns() {
        return controller.stats().orElseThrow().turns();
    }

    @Override
    public void close() {
        executor.ifPresent(ArmPlanExecutor::close);
        controller.close();
        controller.informers().close();
    }
}
