package io.azureccm.common.boot.supervisor;

import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.azure.ArmReachabilityProbe;
import io.azureccm.common.boot.azure.AzureConnector;
import io.azureccm.common.boot.azure.AzureSession;
import io.azureccm.common.boot.azure.ConfigEvents;
import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.azure.SessionOpener;
import io.azureccm.common.boot.leader.Election;
import io.azureccm.common.boot.leader.HandOverState;
import io.azureccm.common.boot.leader.LeaderFlag;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.reconcile.LoopListener;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs a controller: connects to Azure, starts the informers, waits for leadership, starts and stops the loop, and applies
 * changes of the config. Failures are retried with growing pauses; a temporary problem never ends the process. It starts last
 * and stops first: it takes no further work, then waits for writes in flight, then releases the lease; clients are closed
 * afterwards. A stop takes less than ten seconds even if something hangs: unfinished writes are left to Azure and to the next
 * leader.
 */
public final class ControllerSupervisor implements SmartLifecycle, Supplier<ControllerState> {
    private static final Logger log = LoggerFactory.getLogger(ControllerSupervisor.class);

    /** The collaborators of the supervisor. */
    public record Parts(ControllerProgram program, ConfigFollower config, AzureConnector connector, Election election,
            LeaderFlag leaderFlag, ArmReachability reach, LoopListener turns) {
        /** The same parts for another program. */
        public Parts with(ControllerProgram other) {
            return new Parts(other, config, connector, election, leaderFlag, reach, turns);
        }
    }

    /** What every loop is given. */
    public record Shared(ControllerOptions options, KubernetesClient kubernetes, EventRecorder events,
            PlanJournal journal,
            WriteFence fence, Clock clock, RemovalPolicy removals, DrainPolicy draining,
            TenantPolicy tenants) {}

    private enum Activity {
        IDLE, WORKING, ENDING
    }

    private final Parts parts;
    private final Shared shared;
    private final SupervisorTiming pace;
    private final ArmReachabilityProbe probe;
    private final Semaphore wakeUps = new Semaphore(0);
    private final SessionOpener opener;
    private final ConfigEvents configEvents;
    private final StateReport report;
    private final LoopOpener loops;
    private volatile LoopOnSession stage;
    private volatile Activity activity = Activity.IDLE;
    private volatile boolean stopping;
    private volatile Instant lastTick;
    private volatile Thread thread;
    /** Set by the last turn: the caches were incomplete, so the supervisor waits for them instead of for the next tick. */
    private boolean missesCaches;

    public ControllerSupervisor(Parts parts, Shared shared, SupervisorTiming pace) {
        this.parts = parts;
        this.shared = shared;
        this.pace = pace;
        this.probe = new ArmReachabilityProbe(parts.reach(), shared.clock());
        this.opener = new SessionOpener(parts.config(), parts.connector(), parts.reach(), shared.clock(),
                wakeUps::release);
        this.configEvents = new ConfigEvents(shared.events(), shared.options());
        this.report = new StateReport(shared.options().app(), parts, pace, opener, shared.clock());
        this.loops = new LoopOpener(parts, shared);
        this.lastTick = shared.clock().instant();
        parts.leaderFlag().onChange(wakeUps::release);
    }

    @Override
    public void start() {
        stopping = false;
        lastTick = shared.clock().instant();
        parts.election().start();
        thread = Thread.ofVirtual().name("supervisor").start(this::run);
    }

    @Override
    public boolean isRunning() {
        return thread != null && !stopping;
    }

    private void run() {
        while (!stopping) {
            lastTick = shared.clock().instant();
            try {
                turn();
                pause();
            } catch (InterruptedException stop) {
                return;
            } catch (RuntimeException defect) {
                log.error("Unexpected failure of the supervisor, which continues", defect);
                pauseAfterDefect();
            }
        }
    }

    private void pause() throws InterruptedException {
        LoopOnSession now = stage;
        if (now != null && missesCaches) {
            now.loop().informers().awaitSynced(pace.tick());
        } else {
            wakeUps.tryAcquire(pace.tick().toMillis(), TimeUnit.MILLISECONDS);
        }
        wakeUps.drainPermits();
    }

    private void pauseAfterDefect() {
        try {
            Thread.sleep(Duration.ofSeconds(1));
        } catch (InterruptedException stop) {
            stopping = true;
        }
    }

    private void turn() throws InterruptedException {
        missesCaches = false;
        Optional<String> rejected = opener.rejectedChange();
        boolean current = stage != null && opener.isCurrent(stage.session());
        if (current)
            opener.settled();
        // Whether a change can be used is not known before it is in use or has failed.
        if (current || rejected.isPresent() || opener.isDisabled())
            configEvents.report(rejected);
        if (!current && !replaceStage())
            return;
        LoopOnSession now = stage;
        LeaderFlag.Taken leaderFlag = parts.leaderFlag().state();
        switch (activity) {
            case IDLE -> {
                if (leaderFlag.taken()) {
                    // Requested before the caches are complete, so that the check for other programs runs in the meantime.
                    HandOverState handOverState = parts.election().handOverState(leaderFlag.term());
                    missesCaches = !now.loop().informers().synced();
                    if (!missesCaches)
                        begin(now, leaderFlag.term(), handOverState);
                }
            }
            case WORKING -> {
                // In another term, another instance may have led in between: what was known then may be outdated.
                if (parts.leaderFlag().refusal().isPresent()) {
                    log.info("This instance no longer leads: stopping work");
                    end(now);
                } else if (now.planningOnly()
                        && parts.election().handOverState(leaderFlag.term()) == HandOverState.CLEARED) {
                    end(now);
                }
            }
            case ENDING -> end(now);
        }
        probe.probe(now.session());
    }

    /** Works, or only plans as in a dry run while another program may be doing the same work, or waits until that is known. */
    private void begin(LoopOnSession now, long term, HandOverState handOverState) {
        if (handOverState == HandOverState.WAITING)
            return;
        boolean planningOnly = handOverState == HandOverState.HELD;
        if (planningOnly != now.planningOnly()) {
            now.loop().close();
            now.loop().informers().close();
            stage = loops.open(now.session(), planningOnly);
            return;
        }
        parts.leaderFlag().begin(term);
        activity = Activity.WORKING;
        now.loop().start();
        log.info("Caches are complete{}", planningOnly
                ? " and this instance leads: planning without writing, another program may be doing the same work"
                : parts.election().leads()
                        ? " and this instance leads: working"
                        : ": planning without writing, this is a dry run and does not lead");
    }

    /** True when nothing is in flight any more. */
    private boolean end(LoopOnSession now) {
        if (activity == Activity.IDLE)
            return true;
        activity = Activity.ENDING;
        if (!now.loop().stop(pace.grace()))
            return false;
        activity = Activity.IDLE;
        return true;
    }

    /** True if there is a loop to work with. A changed config takes over only once its session could be opened. */
    private boolean replaceStage() throws InterruptedException {
        if (stage == null)
            opener.tryOpen();
        else
            opener.tryReplace();
        if (opener.isDisabled()) {
            closeStage();
            return false;
        }
        if (!opener.isOpen())
            return stage != null;
        if (!closeStage() || stopping)
            return false;
        AzureSession session = opener.take();
        stage = loops.open(session, false);
        log.info("Azure: {} at {}, subscription {}, resource group {}", session.ports().cloud().name(),
                session.ports().cloud().resourceManagerEndpoint(), session.config().subscriptionId(),
                session.config().resourceGroup());
        return true;
    }

    /** False while writes of the previous loop are in flight. */
    private boolean closeStage() {
        LoopOnSession old = stage;
        if (old == null)
            return true;
        if (!end(old))
            return false;
        old.loop().close();
        old.loop().informers().close();
        stage = null;
        opener.released();
        return true;
    }

    @Override
    public void stop() {
        stopping = true;
        StopSequence steps = new StopSequence(parts, shared, pace, System.nanoTime());
        steps.end(Optional.ofNullable(thread));
        Optional<LoopOnSession> last = Optional.ofNullable(stage);
        last.ifPresent(now -> steps.finish(now, activity != Activity.IDLE));
        steps.close(last, loops);
    }

    /** That of the running loop; it knows nothing if none runs. */
    public Explainer explainer() {
        LoopOnSession now = stage;
        return now == null || activity != Activity.WORKING ? Explainer.NONE : now.loop().explainer();
    }

    /** True when caches are complete and there is nothing to do, as the leader or on standby. */
    public boolean isIdle() {
        LoopOnSession now = stage;
        return now != null && activity != Activity.ENDING && now.loop().informers().synced()
                && !(activity == Activity.WORKING && now.loop().isWorking());
    }

    @Override
    public ControllerState get() {
        return report.of(Optional.ofNullable(stage),
                new StateReport.Doing(activity == Activity.WORKING, stopping, lastTick));
    }
}
