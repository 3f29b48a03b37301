package io.azureccm.common.boot.preview;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.boot.ControllerPorts.AzurePorts;
import io.azureccm.common.boot.azure.AzureConnector;
import io.azureccm.common.boot.azure.AzureSession;
import io.azureccm.common.boot.azure.CloudDefault;
import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.command.Invocation;
import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.CallBudgetSettings;
import io.azureccm.common.boot.settings.SettingsReader;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.metrics.ArmMetrics;
import io.azureccm.common.observe.metrics.BudgetMetrics;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.metrics.OperationMetrics;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Opens read-only access to the Azure and Kubernetes APIs that the flags name, as a controller would, but without Spring. */
final class LivePorts {
    private LivePorts() {}

    static PlanPorts open(Invocation invocation, FlagsOutcome.Run run, String noun, MeterRegistry registry)
            throws InterruptedException {
        AppSettings settings = settings(run);
        Preflight.Cleared cleared;
        try {
            cleared = Preflight.clear(run, invocation.environment());
        } catch (Preflight.NotCleared wrong) {
            throw new UsageException(String.join("\n", wrong.lines()));
        }
        try {
            return open(cleared, settings, noun, registry);
        } catch (CloudConfigException | IllegalArgumentException unusable) {
            cleared.kubernetes().close();
            throw new UsageException(unusable.getMessage());
        }
    }

    private static PlanPorts open(Preflight.Cleared cleared, AppSettings settings, String noun, MeterRegistry registry)
            throws InterruptedException {
        Clock clock = SteadyClock.SYSTEM;
        ConfigFollower follower = new ConfigFollower(cleared.options(), cleared.configSource(),
                CloudDefault.of(settings), ConfigFollower.Pace.DEFAULT, clock);
        CloudConfig config = follower.current(() -> {});
        if (config.loading().cloudProviderDisabled())
            throw new UsageException(follower.source() + ": disableCloudProvider is set, so there is nothing to plan");
        ArmBudget budget = new ArmBudget(settings.of(CallBudgetSettings.class).of(cleared.options().app()),
                ArmClock.system(), new BudgetMetrics(registry));
        AzureConnector connector = new AzureConnector(
                new AzureConnector.Dependencies(cleared.options(), cleared.trust(), cleared.environment(),
                        Optional.empty(), () -> Optional.of(PlanPorts.ONLY_READS), budget,
                        AzureConnector.Calls.of(settings)),
                new AzureConnector.Listeners(new ArmReachability(clock), new ArmMetrics(registry),
                        OperationMetrics.of(registry, new CloudOperations(registry)), call -> {}),
                clock);
        AzureSession session = connector.open(config, follower.source());
        ReadLog reads = new ReadLog(session.ports().gateway());
        AzurePorts azure = PlanPorts.azure(config, session.ports().cloud(), reads, clock, session.ports().calls());
        return new PlanPorts(PlanPorts.of(cleared.options(), azure, cleared.kubernetes(), noun, clock, settings,
                RemovalApprovals.NONE), reads, false, () -> {
                    follower.close();
                    cleared.kubernetes().close();
                });
    }

    static AppSettings settings(FlagsOutcome.Run run) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources()
                .addFirst(new SimpleCommandLinePropertySource(run.springArgs().toArray(String[]::new)));
        ConfigurationPropertySources.attach(environment);
        SettingsReader.Outcome read = SettingsReader.read(environment);
        if (read.failed())
            throw new UsageException(String.join("\n", Preflight.errors(read.problems())));
        return read.settings();
    }

    /**
     * Parses the flags of the app for a command. Unknown flags are errors, since without them the result would differ from
     * what was intended.
     */
    static FlagsOutcome flags(Invocation invocation, List<String> args) {
        FlagsOutcome outcome = io.azureccm.common.config.flags.ControllerFlags.parse(invocation.app(),
                java.util.stream.Stream.concat(args.stream(), java.util.stream.Stream.of("--dry-run")).toList());
        if (outcome instanceof FlagsOutcome.Refused refused)
            throw new UsageException(String.join("\n", Preflight.lines(refused.problems())));
        if (outcome instanceof FlagsOutcome.Run run) {
            List<String> unknown = Preflight.warnings(run.notices())
                    .stream()
                    .filter(text -> text.contains("unknown flag") || text.contains("is not a flag"))
                    .map(text -> text.replace(", it has no effect", ""))
                    .toList();
            if (!unknown.isEmpty())
                throw new UsageException(String.join("\n", unknown));
        }
        return outcome;
    }
}
