package io.azureccm.node;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.informer.Trim;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.reconcile.LoopListener;
import io.azureccm.common.reconcile.LoopStats;
import io.azureccm.common.record.Recordable;
import io.azureccm.node.ipam.KubernetesPodCidrWriter;
import io.azureccm.node.ipam.PodCidrController;
import io.azureccm.node.ipam.PodCidrIndex;
import io.azureccm.node.ipam.PodCidrSettings;
import io.azureccm.node.observed.read.AzureMachineReader;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.status.KubernetesNodeWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The loops of the app: the {@link NodeController}, and the {@link PodCidrController} if it assigns pod CIDRs. */
final class NodeLoop implements ControllerLoop {
    private final NodeController controller;
    private final Optional<PodCidrController> podCidrs;
    private final MachineReader machines;
    private final InstantSource clock;

    /** {@code conditions}: write a condition to Nodes that cannot be initialised. */
    NodeLoop(ControllerPorts ports, MeterRegistry registry, ConditionOptions conditions, HeadroomRegister headroom) {
        var options = ports.options();
        var cloud = ports.azure().config();
        InformerScope scope = InformerScope.ALL
                .withLabels(options.cluster().nodeFilter().map(NodeFilter::text).orElse(""));
        NodePatches patches = new NodePatches(
                new ObjectPatcher(new ApiRequests(ports.kubernetes()), ports.fence()::refusal));
        this.clock = ports.clock();
        this.machines = new MachineReader(cloud, ports.azure().gateway(), ports.clock());
        this.controller = new NodeController(
                new NodeController.Settings(NodeSettings.of(cloud, options, conditions), NodeTiming.DEFAULT,
                        options.dryRun()),
                new AzureMachineReader(machines),
                new NodeController.Cluster(
                        index -> new ResourceInformer<>(ports.kubernetes(), Node.class, scope, Trim.nodes(),
                                InformerSettings.DEFAULTS).listen(index),
                        new KubernetesNodeWriter(patches, InstantSource.system()), ports.events(), ports.removals()),
                new NodeController.Audience(ports.journal(), registry), ports.clock());
        this.podCidrs = PodCidrSettings.of(options)
                .map(settings -> new PodCidrController(settings,
                        new PodCidrController.Cluster(
                                index -> new ResourceInformer<>(ports.kubernetes(), Node.class, InformerScope.ALL,
                                        settings.tagged() ? PodCidrIndex::trimToMachine : PodCidrIndex::trim,
                                        InformerSettings.DEFAULTS).listen(index),
                                new KubernetesPodCidrWriter(patches), ports.events()),
                        settings.tagged() ? Optional.of(machines) : Optional.empty(),
                        ports.journal(), registry, headroom, ports.clock()));
    }

    @Override
    public ResourceInformers informers() {
        return controller.informers();
    }

    @Override
    public List<Recordable<?, ?, ?>> recordables() {
        List<Recordable<?, ?, ?>> all = new ArrayList<>(controller.recordables());
        podCidrs.ifPresent(each -> all.add(each.recordable()));
        return all;
    }

    @Override
    public void start() {
        controller.start();
        podCidrs.ifPresent(PodCidrController::start);
    }

    @Override
    public boolean stop(Duration longest) {
        return stop(controller::stop, left -> podCidrs.map(each -> each.stop(left)).orElse(true), longest, clock);
    }

    /** Stops both loops within one time; neither takes further work while the other ends. */
    static boolean stop(Predicate<Duration> nodes, Predicate<Duration> podCidrs, Duration longest,
            InstantSource clock) {
        Instant latest = clock.instant().plus(longest);
        boolean rests = nodes.test(Duration.ZERO);
        boolean assigned = podCidrs.test(longest);
        return (rests || nodes.test(Duration.between(clock.instant(), latest))) && assigned;
    }

    @Override
    public Instant lastTurn() {
        Instant nodes = controller.lastTurn();
        return podCidrs.map(PodCidrController::lastTurn).filter(nodes::isAfter).orElse(nodes);
    }

    @Override
    public boolean isWorking() {
        return controller.isWorking() || podCidrs.filter(PodCidrController::isWorking).isPresent();
    }

    @Override
    public void listen(LoopListener listener) {
        controller.listen(listener);
    }

    @Override
    public Optional<LoopStats> stats() {
        return controller.stats()
                .map(stats -> podCidrs.map(PodCidrController::failing).map(stats::orFailing).orElse(stats));
    }

    @Override
    public Map<String, Instant> oldestAnswers() {
        return machines.oldestByType();
    }

    @Override
    public List<UnreadableResource> unreadable() {
        return machines.unreadable();
    }

    @Override
    public Explainer explainer() {
        return controller.explainer();
    }

    @Override
    public List<PreviewSource> previews() {
        return controller.previews();
    }

    @Override
    public void close() {
        controller.close();
        podCidrs.ifPresent(PodCidrController::close);
    }
}
