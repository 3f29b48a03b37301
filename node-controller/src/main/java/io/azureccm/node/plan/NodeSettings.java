package io.azureccm.node.plan;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.NodeOptions;
import java.time.Duration;

/**
 * What the operator has asked for. {@code monitorPeriod} is the shortest time between two looks at the machine of a node that
 * is not ready, {@code grace} how long a new node may be ahead of its machine.
 */
public record NodeSettings(Parts parts, Topology topology, String resourceGroup, Duration monitorPeriod,
        Duration refreshPeriod, Duration grace) {
    /** Which of the controllers run: initialisation with addresses and labels, and the lifecycle of nodes. */
    public record Parts(boolean initialise, boolean lifecycle) {}

    /** What is written besides the usual: deprecated labels, a mark that waits for routes, and why a Node is not initialised. */
    public record Topology(boolean betaLabels, boolean waitRoutes, boolean conditions) {}

    /** {@code conditions}: Nodes say why they are not initialised. A dry run does not plan for that. */
    public static NodeSettings of(CloudConfig cloud, ControllerOptions options, boolean conditions) {
        NodeOptions node = options.work().node();
        var controllers = options.run().controllers();
        return new NodeSettings(
                new Parts(controllers.includes(ControllerName.CLOUD_NODE),
                        controllers.includes(ControllerName.CLOUD_NODE_LIFECYCLE)),
                new Topology(node.betaTopologyLabels(), node.waitRoutes(), conditions && !options.dryRun()),
                cloud.resourceGroup(),
                node.monitorPeriod(), node.statusUpdateFrequency(), cloud.machines().instanceNotFoundGracePeriod());
    }
}
