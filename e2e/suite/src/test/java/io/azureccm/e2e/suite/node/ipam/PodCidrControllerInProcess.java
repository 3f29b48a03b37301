package io.azureccm.e2e.suite.node.ipam;

import io.azureccm.common.config.options.App;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.kube.event.ApiEventSink;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.observe.LeaseEvents;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.node.ipam.KubernetesPodCidrWriter;
import io.azureccm.node.ipam.PodCidrController;
import io.azureccm.node.ipam.PodCidrIndex;
import io.azureccm.node.ipam.PodCidrSettings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What gives nodes their pod CIDRs, in this process and without leader election: it leads until it is closed. It does not give up a request
 * that a test holds up.
 */
final class PodCidrControllerInProcess implements AutoCloseable {
    private static final ObjectRef LEASE = new ObjectRef("coordination.k8s.io/v1", "Lease", "kube-system",
            "azure-node-controller", "", "");
    private final PlanJournal journal = new PlanJournal(PlanText.of("nodes"), 1000, Clock.systemUTC(), () -> "");
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final KubernetesClient client;
    private final EventRecorder events;
    private final PodCidrController controller;

    PodCidrControllerInProcess(Path kubeconfig, PodCidrSettings settings, Optional<MachineReader> sets) {
        client = KubeClients.open(
                KubeSettings.defaults("suite-" + App.NODE.title())
                        .withKubeconfig(kubeconfig)
                        .withLimits(400, 800)
                        .withRequestTimeout(SteadyState.BOUND));
        events = new EventRecorder(new ApiEventSink(client));
        NodePatches patches = new NodePatches(new ObjectPatcher(new ApiRequests(client),
                () -> settings.dryRun() ? Optional.of("this is a dry run") : Optional.empty()));
        controller = new PodCidrController(settings,
                new PodCidrController.Cluster(
                        roster -> new ResourceInformer<>(client, Node.class, InformerScope.ALL,
                                settings.tagged() ? PodCidrIndex::trimToMachine : PodCidrIndex::trim,
                                InformerSettings.DEFAULTS).listen(roster),
                        new KubernetesPodCidrWriter(patches), events),
                sets, journal, registry,
                new HeadroomRegister(registry, HeadroomRegister.events(
                        new LeaseEvents(events::record, "node-controller", LEASE))),
                Clock.systemUTC());
        controller.start();
    }

    MeterRegistry metrics() {
        return registry;
    }

    /** Leads no longer; returns when what it has sent was answered. */
    boolean stop() {
        return controller.stop(SteadyState.BOUND);
    }

    void start() {
        controller.start();
    }

    /** The plans so far with their outcomes, oldest first. */
    String log() {
        return journal.entries().reversed().stream().map(PlanJournal.Entry::text).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        controller.close();
        events.close();
        client.close();
    }
}
