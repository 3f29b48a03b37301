package io.azureccm.common.boot.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.boot.azure.AzureConnector;
import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.leader.HandOverState;
import io.azureccm.common.boot.leader.LeaderFlag;
import io.azureccm.common.boot.settings.SettingsReader;
import io.azureccm.common.boot.spring.RecordedLoop;
import io.azureccm.common.boot.spring.StartFiles;
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
import io.azureccm.common.kube.event.LogEventSink;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.ControllerState.Phase;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** When a loop works, and in which order everything ends. */
class ControllerSupervisorTest {
    private static final SupervisorTiming PACE = new SupervisorTiming(Duration.ofMillis(5),
            Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofMinutes(2));

    @TempDir
    Path folder;
    private final Clock clock = Clock.systemUTC();
    private final LeaderFlag leaderFlag = new LeaderFlag(clock);
    private final RecordedLoop loop = new RecordedLoop();
    private final EventRecorder events = new EventRecorder(new LogEventSink());
    private ControllerSupervisor supervisor;

    @AfterEach
    void close() {
        events.close();
    }

    @Test
    void loopWorksOnlyWhileThisInstanceLeads() throws Exception {
        start(StartFiles.GOOD);
        Await.until("leader by", () -> supervisor.get().phase() == Phase.STANDBY);
        assertThat(loop.asked).containsExactly("stand for election", "open");
        grant();
        awaitAsked("start");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        revoke();
        awaitAsked("stop");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.STANDBY);
        supervisor.stop();
    }

    @Test
    void dryRunPlansLikeALeaderAndDoesNotSayThatItLeads() throws Exception {
        start(StartFiles.GOOD, "--dry-run");
        grant();
        awaitAsked("start");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.DRY_RUN);
        assertThat(supervisor.get().leadership().leading()).isFalse();
        supervisor.stop();
    }

    @Test
    void leaderPlansAsInADryRunWhileItIsHeldAndWorksWithAnotherLoopOnceItIsCleared() throws Exception {
        loop.handOverState = HandOverState.HELD;
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        assertThat(loop.asked).containsExactly("stand for election", "open", "close", "open dry", "start");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.HOLDING);
        assertThat(supervisor.get().leadership().leading()).isTrue();
        loop.asked.clear();
        loop.handOverState = HandOverState.CLEARED;
        awaitAsked("start");
        assertThat(loop.asked).containsExactly("stop", "close", "open", "start");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        supervisor.stop();
    }

    @Test
    void leaderBeginsNothingWhileItIsNotKnownWhetherItMayWrite() throws Exception {
        loop.handOverState = HandOverState.WAITING;
        start(StartFiles.GOOD);
        grant();
        Await.until("asked", () -> loop.statesAsked.get() > 3);
        assertThat(loop.asked).containsExactly("stand for election", "open");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.HOLDING);
        loop.handOverState = HandOverState.CLEARED;
        awaitAsked("start");
        assertThat(loop.asked).containsExactly("stand for election", "open", "start");
        supervisor.stop();
    }

    @Test
    void workEndsBeforeTheLeaseIsReleasedAndEverythingIsClosedAfterThat() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        supervisor.stop();
        awaitAsked("close");
        assertThat(loop.asked).containsExactly("stand for election", "open", "start", "stop", "release the lease",
                "close");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.STOPPING);
    }

    @Test
    void writesThatDoNotEndAreLeftAndTheLeaseIsReleasedAllTheSame() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.endsInTime = false;
        supervisor.stop();
        awaitAsked("close");
        assertThat(loop.asked).containsSubsequence("stop", "release the lease", "close");
    }

    @Test
    void workBeginsAnewInAnotherTermEvenIfTheLossWentByUnseen() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        revoke();
        grant();
        Await.until(loop.asked::toString, () -> loop.asked.stream().filter("start"::equals).count() == 2);
        assertThat(loop.asked).containsSubsequence("start", "stop", "start");
        supervisor.stop();
    }

    @Test
    void loopIsNotStartedAgainBeforeItHasEnded() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.endsInTime = false;
        revoke();
        awaitAsked("stop");
        grant();
        Await.until(loop.asked::toString, () -> loop.asked.stream().filter("stop"::equals).count() > 3);
        assertThat(loop.asked).containsOnlyOnce("start");
        loop.endsInTime = true;
        Await.until(loop.asked::toString, () -> loop.asked.stream().filter("start"::equals).count() == 2);
        supervisor.stop();
    }

    @Test
    void nothingIsOpenedWhileTheConfigSwitchesTheProviderOff() throws Exception {
        start(StartFiles.GOOD.replaceFirst("\\{", "{\"disableCloudProvider\": true, "));
        grant();
        Await.until("switched off", () -> supervisor.get().phase() == Phase.DISABLED);
        supervisor.stop();
        awaitAsked("release the lease");
        assertThat(loop.asked).containsExactly("stand for election", "release the lease");
    }

    @Test
    void changedConfigIsTakenOverAfterTheWorkOnTheOldOneHasEnded() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.asked.clear();
        Files.writeString(folder.resolve("azure.json"), StartFiles.GOOD.replace("s-1", "s-2"));
        awaitAsked("start");
        assertThat(loop.asked).containsExactly("stop", "close", "open", "start");
        supervisor.stop();
    }

    @Test
    void changedConfigThatCannotBeUsedChangesNothing() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.asked.clear();
        Files.writeString(folder.resolve("azure.json"), StartFiles.GOOD.replace("\"aadClientId\": \"c\",", ""));
        Await.until("the problem is known", () -> supervisor.get()
                .azure()
                .rejectedChange()
                .filter(problem -> problem.contains("aadClientId"))
                .isPresent());
        assertThat(loop.asked).isEmpty();
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        supervisor.stop();
    }

    @Test
    void configThatIsPutBackAsItWasEndsTheProblem() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.asked.clear();
        for (String bad : List.of(StartFiles.GOOD.replace("\"aadClientId\": \"c\",", ""), "{not json",
                StartFiles.GOOD.replace("\"subscriptionId\": \"s-1\",", ""))) {
            Files.writeString(folder.resolve("azure.json"), bad);
            Await.until("the problem is known: " + bad,
                    () -> supervisor.get().azure().rejectedChange().isPresent());
            Files.writeString(folder.resolve("azure.json"), StartFiles.GOOD);
            Await.until("it is over", () -> supervisor.get().azure().rejectedChange().isEmpty());
        }
        assertThat(loop.asked).isEmpty();
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        supervisor.stop();
    }

    private void start(String config, String... flags) throws Exception {
        Path file = Files.writeString(folder.resolve("azure.json"), config);
        ControllerOptions options = ControllerFlags
                .parse(App.NODE,
                        Stream.concat(Stream.of("--cloud-config=" + file, "--enable-dynamic-reloading"),
                                Stream.of(flags)).toList())
                .orThrow()
                .options();
        ConfigFollower follower = new ConfigFollower(options, CloudConfigSource.ofFile(file, Map.of()),
                new ConfigFollower.Pace(Duration.ofMillis(5), Duration.ofMillis(5)), clock);
        ArmReachability reach = new ArmReachability(clock);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        AzureConnector connector = new AzureConnector(
                new AzureConnector.Dependencies(options, TrustedCertificates.from(Map.of()), Map.of(), Optional.empty(),
                        WriteFence.OPEN,
                        new ArmBudget(BudgetSettings.of(App.NODE), ArmClock.system(), BudgetListener.NONE),
                        AzureConnector.Calls.of(SettingsReader.read(new StandardEnvironment()).settings())),
                new AzureConnector.Listeners(reach, new ArmMetrics(registry), ExecutionListener.NONE, call -> {},
                        registry),
                clock);
        supervisor = new ControllerSupervisor(
                new ControllerSupervisor.Parts(loop, follower, connector, loop.election(!options.dryRun()), leaderFlag,
                        reach,
                        LoopListener.NONE),
                new ControllerSupervisor.Shared(options, null, events,
                        new PlanJournal(PlanText.of("things"), 5, clock, () -> ""), WriteFence.OPEN, clock,
                        RemovalPolicy.NONE, DrainPolicy.NONE, TenantPolicy.DEFAULT),
                PACE);
        supervisor.start();
    }

    private void grant() {
        leaderFlag.onApplicationEvent(new OnGrantedEvent(this, () -> true, "role"));
    }

    private void revoke() {
        leaderFlag.onApplicationEvent(new OnRevokedEvent(this, () -> false, "role"));
    }

    private void awaitAsked(String what) {
        Await.until(() -> what + " in " + loop.asked, () -> loop.asked.contains(what));
    }
}
