package io.azureccm.node.plan;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.ControllerSelection;
import io.azureccm.common.config.options.NodeOptions;
import io.azureccm.common.core.condition.ConditionOptions;
import java.time.Duration;

/**
 * The operator's settings. {@code monitorPeriod} is the minimum time between two checks of the machine of a node that
 * is not ready; {@code grace} is how long a new node may exist before its machine is visible.
 */
public record NodeSettings(Parts parts, Topology topology, String resourceGroup, Duration monitorPeriod,
        Duration refreshPeriod, Duration grace) {
    /** Which controllers run: initialisation with addresses and labels, and the lifecycle of nodes. */
    public record Parts(boolean initialise, boolean lifecycle) {
        public static Parts of(ControllerSelection controllers) {
            return new Parts(controllers.includes(ControllerName.CLOUD_NODE),
                    controllers.includes(ControllerName.CLOUD_NODE_LIFECYCLE));
        }
    }

    /**
     * Optional writes: deprecated labels, the NetworkUnavailable condition until routes exist, and the initialisation
     * condition.
     */
    public record Topology(boolean betaLabels, boolean waitRoutes, ConditionOptions conditions) {}

    /** {@code conditions}: write the initialisation condition. A dry run does not plan for it. */
    public static NodeSettings of(CloudConfig cloud, ControllerOptions options, ConditionOptions conditions) {
        NodeOptions node = options.work().node();
        return new NodeSettings(Parts.of(options.run().controllers()),
                new Topology(node.betaTopologyLabels(), node.waitRoutes(),
                        options.dryRun() ? ConditionOptions.OFF : conditions),
                cloud.resourceGroup(),
                node.monitorPeriod(), node.statusUpdateFrequency(), cloud.machines().instanceNotFoundGracePeriod());
    }
}
