package io.azureccm.route;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.kube.queue.QueueListener;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.route.informer.NodeInformers;
import io.azureccm.route.reconcile.PlanListener;
import io.azureccm.route.reconcile.Timing;
import io.azureccm.route.status.KubernetesNodeWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Adapts {@link RouteController} to the app's supervisor. */
final class RouteLoop implements ControllerLoop {
    /** How often a dry run compares the table; changes by others are not urgent for it. */
    private static final Duration DRY_PERIOD = Duration.ofMinutes(10);

    private final RouteController controller;

    /** {@code conditions}: write a condition to nodes without a route. */
    RouteLoop(ControllerPorts ports, PlanListener listener, OrphanRegister orphans, boolean conditions) {
        ControllerOptions options = ports.options();
        var azure = ports.azure();
        Duration period = options.dryRun() ? DRY_PERIOD : options.work().route().reconciliationPeriod();
        NodePatches patches = new NodePatches(
                new ObjectPatcher(new ApiRequests(ports.kubernetes()), ports.fence()::refusal));
        this.controller = new RouteController(
                new RouteController.Settings(azure.config(), options.cluster().podRanges(),
                        options.cluster().nodeFilter(), Timing.of(azure.config().routes(), period), options.dryRun(),
                        conditions),
                new RouteController.Azure(azure.store(),
                        new MachineReader(azure.config(), azure.gateway(), ports.clock()), azure.executor(),
                        ports.journal()),
                new RouteController.Cluster(new NodeInformers(ports.kubernetes()),
                        new KubernetesNodeWriter(patches, InstantSource.system()), ports.events(), ports.removals()),
                listener, orphans, ports.clock());
    }

    @Override
    public ResourceInformers informers() {
        return controller.informers();
    }

    @Override
    public void start() {
        controller.lead();
    }

    @Override
    public boolean stop(Duration longest) {
        return controller.follow(longest);
    }

    @Override
    public Instant lastTurn() {
        return controller.lastTurn();
    }

    @Override
    public void listen(QueueListener listener) {
        controller.listen(listener);
    }

    @Override
    public Optional<QueueStats> queue() {
        return Optional.of(controller.queueStats());
    }

    @Override
    public Optional<Explanation> explain(String node) {
        return controller.explain(node);
    }

    @Override
    public Optional<List<Explanation>> explainAll() {
        return controller.explainAll();
    }

    @Override
    public List<Picture> pictures() {
        return controller.pictures();
    }

    @Override
    public List<PreviewSource> previews() {
        return List.of(controller.preview());
    }

    @Override
    public void close() {
        controller.close();

    }
}
