package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.e2e.suite.faults.instance.Work;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.informer.InformerFeed;
import io.azureccm.common.reconcile.LoopTurns;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.instance.Promises;
import io.azureccm.e2e.suite.faults.instance.KillSwitch;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A controller, wired as its app wires it, whose loop, operations and calls all live in virtual time. */
public final class VirtualInstance {
    private static final int PLANS = 10_000;
    /** Informers are made with it and never started. */
    private static final KubernetesClient NO_CLIENT = new KubernetesClientBuilder().build();

    /**
     * Where it lives; {@code removals}: how much one plan of a new instance may take away; {@code isGuarded}: the limits and retries of
     * the apps are around its calls to ARM.
     */
    public record Place(Simulation simulation, VirtualTime time, VirtualApiFaults faults, Promises promises,
            Findings findings, Supplier<RemovalPolicy> removals, boolean isGuarded) {
        Place guarded() {
            return new Place(simulation, time, faults, promises, findings, removals, true);
        }
    }

    private final Place place;
    private final App app;
    private final String name;
    private final KillSwitch killSwitch = new KillSwitch();
    private final PlanJournal journal;
    private final List<InformerFeed<?>> feeds;
    private final LoopTurns turns;
    private final Supplier<VirtualRecord<?, ?, ?>> record;
    private Thread thread;
    private Optional<Instant> died = Optional.empty();
    private boolean stopping;

    /** {@code successor}: another instance of the app has led before. */
    public VirtualInstance(Place place, App app, String name, CloudConfig cloud, Pace pace,
            boolean successor) {
        this.place = place;
        this.app = app;
        this.name = name;
        VirtualTime time = place.time();
        this.journal = journal(time);
        ArmGateway gateway = place.isGuarded()
                ? VirtualArm.guarded(place.simulation().azure(), time, app, name, pace, cloud.arm(), killSwitch)
                : VirtualArm.gateway(place.simulation().azure(), time, name, pace.operations(), killSwitch);
        Function<PlanJournal, Work> works = plans -> Work.of(app, new Work.Ports(
                new Work.Azure(cloud, pace, gateway, plans),
                new Work.Cluster(NO_CLIENT,
                        new ObjectPatcher(new VirtualRequests(place.simulation().api(), place.faults(), name),
                                Optional::empty, place.faults()::pause),
                        silence(), Optional::empty),
                new Work.Guards(place.promises(), killSwitch, place.removals().get()), time, () -> successor));
        Work work = works.apply(journal);
        this.feeds = work.controller().informers().informers().stream().<InformerFeed<?>>map(InformerFeed::of).toList();
        this.turns = new LoopTurns(work.turns());
        this.record = () -> VirtualRecord.of(name, app, cloud, work, () -> works.apply(journal(time)));
        killSwitch.onDeath(() -> {
            died = Optional.of(time.now());
            LockSupport.unpark(thread);
        });
    }

    private PlanJournal journal(VirtualTime time) {
        return new PlanJournal(PlanText.of(app.title()), PLANS, time, () -> "");
    }

    /** Records its turns from now on. */
    VirtualRecord<?, ?, ?> record() {
        return record.get();
    }

    /** Events are written by a thread that waits in the time of the machine: here nobody hears them. */
    private static EventRecorder silence() {
        EventRecorder recorder = new EventRecorder(new EventSink() {
            @Override
            public void create(Event event) {
                throw new IllegalStateException("nothing is recorded");
            }

            @Override
            public void patch(String namespace, String name, JsonNode patch) {
                throw new IllegalStateException("nothing is recorded");
            }
        });
        recorder.close();
        return recorder;
    }

    /** Sees what is in the cluster, and leads from now on. */
    public void start() {
        feeds.forEach(feed -> feed.list(place.simulation().api().list(feed.resource(), "")));
        thread = place.time().start(name, this::run);
    }

    private void run() {
        try {
            turns.begin();
            while (!killSwitch.isDead() && !stopping) {
                Instant next = turns.turn();
                place.time().pause(Duration.between(place.time().now(), next));
            }
        } catch (KillSwitch.Dead dead) {
            // Somebody else takes over.
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException defect) {
            throw new Violation("a turn of " + name + " failed: " + trace(defect));
        }
    }

    private static String trace(Throwable defect) {
        return defect + " at "
                + List.of(defect.getStackTrace())
                        .stream()
                        .limit(8)
                        .map(Object::toString)
                        .collect(
                                Collectors.joining(" < "));
    }

    /** Makes a turn if something has happened. */
    public void takeEvents() {
        if (turns.hasEvents())
            LockSupport.unpark(thread);
    }

    public List<InformerFeed<?>> feeds() {
        return feeds;
    }

    /** Ends in good order: what is under way is waited for. */
    public void stop() throws InterruptedException {
        stopping = true;
        turns.stop();
        LockSupport.unpark(thread);
        while (!killSwitch.isDead() && turns.isRunning())
            place.time().sleep(Duration.ofMillis(10));
    }

    public boolean isBusy() {
        return turns.isBusy();
    }

    /** What went wrong in it that no controller may let happen. */
    public List<String> defects() {
        return turns.defects() == 0 || killSwitch.isDead()
                ? List.of()
                : List.of(turns.defects() + " operations of " + name + " failed unexpectedly");
    }

    public App app() {
        return app;
    }

    public String name() {
        return name;
    }

    public KillSwitch killSwitch() {
        return killSwitch;
    }

    /** When it was killed. */
    public Optional<Instant> died() {
        return died;
    }

    /** Its plans with their outcomes, oldest first. */
    public String log() {
        return journal.entries()
                .reversed()
                .stream()
                .map(entry -> name + ": " + entry.at() + " " + entry.text())
                .collect(Collectors.joining("\n"));
    }
}
