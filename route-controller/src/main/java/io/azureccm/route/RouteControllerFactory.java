package io.azureccm.route;

import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.route.informer.NodeInformers;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.reconcile.RouteTiming;
import io.azureccm.route.status.KubernetesConditionWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Creates the {@link RouteController} of an app from its options and its connections. */
final class RouteControllerFactory {
    /** How often a dry run compares the table; changes by others are not urgent for it. */
    private static final Duration DRY_PERIOD = Duration.ofMinutes(10);

    private RouteControllerFactory() {}

    /** {@code conditions}: whether to write one to nodes without a route. */
    static RouteController create(ControllerPorts ports, Consumer<RouteReport> metrics, OrphanRegister orphans,
            ConditionOptions conditions) {
        ControllerOptions options = ports.options();
        var azure = ports.azure();
        Duration period = options.dryRun() ? DRY_PERIOD : options.work().route().reconciliationPeriod();
        NodePatches patches = new NodePatches(
                new ObjectPatcher(new ApiRequests(ports.kubernetes()), ports.fence()::refusal));
        return new RouteController(
                new RouteController.Settings(azure.config(), options.cluster().podRanges(),
                        options.cluster().nodeFilter(), RouteTiming.of(azure.config().routes(), period),
                        options.dryRun(),
                        conditions),
                new RouteController.Azure(azure.store(),
                        new MachineReader(azure.config(), azure.gateway(), ports.clock()), azure.executor(),
                        ports.journal()),
                new RouteController.Cluster(new NodeInformers(ports.kubernetes()),
                        new KubernetesConditionWriter(patches, InstantSource.system()), ports.events(),
                        ports.removals(),
                        ports.successor()),
                metrics, orphans, ports.clock());
    }
}
