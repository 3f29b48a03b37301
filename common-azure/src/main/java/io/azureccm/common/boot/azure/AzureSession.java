package io.azureccm.common.boot.azure;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.boot.Bounded;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.snapshot.ObservedStore;
import java.time.Duration;
import java.util.Optional;

/** Everything that stands on one cloud config; replaced as a whole when the config changes. */
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
     * Asks for the cluster's resource group: the smallest question that shows whether ARM can be reached and trusts us. The
     * gateway's listeners hear the answer, which is all that is wanted.
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

    /** Lets go of writes that are still under way: Azure ends them or not, and nobody here hears of it. */
    public void abandon() {
        writer.ifPresent(ArmPlanExecutor::abandon);
    }

    /** Sends nothing more and waits for what is under way; false if that took longer. */
    public boolean drain(Duration longest) {
        gate.stopWaiting();
        return writer.map(executor -> Bounded.run("drain writes", executor::close, longest)).orElse(true);
    }
}
