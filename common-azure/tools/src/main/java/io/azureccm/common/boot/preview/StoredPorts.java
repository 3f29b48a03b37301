package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerPorts.AzurePorts;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.kube.stored.StoredObjects;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The ports of a loop that works on stored objects and stored Azure responses: no credential, no connection. */
final class StoredPorts {
    private StoredPorts() {}

    /** The clock of the loop starts at {@code from}, so that the plan does not depend on when it is made. */
    static PlanPorts of(ControllerOptions options, CloudConfig config, Map<String, List<ObjectNode>> objects,
            ArmGateway azure, Instant from, String noun, AppSettings settings, RemovalApprovals approvals) {
        Clock clock = Clock.offset(SteadyClock.SYSTEM, Duration.between(SteadyClock.SYSTEM.instant(), from));
        ReadLog reads = new ReadLog(azure);
        KubernetesClient kubernetes = client(objects);
        AzurePorts ports = PlanPorts.azure(config, AzureCloud.PUBLIC, reads, clock, CallQueue.NONE);
        return new PlanPorts(PlanPorts.of(options, ports, kubernetes, noun, clock, settings, approvals), reads, true,
                kubernetes::close);
    }

    /**
     * The Azure ports of {@code live} and its recorded reads, with stored objects instead of the cluster. Closing the result
     * does not close {@code live}.
     */
    static PlanPorts over(PlanPorts live, Map<String, List<ObjectNode>> objects) {
        ControllerPorts ports = live.ports();
        KubernetesClient kubernetes = client(objects);
        AzurePorts azure = PlanPorts.azure(ports.azure().config(), ports.azure().cloud(), live.reads(), ports.clock(),
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
