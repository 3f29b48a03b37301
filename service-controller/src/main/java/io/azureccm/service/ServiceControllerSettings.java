package io.azureccm.service;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.identity.CredentialConfig;
import io.azureccm.common.config.loadbalancer.LoadBalancerConfig;
import io.azureccm.common.config.loadbalancer.ProbeMode;
import io.azureccm.common.config.value.LabelSelector;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.service.plan.context.DrainSupport;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of the controller: the cloud config, the cluster name that all resources carry, when plans are made, whether writes are disabled,
 * whether Services get conditions, what Services may do that concerns others, and which Services are served.
 */
public record ServiceControllerSettings(CloudConfig cloud, String clusterName, ServiceTiming timing, boolean dryRun,
        ConditionOptions conditions, TenantPolicy tenants, LoadBalancerClass served) {
    private static final Logger log = LoggerFactory.getLogger(ServiceController.class);
    /** How often everything is compared with Azure while another controller writes the same resources. */
    private static final Duration BESIDE_ANOTHER = Duration.ofMinutes(1);

    PlannerSettings planner() {
        return new PlannerSettings(cloud, clusterName, tenants, !served.isNone());
    }

    /** When plans are made, given the cloud config and other controllers. */
    ServiceTiming effectiveTiming() {
        ServiceTiming compared = served.isNone() ? timing : timing.comparedWithin(BESIDE_ANOTHER);
        LoadBalancerConfig balancers = cloud.loadBalancer();
        return balancers.severalLoadBalancers() ? compared.within(balancers.pool().updateInterval()) : compared;
    }

    ServiceSpecParser services() {
        LoadBalancerConfig balancers = cloud.loadBalancer();
        var probe = balancers.probe();
        return new ServiceSpecParser(new SpecSettings(balancers.standard(), probe.mode() == ProbeMode.SHARED,
                probe.sharedPort(), probe.sharedPath(), tenants, served));
    }

    NodeFactsParser nodes(DrainPolicy draining) {
        return new NodeFactsParser(cloud.resourceGroup(),
                LabelSelector
                        .keys(cloud.loadBalancer().multiple().stream().flatMap(each -> each.nodeSelector().stream())),
                draining, node -> NodeConditions.of(node, DrainFacts.CONDITION.type()));
    }

    /** The given policy, or {@code NONE} with a warning if the cloud config does not support draining. */
    DrainPolicy possible(DrainPolicy policy) {
        Optional<String> obstacle = DrainSupport.of(planner()).obstacle();
        if (policy.isNone() || obstacle.isEmpty())
            return policy;
        log.warn("azureccm.draining: nodes are not drained: {}. Everything else works as usual", obstacle.get());
        return DrainPolicy.NONE;
    }

    Redaction secrets() {
        CredentialConfig credentials = cloud.identity().credentials();
        return Redaction.of(
                List.of(credentials.clientSecret().reveal(), credentials.certificate().password().reveal()));
    }
}
