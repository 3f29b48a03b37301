package io.azureccm.common.boot.preview;

import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerPorts.AzurePorts;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.BlastRadiusSettings;
import io.azureccm.common.boot.settings.DrainingSettings;
import io.azureccm.common.boot.settings.TenantSettings;
import io.azureccm.common.boot.settings.azure.RefusedServicesSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.DryRunExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.LogEventSink;
import io.azureccm.common.snapshot.ObservedStore;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.Optional;

/**
 * What a loop is built from for one plan: read-only ports, and what was read through them. With {@code stored}, objects are
 * available at once or never.
 */
record PlanPorts(ControllerPorts ports, ReadLog reads, boolean stored, Runnable end) implements AutoCloseable {
    static final String ONLY_READS = "this command only reads";

    /** Reads through {@code reads} only, and writes nothing. */
    static AzurePorts azure(CloudConfig config, AzureCloud cloud, ReadLog reads, Clock clock, CallQueue calls) {
        return new AzurePorts(config, cloud, reads, new ObservedStore(reads, clock, ObservedStore.Settings.DEFAULT),
                new DryRunExecutor(), calls);
    }

    /** With the policies of the settings; {@code approvals}: of removals. */
    static ControllerPorts of(ControllerOptions options, AzurePorts azure, KubernetesClient kubernetes, String noun,
            Clock clock, AppSettings settings, RemovalApprovals approvals) {
        return new ControllerPorts(options, azure, kubernetes, new EventRecorder(new LogEventSink()),
                new PlanJournal(PlanText.of(noun), 1, SteadyClock.SYSTEM, () -> ""), () -> Optional.of(ONLY_READS),
                clock, new RemovalPolicy(settings.of(BlastRadiusSettings.class).limits(), approvals),
                settings.of(DrainingSettings.class).policy(),
                settings.of(TenantSettings.class).policy(settings.of(RefusedServicesSettings.class)), () -> false);
    }

    @Override
    public void close() {
        end.run();
    }
}
