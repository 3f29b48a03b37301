package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;

/** What a controller does while it leads, without the process around it. */
public interface Work extends AutoCloseable {
    /** What it works with, by the clock of its environment. */
    record Ports(Azure azure, Cluster cluster, Guards guards, Clock clock) {
        public CloudConfig cloud() {
            return azure.cloud();
        }

        public ObservedStore store() {
            return new ObservedStore(azure.gateway(), clock, azure.pace().observed());
        }

        /** What it reads is known to the store, and so is what it writes. */
        public ArmPlanExecutor executor(ObservedStore store) {
            return new ArmPlanExecutor(
                    new ArmPlanExecutor.Ports(azure.gateway(), store, new ResourceLanes(), cluster.fence(),
                            ExecutionListener.NONE, clock),
                    azure.pace().execution());
        }
    }

    /** The way to Azure, how long it waits, and where its plans are kept. */
    record Azure(CloudConfig cloud, Pace pace, ArmGateway gateway, PlanJournal journal) {}

    /** The way to the cluster; the patcher writes only as the fence allows. */
    record Cluster(KubernetesClient client, ObjectPatcher patcher, EventRecorder events, WriteFence fence) {}

    /** What its writes are held to, what may kill it at one of them, and how much one plan may take away. */
    record Guards(Promises promises, Tripwire tripwire, RemovalPolicy removals) {}

    /** The controller of an app. */
    static Work of(App app, Ports ports) {
        return switch (app) {
            case SERVICE -> new ServiceWork(ports);
            case ROUTE -> new RouteWork(ports);
            case NODE -> new NodeWork(ports);
            default -> throw new IllegalArgumentException(app.title());
        };
    }

    /** The event loop, for an environment that makes its turns instead of {@link #lead}. */
    EventLoop<?, ?, ?> turns();

    ResourceInformers informers();

    void lead();

    void follow();

    QueueStats queue();

    /** Nothing has happened that was not planned for, and no operation is under way. */
    boolean isIdle();

    @Override
    void close();
}
