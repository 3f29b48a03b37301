package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.Trim;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ServicePatches;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.node.NodeController;
import io.azureccm.node.observed.read.AzureMachineReader;
import io.azureccm.node.status.KubernetesNodeWriter;
import io.azureccm.route.RouteController;
import io.azureccm.route.informer.NodeInformers;
import io.azureccm.route.status.KubernetesConditionWriter;
import io.azureccm.service.ServiceController;
import io.azureccm.service.ServiceControllerSettings;
import io.azureccm.service.informer.ServiceInformers;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.metrics.SyncMetrics;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.status.KubernetesServiceWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;

/** Wires the controllers as their apps wire them, with the guards of a fault run around their writes to the cluster. */
final class Controllers {
    private Controllers() {}

    static Work service(Work.Ports ports) {
        ObservedStore store = ports.store();
        ArmPlanExecutor executor = ports.executor(store);
        Work.Cluster cluster = ports.cluster();
        Work.Guards guards = ports.guards();
        ServiceController controller = new ServiceController(
                new ServiceControllerSettings(ports.cloud(), "kubernetes", ports.azure().pace().services(), false,
                        ConditionOptions.ON, TenantPolicy.DEFAULT, LoadBalancerClass.NONE),
                new ServiceController.Azure(store, executor, ports.azure().journal(), CallQueue.NONE,
                        Optional.empty(), 0),
                new ServiceController.Cluster(new ServiceInformers(cluster.client(), InformerScope.ALL),
                        guards.promises()
                                .around(new KubernetesServiceWriter(new ServicePatches(cluster.patcher()),
                                        LoadBalancerClass.NONE),
                                        ports),
                        cluster.events(), Optional.empty(), guards.removals(), ServiceController.Draining.NONE),
                metrics(), OrphanRegister.off(), ports.clock());
        return new Work(controller, Optional.of(executor));
    }

    private static ReconcileMetrics metrics() {
        MeterRegistry meters = new SimpleMeterRegistry();
        return new ReconcileMetrics(meters, new CloudOperations(meters), new SyncMetrics.Place("", ""),
                new HeadroomRegister(meters, none -> {}));
    }

    static Work route(Work.Ports ports) {
        ObservedStore store = ports.store();
        ArmPlanExecutor executor = ports.executor(store);
        Work.Cluster cluster = ports.cluster();
        Work.Guards guards = ports.guards();
        RouteController controller = new RouteController(
                new RouteController.Settings(ports.cloud(), List.of(Cidr.parse("10.244.0.0/16").orElseThrow()),
                        Optional.empty(), ports.azure().pace().routes(ports.cloud()), false,
                        ConditionOptions.ON),
                new RouteController.Azure(store,
                        new MachineReader(ports.cloud(), ports.azure().gateway(), ports.clock()), executor,
                        ports.azure().journal()),
                new RouteController.Cluster(new NodeInformers(cluster.client()),
                        guards.promises()
                                .around(new KubernetesConditionWriter(
                                        new NodePatches(cluster.patcher()), ports.clock()),
                                        ports),
                        cluster.events(), guards.removals(), ports.successor()),
                none -> {}, OrphanRegister.off(), ports.clock());
        return new Work(controller, Optional.of(executor));
    }

    static Work node(Work.Ports ports) {
        Work.Cluster cluster = ports.cluster();
        Work.Guards guards = ports.guards();
        Pace pace = ports.azure().pace();
        NodeController controller = new NodeController(
                new NodeController.Settings(pace.nodeSettings(ports.cloud()), pace.nodes(), false),
                new AzureMachineReader(new MachineReader(ports.cloud(), ports.azure().gateway(), ports.clock())),
                new NodeController.Cluster(
                        index -> new ResourceInformer<>(cluster.client(), Node.class, InformerScope.ALL, Trim.nodes(),
                                InformerSettings.DEFAULTS).listen(index),
                        guards.promises()
                                .around(new KubernetesNodeWriter(new NodePatches(cluster.patcher()), ports.clock()),
                                        ports),
                        cluster.events(), guards.removals()),
                new NodeController.Audience(ports.azure().journal(), new SimpleMeterRegistry()), ports.clock());
        return new Work(controller, Optional.empty());
    }
}
