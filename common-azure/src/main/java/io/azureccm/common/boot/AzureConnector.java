package io.azureccm.common.boot;

import io.azureccm.common.arm.ArmClientSettings;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmConnection;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.FallbackCredential;
import io.azureccm.common.arm.HttpCloudMetadata;
import io.azureccm.common.arm.TrustedCertificates;
import io.azureccm.common.boot.settings.ResilienceSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.CloudConfigException;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.cloud.CloudSelection;
import io.azureccm.common.config.cloud.SelectedCloud;
import io.azureccm.common.config.credential.CloudCredentials;
import io.azureccm.common.config.credential.CredentialChoice;
import io.azureccm.common.config.flags.App;
import io.azureccm.common.config.flags.ControllerOptions;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.DryRunExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.ArmMetrics;
import io.azureccm.common.observe.ArmReach;
import io.azureccm.common.observe.CallPolicyMetrics;
import io.azureccm.common.observe.CauseMetrics;
import io.azureccm.common.observe.MeteredPlanExecutor;
import io.azureccm.common.resilience.ArmCallListener;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.ResilientArmGateway;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.snapshot.ObservedStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Opens an {@link AzureSession} for a config. What cannot work is an exception whose message is for people. */
final class AzureConnector {
    /** What does not change with the config; the fallback is asked for its credential only if the config has none. */
    record Surroundings(ControllerOptions options, TrustedCertificates trust, Map<String, String> environment,
            Optional<Supplier<FallbackCredential>> fallback, WriteFence fence, ArmBudget budget,
            ResilienceSettings resilience) {}

    /** Who is told of what happens. */
    record Ears(ArmReach reach, ArmMetrics metrics, ExecutionListener operations, ArmCallListener traced,
            MeterRegistry registry) {}

    private final Surroundings surroundings;
    private final Ears ears;
    private final Clock clock;
    private final ResourceLanes lanes = new ResourceLanes();
    private volatile Supplier<String> budget = () -> "";
    private volatile Supplier<List<String>> suspended = List::of;

    AzureConnector(Surroundings surroundings, Ears ears, Clock clock) {
        this.surroundings = surroundings;
        this.ears = ears;
        this.clock = clock;
    }

    /** What is left of the calls that plans are made of, for their last line; "" when that is not known. */
    String budgetLeft() {
        return budget.get();
    }

    /** Kinds of calls that a breaker does not let through at the moment. */
    List<String> suspended() {
        return suspended.get();
    }

    private String budgetType() {
        return surroundings.options().app() == App.ROUTE
                ? "microsoft.network/routetables"
                : "microsoft.network/loadbalancers";
    }

    /** May ask the metadata endpoint of a private cloud; otherwise nothing is sent. */
    AzureSession open(CloudConfig config, String source) throws InterruptedException {
        Optional<Supplier<FallbackCredential>> fallback = surroundings.fallback();
        CredentialChoice choice = CredentialChoice.of(config, source, fallback.isPresent());
        if (choice.failed())
            throw new CloudConfigException(choice.problems());
        ArmClientSettings client = surroundings.resilience()
                .client(config.arm(),
                        "azureccm-" + surroundings.options().app().title());
        SelectedCloud selected = CloudSelection.select(config.arm().endpoint(), source, surroundings.environment(),
                new HttpCloudMetadata(surroundings.trust().context(), client.userAgent()));
        AzureCloud cloud = selected.orThrow();
        ArmBudget.Door door = surroundings.budget().door();
        CloudCredentials credentials = choice.credentials();
        ArmGateway plain = ArmConnection.open(
                new ArmConnection.Account(config, cloud, credentials, credentials.configured()
                        ? FallbackCredential.NONE
                        : fallback.map(Supplier::get).orElse(FallbackCredential.NONE)),
                surroundings.trust().context(), client, door, ears.metrics(), ArmClock.system());
        ArmCallPolicy policy = new ArmCallPolicy(
                surroundings.resilience().calls(config.arm()),
                new ArmCallPolicy.Reports(ArmClock.system(), () -> ThreadLocalRandom.current().nextDouble(),
                        surroundings.budget(), listeners()));
        surroundings.budget().opened(config.subscriptionId());
        surroundings.budget().opened(config.networkSubscriptionId());
        CallPolicyMetrics.bind(policy, ears.registry());
        budget = () -> policy.budget(config.networkSubscriptionId(), budgetType()).toString();
        suspended = policy::suspended;
        ArmGateway gateway = new ResilientArmGateway(plain, policy);
        ObservedStore store = new ObservedStore(gateway, clock, ObservedStore.Settings.DEFAULT);
        Optional<ArmPlanExecutor> writer = writer(gateway, store);
        PlanExecutor executor = new MeteredPlanExecutor(writer.<PlanExecutor>map(w -> w).orElseGet(DryRunExecutor::new),
                ears.registry());
        return new AzureSession(new ControllerPorts.AzurePorts(config, cloud, gateway, store, executor, door), policy,
                door, writer);
    }

    private Optional<ArmPlanExecutor> writer(ArmGateway gateway, ObservedStore store) {
        if (surroundings.options().dryRun())
            return Optional.empty();
        return Optional.of(new ArmPlanExecutor(
                new ArmPlanExecutor.Ports(gateway, store, lanes, surroundings.fence(), ears.operations(), clock),
                ArmPlanExecutor.Settings.DEFAULT));
    }

    private ArmCallListener listeners() {
        CauseMetrics causes = new CauseMetrics(ears.registry());
        return call -> {
            ears.reach().ended(call);
            ears.metrics().ended(call);
            causes.ended(call);
            ears.traced().ended(call);
        };
    }
}
