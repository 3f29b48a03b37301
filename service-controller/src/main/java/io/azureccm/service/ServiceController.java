package io.azureccm.service;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.boot.EventLoopController;
import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.identity.CredentialConfig;
import io.azureccm.common.config.loadbalancer.LoadBalancerConfig;
import io.azureccm.common.config.loadbalancer.ProbeMode;
import io.azureccm.common.config.value.LabelSelector;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.LoopThread;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.EndpointIndex;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.informer.ServiceInformers;
import io.azureccm.service.lease.LeasedPlanExecutor;
import io.azureccm.service.lease.ResourceLease;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.plan.context.DrainSupport;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.reconcile.ServiceReconciler;
import io.azureccm.service.reconcile.explain.BackendHealth;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.azureccm.service.status.NodeConditionWriter;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceWriter;
import io.azureccm.service.status.StatusWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service controller without Spring: watches Services and nodes as soon as its informers start, and reconciles the load balancers
 * while it leads. An instance that does not lead only keeps its caches warm.
 */
public final class ServiceController extends EventLoopController {
    /**
     * Settings of the controller: the cloud config, the cluster name that all resources carry, when plans are made, whether writes are
     * disabled, whether Services get conditions, what Services may do that concerns others, and which Services are served.
     */
    public record Settings(CloudConfig cloud, String clusterName, ServiceTiming timing, boolean dryRun,
            ConditionOptions conditions, TenantPolicy tenants, LoadBalancerClass served) {}

    /**
     * Access to Azure, and the queue in which its calls wait; {@code healthCallsPerHour}: how often Azure is asked for the backends of a load
     * balancer's rules although no user wants to know, 0 without a gateway.
     */
    public record Azure(ObservedStore store, PlanExecutor executor, PlanJournal journal, CallQueue calls,
            Optional<ArmGateway> gateway, int healthCallsPerHour) {}

    /**
     * Access to Kubernetes: informers, the writer of Services, the event recorder, the lease to hold while Azure is written to (if any),
     * the removal limits, and which nodes are drained.
     */
    public record Cluster(ServiceInformers informers, ServiceWriter writer, EventRecorder recorder,
            Optional<LeaseStore> resourceLease, RemovalPolicy removals, Draining draining) {}

    /** Which nodes are drained, and the writer of their conditions. */
    public record Draining(DrainPolicy policy, NodeConditionWriter nodes) {
        public static final Draining NONE = new Draining(DrainPolicy.NONE, NodeConditionWriter.NONE);
    }

    private static final Logger log = LoggerFactory.getLogger(ServiceController.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);
    /** How often everything is compared with Azure while another controller writes the same resources. */
    private static final Duration BESIDE_ANOTHER = Duration.ofMinutes(1);

    private final ResourceInformers informers;
    private final ServiceEvents events;
    private final ReconcileMetrics metrics;
    private final ServiceReconciler reconciler;
    private final Explainer explainer;

    public ServiceController(Settings settings, Azure azure, Cluster cluster, ReconcileMetrics metrics,
            OrphanRegister orphans, Clock clock) {
        PlannerSettings planner = new PlannerSettings(settings.cloud(), settings.clusterName(), settings.tenants(),
                !settings.served().isNone());
        DrainPolicy draining = possible(cluster.draining().policy(), planner);
        LoadBalancerConfig balancers = settings.cloud().loadBalancer();
        ServiceTiming timing = timing(settings);
        ServiceIndex index = new ServiceIndex(new ServiceSpecParser(specs(settings)),
                new NodeFactsParser(settings.cloud().resourceGroup(),
                        LabelSelector
                                .keys(balancers.multiple().stream().flatMap(each -> each.nodeSelector().stream())),
                        draining, node -> NodeConditions.of(node, DrainFacts.CONDITION.type())),
                new EndpointIndex(balancers), this::changed);
        PresentServices present = new PresentServices();
        this.informers = cluster.informers().into(index, present);
        ObservedStateAssembly assembly = new ObservedStateAssembly(settings.cloud(), settings.clusterName(),
                planner.securityGroupName().isEmpty() ? null : planner.securityGroup());
        ObservedStateReader reader = new ObservedStateReader(assembly, azure.store());
        this.metrics = metrics;
        this.events = new ServiceEvents(cluster.recorder(), secrets(settings.cloud()));
        Optional<LeasedPlanExecutor> leased = cluster.resourceLease()
                .filter(lease -> !settings.dryRun())
                .map(store -> new LeasedPlanExecutor(azure.executor(),
                        new ResourceLease(store, clock, InstantSource.system()), azure.store()));
        this.reconciler = new ServiceReconciler(new ServiceReconciler.Settings(planner, timing, settings.dryRun(),
                cluster.removals(), draining, azure.healthCallsPerHour()),
                new ServiceReconciler.Azure(reader, assembly,
                        leased.<PlanExecutor>map(each -> each).orElse(azure.executor()), azure.journal(), azure.calls(),
                        azure.store().settle(), () -> leased.ifPresent(LeasedPlanExecutor::idle),
                        new SubscriptionUsage(settings.cloud(), azure.store()),
                        azure.gateway()),
                new ServiceReconciler.Cluster(index, present, this::informers, cluster.informers().showsAllNodes(),
                        new StatusWriter(index, cluster.writer(), events,
                                new ServiceConditions(settings.conditions(), secrets(settings.cloud())), clock),
                        cluster.draining().nodes(), events),
                new ServiceReconciler.Listeners(metrics, orphans), clock);
        this.explainer = reconciler.explainer(azure.gateway().map(gateway -> new BackendHealth(gateway, clock)));
    }

    private static ServiceTiming timing(Settings settings) {
        ServiceTiming timing = settings.served().isNone()
                ? settings.timing()
                : settings.timing().comparedWithin(BESIDE_ANOTHER);
        LoadBalancerConfig balancers = settings.cloud().loadBalancer();
        return balancers.severalLoadBalancers() ? timing.within(balancers.pool().updateInterval()) : timing;
    }

    /** The given policy, or {@code NONE} with a warning if the cloud config does not support draining. */
    private static DrainPolicy possible(DrainPolicy policy, PlannerSettings planner) {
        Optional<String> obstacle = DrainSupport.of(planner).obstacle();
        if (policy.isNone() || obstacle.isEmpty())
            return policy;
        log.warn("azureccm.draining: nodes are not drained: {}. Everything else works as usual", obstacle.get());
        return DrainPolicy.NONE;
    }

    private void changed(ChangedObjects what) {
        events.changed(what.services());
        reconciler.changed(what);
    }

    @Override
    public ResourceInformers informers() {
        return informers;
    }

    /** Starts reconciling, with a full plan first, once the caches are synced. */
    @Override
    public void start() {
        reconciler.start(informers::synced);
    }

    @Override
    public boolean stop(Duration longest) {
        events.end();
        if (!reconciler.stop(longest))
            return false;
        events.end();
        metrics.follows();
        return true;
    }

    @Override
    protected LoopThread loop() {
        return reconciler.loop();
    }

    @Override
    public Explainer explainer() {
        return explainer;
    }

    @Override
    public List<Recordable<?, ?, ?>> recordables() {
        return List.of(reconciler.recordable());
    }

    @Override
    protected PreviewSource preview() {
        return reconciler.preview();
    }

    @Override
    public void close() {
        if (!stop(STOP_TIMEOUT))
            log.warn("operations for Services are still in progress after {}", STOP_TIMEOUT);
        events.close();
    }

    private static Redaction secrets(CloudConfig cloud) {
        CredentialConfig credentials = cloud.identity().credentials();
        return Redaction.of(
                List.of(credentials.clientSecret().reveal(), credentials.certificate().password().reveal()));
    }

    private static SpecSettings specs(Settings settings) {
        LoadBalancerConfig balancers = settings.cloud().loadBalancer();
        var probe = balancers.probe();
        return new SpecSettings(balancers.standard(), probe.mode() == ProbeMode.SHARED, probe.sharedPort(),
                probe.sharedPath(), settings.tenants(), settings.served());
    }
}
