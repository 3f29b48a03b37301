package io.azureccm.common.boot.supervisor;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.boot.azure.AzureConnector;
import io.azureccm.common.boot.azure.CloudDefault;
import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.leader.LeaderFlag;
import io.azureccm.common.boot.settings.SettingsReader;
import io.azureccm.common.boot.spring.RecordedLoop;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.load.CloudConfigSource;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.event.LogEventSink;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.metrics.ArmMetrics;
import io.azureccm.common.reconcile.LoopListener;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** A supervisor of a recorded loop, with a cloud config in a file. */
abstract class SupervisorCase {
    private static final SupervisorTiming PACE = new SupervisorTiming(Duration.ofMillis(5),
            Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofMinutes(2));

    @TempDir
    Path folder;
    final Clock clock = Clock.systemUTC();
    final LeaderFlag leaderFlag = new LeaderFlag(clock);
    final RecordedLoop loop = new RecordedLoop();
    final EventRecorder events = new EventRecorder(sink());
    ConfigFollower follower;
    ControllerSupervisor supervisor;

    @AfterEach
    void close() {
        events.close();
    }

    /** Where events are written. */
    EventSink sink() {
        return new LogEventSink();
    }

    final void start(String config, String... flags) throws Exception {
        Path file = Files.writeString(folder.resolve("azure.json"), config);
        ControllerOptions options = ControllerFlags
                .parse(App.NODE,
                        Stream.concat(Stream.of("--cloud-config=" + file, "--enable-dynamic-reloading"),
                                Stream.of(flags)).toList())
                .orThrow()
                .options();
        follower = new ConfigFollower(options, CloudConfigSource.ofFile(file, Map.of()), new CloudDefault("", "", ""),
                new ConfigFollower.Pace(Duration.ofMillis(5), Duration.ofMillis(5)), clock);
        ArmReachability reach = new ArmReachability(clock);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        AzureConnector connector = new AzureConnector(
                new AzureConnector.Dependencies(options, TrustedCertificates.from(Map.of()), Map.of(), Optional.empty(),
                        WriteFence.OPEN,
                        new ArmBudget(BudgetSettings.of(App.NODE), ArmClock.system(), BudgetListener.NONE),
                        AzureConnector.Calls.of(SettingsReader.read(new StandardEnvironment()).settings())),
                new AzureConnector.Listeners(reach, new ArmMetrics(registry), ExecutionListener.NONE, call -> {}),
                clock);
        supervisor = new ControllerSupervisor(
                new ControllerSupervisor.Parts(loop.program(), follower, connector, loop.election(!options.dryRun()),
                        leaderFlag, reach, LoopListener.NONE),
                new ControllerSupervisor.Shared(options, null, events,
                        new PlanJournal(PlanText.of("things"), 5, clock, () -> ""), WriteFence.OPEN, clock,
                        RemovalPolicy.NONE, DrainPolicy.NONE, TenantPolicy.DEFAULT),
                PACE);
        supervisor.start();
    }

    final void grant() {
        leaderFlag.onApplicationEvent(new OnGrantedEvent(this, () -> true, "role"));
    }

    final void revoke() {
        leaderFlag.onApplicationEvent(new OnRevokedEvent(this, () -> false, "role"));
    }

    final void awaitAsked(String what) {
        Await.until(() -> what + " in " + loop.asked, () -> loop.asked.contains(what));
    }
}
