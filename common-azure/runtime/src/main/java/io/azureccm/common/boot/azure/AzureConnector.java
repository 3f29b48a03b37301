package io.azureccm.common.boot.azure;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.arm.gateway.ArmConnection;
import io.azureccm.common.arm.gateway.HttpCloudMetadata;
import io.azureccm.common.arm.gateway.HttpProxies;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.ResilienceSettings;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureSettings;
import io.azureccm.common.boot.settings.resilience4j.InstanceSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.cloud.CloudSelection;
import io.azureccm.common.config.cloud.SelectedCloud;
import io.azureccm.common.config.credential.CloudCredentials;
import io.azureccm.common.config.credential.CredentialChoice;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.DryRunExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.metrics.ArmMetrics;
import io.azureccm.common.resilience.ArmCallListener;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.ResilientArmGateway;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.snapshot.ObservedStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens an {@link AzureSession} for a config. If that cannot work, it throws an exception whose message is written for users. */
public final class AzureConnector {
    /** What does not change with the config. The fallback provides a credential only if the config has none. */
    public record Dependencies(ControllerOptions options, TrustedCertificates trust, Map<String, String> environment,
            Optional<Fallback> fallback, WriteFence fence, ArmBudget budget, Calls calls) {}

    /** The credential of {@code spring.cloud.azure}; {@code of} makes it for the tenant of a cloud config. */
    public record Fallback(SpringCloudAzureSettings settings, Function<String, FallbackCredential> of) {}

    /** How calls are made. The instances of the session that is in use are in {@code registries}. */
    public record Calls(ResilienceSettings client, InstanceSettings instances, ArmCallPolicy.Registries registries) {
        /** Calls of a process that shows its instances to nobody. */
        public static Calls of(AppSettings settings) {
            return new Calls(settings.of(ResilienceSettings.class), settings.of(InstanceSettings.class),
                    ArmCallPolicy.Registries.own());
        }
    }

    /** Listeners for calls, executions and reachability. */
    public record Listeners(ArmReachability reach, ArmMetrics metrics, ExecutionListener operations,
            ArmCallListener traced) {}

    private static final Logger log = LoggerFactory.getLogger(AzureConnector.class);

    private final AtomicBoolean precedenceSaid = new AtomicBoolean();
    private final Dependencies dependencies;
    private final Listeners listeners;
    private final Clock clock;
    private volatile Supplier<String> budget = () -> "";
    private volatile Supplier<List<String>> suspended = List::of;

    public AzureConnector(Dependencies dependencies, Listeners listeners, Clock clock) {
        this.dependencies = dependencies;
        this.listeners = listeners;
        this.clock = clock;
    }

    /** How many calls remain of those that plans use, for the last line of a plan; "" if that is unknown. */
    public String budgetLeft() {
        return budget.get();
    }

    /** Kinds of calls that are currently blocked by an open circuit breaker. */
    public List<String> suspended() {
        return suspended.get();
    }

    private String budgetType() {
        return dependencies.options().app() == App.ROUTE
                ? "microsoft.network/routetables"
                : "microsoft.network/loadbalancers";
    }

    /** May query the metadata endpoint of a private cloud; otherwise sends nothing. */
    public AzureSession open(CloudConfig config, String source) throws InterruptedException {
        CredentialChoice choice = dependencies.fallback().isPresent()
                ? CredentialChoice.optional(config, source)
                : CredentialChoice.required(config, source);
        if (choice.failed())
            throw new CloudConfigException(choice.problems());
        FallbackCredential fallback = fallback(config, source, choice.credentials());
        Calls calls = dependencies.calls();
        ArmClientSettings client = calls.client()
                .client(config.arm(), "azureccm-" + dependencies.options().app().title())
                .through(HttpProxies.of(dependencies.environment()));
        SelectedCloud selected = CloudSelection.select(config.arm().endpoint(), source, dependencies.environment(),
                new HttpCloudMetadata(dependencies.trust().context(), client.userAgent(), client.proxies()));
        AzureCloud cloud = selected.orThrow();
        ArmBudget.Gate gate = dependencies.budget().gate();
        CloudCredentials credentials = choice.credentials();
        ArmGateway plain = ArmConnection.open(
                new ArmConnection.Account(config, cloud, credentials, fallback),
                dependencies.trust().context(), client, gate, listeners.metrics(), ArmClock.system());
        ArmCallPolicy policy = new ArmCallPolicy(
                calls.instances().configs().honouring(config.arm()), calls.registries(),
                new ArmCallPolicy.Reports(ArmClock.system(), () -> ThreadLocalRandom.current().nextDouble(),
                        dependencies.budget(), listeners()));
        dependencies.budget().left(config.subscriptionId());
        dependencies.budget().left(config.networkSubscriptionId());
        budget = () -> policy.budget(config.networkSubscriptionId(), budgetType()).toString();
        suspended = policy::suspended;
        ArmGateway gateway = new ResilientArmGateway(plain, policy);
        ObservedStore store = new ObservedStore(gateway, clock, ObservedStore.Settings.DEFAULT);
        Optional<ArmPlanExecutor> writer = writer(gateway, store);
        PlanExecutor executor = writer.<PlanExecutor>map(w -> w).orElseGet(DryRunExecutor::new);
        return new AzureSession(new ControllerPorts.AzurePorts(config, cloud, gateway, store, executor, gate), policy,
                gate, writer);
    }

    /** The one of the cloud config takes precedence, which is said once. */
    private FallbackCredential fallback(CloudConfig config, String source, CloudCredentials credentials) {
        if (dependencies.fallback().isEmpty())
            return FallbackCredential.NONE;
        Fallback fallback = dependencies.fallback().get();
        if (credentials.configured()) {
            if (!precedenceSaid.getAndSet(true))
                log.warn(
                        "{}: its credential takes precedence over spring.cloud.azure.credential ({}), which is not used",
                        source, fallback.settings().credential());
            return FallbackCredential.NONE;
        }
        String tenant = config.identity().tenantId();
        fallback.settings().missingTenant(tenant).ifPresent(missing -> {
            throw new CloudConfigException(List.of(missing));
        });
        return fallback.of().apply(tenant);
    }

    private Optional<ArmPlanExecutor> writer(ArmGateway gateway, ObservedStore store) {
        if (dependencies.options().dryRun())
            return Optional.empty();
        return Optional.of(new ArmPlanExecutor(
                new ArmPlanExecutor.Ports(gateway, store, dependencies.fence(), listeners.operations(), clock),
                ArmPlanExecutor.Settings.DEFAULT));
    }

    private ArmCallListener listeners() {
        return call -> {
            listeners.reach().ended(call);
            listeners.metrics().ended(call);
            listeners.traced().ended(call);
        };
    }
}
