package io.azureccm.common.boot;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.exec.DryRunExecutor;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.snapshot.ObservedStore;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Everything a loop is built from. The fence also refuses writes in a dry run, so a loop only has to check the fence before
 * each write to Kubernetes; the executor checks it before each write to Azure. {@code successor} is asked when the loop
 * starts: whether another instance has led before this one.
 */
public record ControllerPorts(ControllerOptions options, AzurePorts azure, KubernetesClient kubernetes,
        EventRecorder events, PlanJournal journal, WriteFence fence, Clock clock, RemovalPolicy removals,
        DrainPolicy draining, TenantPolicy tenants, BooleanSupplier successor) {
    /**
     * The same ports, restricted to planning as in a dry run, while another program may be doing the same work; events go to
     * {@code log}.
     */
    public ControllerPorts planningOnly(EventRecorder log) {
        String why = "another program may be doing the same work";
        AzurePorts reading = new AzurePorts(azure.config(), azure.cloud(), azure.gateway(), azure.store(),
                new DryRunExecutor(why), azure.calls());
        return new ControllerPorts(options.asDryRun(), reading, kubernetes, log, journal, () -> Optional.of(why),
                clock, removals.withoutApprovals(), draining, tenants, successor);
    }

    /**
     * Access to Azure for one cloud config, and where calls wait. The gateway is for reads that the store does not serve;
     * writes go through plans.
     */
    public record AzurePorts(CloudConfig config, AzureCloud cloud, ArmGateway gateway, ObservedStore store,
            PlanExecutor executor, CallQueue calls) {}
}
