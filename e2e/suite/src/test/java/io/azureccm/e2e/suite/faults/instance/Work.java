package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;

/** What a controller does while it leads, without the process around it. */
public interface Work extends AutoCloseable {
    /** What it works with; {@code promises} are made while it writes. */
    record Ports(Way way, KubernetesClient client, EventRecorder events, PlanJournal journal, WriteFence fence,
            Promises promises, Tripwire tripwire) {
        public CloudConfig cloud() {
            return way.cloud();
        }

        public ArmGateway gateway() {
            return way.gateway();
        }

        public ObservedStore store() {
            return new ObservedStore(gateway(), Clock.systemUTC(), way.pace().observed());
        }

        /** What it reads is known to the store, and so is what it writes. */
        public ArmPlanExecutor executor(ObservedStore store) {
            return new ArmPlanExecutor(
                    new ArmPlanExecutor.Ports(gateway(), store, new ResourceLanes(), fence, ExecutionListener.NONE,
                            Clock.systemUTC()),
                    way.pace().execution());
        }

        public ObjectPatcher patcher() {
            return new ObjectPatcher(new ApiRequests(client), fence::refusal);
        }
    }

    /** The way to Azure, and how long it waits. */
    record Way(CloudConfig cloud, Pace pace, ArmGateway gateway) {}

    ResourceInformers informers();

    void lead();

    void follow();

    QueueStats queue();

    /** Nothing has happened that was not planned for, and no operation is under way. */
    boolean isIdle();

    @Override
    void close();
}
