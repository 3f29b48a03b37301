package io.azureccm.e2e.suite.faults;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.feed.ResourceFeeds;
import io.azureccm.common.kube.queue.QueueStats;
import io.fabric8.kubernetes.client.KubernetesClient;

/** What a controller does while it leads, without the process around it. */
interface Work extends AutoCloseable {
    /** What it works with; {@code promises} are made while it writes. */
    record Ports(Way way, KubernetesClient client, EventRecorder events, PlanJournal journal, WriteFence fence,
            Promises promises, Tripwire tripwire) {
        CloudConfig cloud() {
            return way.cloud();
        }

        ArmGateway gateway() {
            return way.gateway();
        }
    }

    /** The way to Azure. */
    record Way(CloudConfig cloud, ArmGateway gateway) {}

    ResourceFeeds feeds();

    void lead();

    void follow();

    QueueStats queue();

    @Override
    void close();
}
