package io.azureccm.common.boot.azure;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.TimeLimitedTask;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.snapshot.ObservedStore;
import java.time.Duration;
import java.util.Optional;

/** Everything that depends on one cloud config; replaced as a whole when the config changes. */
public record AzureSession(ControllerPorts.AzurePorts ports, ArmCallPolicy policy, ArmBudget.Gate gate,
        Optional<ArmPlanExecutor> writer) {
    private static final CallReason PROBE = new CallReason(CallPriority.BACKGROUND, "Probe");

    public CloudConfig config() {
        return ports.config();
    }

    public ObservedStore store() {
        return ports.store();
    }

    /**
     * Reads the cluster's resource group: the smallest request that shows whether ARM is reachable and accepts the
     * credential. The gateway's listeners receive the response; it is not used otherwise.
     */
    void probe() {
        ArmGateway gateway = ports.gateway();
        ArmId group = ArmId.parse("/subscriptions/" + config().subscriptionId() + "/resourceGroups/"
                + config().resourceGroup());
        try {
            PROBE.within(() -> gateway.get(group));
        } catch (ArmException heardByListeners) {
            return;
        }
    }

    /** Stops waiting for writes that are still in flight. Azure finishes them or not; their outcome is not observed here. */
    public void abandon() {
        writer.ifPresent(ArmPlanExecutor::abandon);
    }

    /** Sends nothing more and waits for writes in flight; returns false if that takes longer than {@code longest}. */
    public boolean drain(Duration longest) {
        gate.stopWaiting();
        return writer.map(executor -> TimeLimitedTask.run("drain writes", executor::close, longest)).orElse(true);
    }
}
