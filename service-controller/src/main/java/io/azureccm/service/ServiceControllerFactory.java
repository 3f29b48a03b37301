package io.azureccm.service;

import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.leader.ApiLeaseStore;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.kube.patch.ServicePatches;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.service.informer.ServiceInformers;
import io.azureccm.service.lease.ResourceLease;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.status.KubernetesServiceWriter;
import io.azureccm.service.status.NodeConditionWriter;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the {@link ServiceController} of an app from its options and its connections. */
final class ServiceControllerFactory {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceControllerFactory.class);

    private ServiceControllerFactory() {}

    static ServiceController create(ControllerPorts ports, ReconcileMetrics metrics, OrphanRegister orphans,
            ConditionOptions conditions, int healthCallsPerHour) {
        var options = ports.options();
        LoadBalancerClass served = new LoadBalancerClass(options.work().service().loadBalancerClass());
        var azure = ports.azure();
        ambiguousName(azure.config(), options.clusterName()).ifPresent(LOG::warn);
        InformerScope nodes = InformerScope.ALL
                .withLabels(options.cluster().nodeFilter().map(NodeFilter::text).orElse(""));
        ServicePatches patches = new ServicePatches(
                new ObjectPatcher(new ApiRequests(ports.kubernetes()), ports.fence()::refusal));
        return new ServiceController(
                new ServiceControllerSettings(azure.config(), options.clusterName(), ServiceTiming.DEFAULT,
                        options.dryRun(),
                        conditions, ports.tenants(), served),
                new ServiceController.Azure(azure.store(), azure.executor(), ports.journal(), azure.calls(),
                        Optional.of(azure.gateway()), healthCallsPerHour),
                new ServiceController.Cluster(new ServiceInformers(ports.kubernetes(), nodes),
                        new KubernetesServiceWriter(patches, served), ports.events(), lease(ports),
                        ports.removals(), draining(ports, conditions)),
                metrics, orphans, ports.clock());
    }

    /** What is wrong with the name of the load balancer for public Services, if it is that of an internal one. */
    static Optional<String> ambiguousName(CloudConfig cloud, String clusterName) {
        String name = cloud.loadBalancerName(clusterName);
        if (!cloud.loadBalancer().multiple().isEmpty() || !ServiceNames.isInternal(name))
            return Optional.empty();
        return Optional.of((name.equals(clusterName) ? "--cluster-name" : "loadBalancerName") + " \"" + name
                + "\" ends like the name of an internal load balancer, for which the one of public Services is taken:"
                + " its pools may stay empty. Set loadBalancerName, to which Services then move, without \""
                + ServiceNames.INTERNAL_SUFFIX
                + "\" at its end");
    }

    /** Conditions are written to Nodes only if conditions are enabled and Nodes may be written. */
    private static ServiceController.Draining draining(ControllerPorts ports, ConditionOptions conditions) {
        return new ServiceController.Draining(ports.draining(), conditions.enabled() && !ports.draining().isNone()
                ? NodeConditionWriter.of(
                        new NodePatches(new ObjectPatcher(new ApiRequests(ports.kubernetes()), ports.fence()::refusal)))
                : NodeConditionWriter.NONE);
    }

    private static Optional<LeaseStore> lease(ControllerPorts ports) {
        return ports.options().work().service().resourceLease()
                ? Optional.of(new ApiLeaseStore(ports.kubernetes(), ResourceLease.NAMESPACE, ResourceLease.NAME))
                : Optional.empty();
    }
}
