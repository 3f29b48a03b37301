package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.exec.DryRunExecutor;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.LogEventSink;
import io.azureccm.common.kube.stored.StoredObjects;
import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.snapshot.ObservedStore;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ports of a loop that works on stored objects and stored Azure responses: no credential, no connection. */
final class StoredPorts {
    private StoredPorts() {}

    /** The clock of the loop starts at {@code from}, so that the plan does not depend on when it is made. */
    static PlanPorts of(ControllerOptions options, CloudConfig config, Map<String, List<ObjectNode>> objects,
            ArmGateway azure, Instant from, String noun, RemovalPolicy removals, DrainPolicy draining,
            TenantPolicy tenants) {
        Clock clock = Clock.offset(SteadyClock.SYSTEM, Duration.between(SteadyClock.SYSTEM.instant(), from));
        ReadLog reads = new ReadLog(azure);
        KubernetesClient kubernetes = client(objects);
        ControllerPorts.AzurePorts ports = new ControllerPorts.AzurePorts(config, AzureCloud.PUBLIC, reads,
                new ObservedStore(reads, clock, ObservedStore.Settings.DEFAULT), new DryRunExecutor(), CallQueue.NONE);
        return new PlanPorts(
                new ControllerPorts(options, ports, kubernetes, new EventRecorder(new LogEventSink()),
                        LivePorts.journal(noun), () -> Optional.of(LivePorts.ONLY_READS), clock, removals,
                        draining, tenants, () -> false),
                reads, true, kubernetes::close);
    }

    /**
     * The Azure ports of {@code live} and its recorded reads, with stored objects instead of the cluster. Closing the result
     * does not close {@code live}.
     */
    static PlanPorts over(PlanPorts live, Map<String, List<ObjectNode>> objects) {
        ControllerPorts ports = live.ports();
        KubernetesClient kubernetes = client(objects);
        ControllerPorts.AzurePorts azure = new ControllerPorts.AzurePorts(ports.azure().config(),
                ports.azure().cloud(), live.reads(),
                new ObservedStore(live.reads(), ports.clock(), ObservedStore.Settings.DEFAULT), new DryRunExecutor(),
                ports.azure().calls());
        return new PlanPorts(new ControllerPorts(ports.options(), azure, kubernetes, ports.events(), ports.journal(),
                ports.fence(), ports.clock(), ports.removals(), ports.draining(), ports.tenants(),
                () -> false), live.reads(), true,
                kubernetes::close);
    }

    private static KubernetesClient client(Map<String, List<ObjectNode>> objects) {
        return StoredObjects.client(objects,
                text -> labels -> NodeFilter.parse(text).stream().allMatch(each -> each.selector().matches(labels)));
    }
}
