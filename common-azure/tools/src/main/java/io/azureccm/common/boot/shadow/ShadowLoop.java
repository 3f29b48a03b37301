package io.azureccm.common.boot.shadow;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.boot.TimeLimitedTask;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.shadow.SeenObject;
import io.azureccm.common.core.shadow.ShadowCheck;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.reconcile.LoopListener;
import io.azureccm.common.reconcile.LoopStats;
import io.azureccm.common.reconcile.TurnsUntilIdle;
import io.azureccm.common.snapshot.ObservedStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the turns of a loop until nothing changes, repeatedly on new reads, and gives the results to the shadow. */
final class ShadowLoop implements ControllerLoop {
    private static final Logger log = LoggerFactory.getLogger(ShadowLoop.class);
    private static final Duration MAX_CHECK_TIME = Duration.ofMinutes(2);

    private final ControllerLoop loop;
    private final List<PreviewSource> sources;
    private final ShadowReads reads;
    private final ObservedStore store;
    private final Shadow shadow;
    private final Clock clock;
    private volatile Optional<Instant> checkingSince = Optional.empty();
    private Thread thread;

    /** {@code store} and {@code loop} read through {@code reads}. */
    ShadowLoop(ControllerLoop loop, ShadowReads reads, ObservedStore store, Shadow shadow, Clock clock) {
        this.loop = loop;
        this.sources = loop.previews();
        this.reads = reads;
        this.store = store;
        this.shadow = shadow;
        this.clock = clock;
    }

    @Override
    public ResourceInformers informers() {
        return loop.informers();
    }

    @Override
    public synchronized void start() {
        thread = Thread.ofVirtual().name("shadow").start(this::run);
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                checkingSince = Optional.of(clock.instant());
                try {
                    check();
                } catch (RuntimeException defect) {
                    log.error("A check failed unexpectedly; the next one starts in {}", shadow.interval(), defect);
                    shadow.gap(clock.instant(), "a check failed: " + defect);
                }
                checkingSince = Optional.empty();
                Thread.sleep(shadow.interval());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            checkingSince = Optional.empty();
        }
    }

    private void check() throws InterruptedException {
        if (sources.isEmpty()) {
            shadow.gap(clock.instant(), "with these flags and this cloud config the app plans nothing");
            return;
        }
        reads.begin();
        store.invalidateAll();
        List<String> unread = new ArrayList<>();
        for (PreviewSource source : sources) {
            if (!TurnsUntilIdle.make(source.turns(), source::isPreliminary, MAX_CHECK_TIME, clock))
                unread.add("the plan was not ready within " + MAX_CHECK_TIME.toSeconds() + " s");
        }
        loop.informers().status().forEach(status -> problem(status).ifPresent(unread::add));
        unread.addAll(reads.failures());
        Preview whole = sources.stream().map(PreviewSource::preview).reduce(Preview::and).orElseThrow();
        shadow.add(new ShadowCheck(clock.instant(), whole.lacking(unread), objects(), reads.digests(),
                reads.destinations()));
    }

    private static Optional<String> problem(InformerStatus status) {
        Optional<String> problem = status.problem()
                .or(() -> status.synced() ? status.unreadable() : Optional.of("not synced"));
        return problem.map(why -> status.resource() + " of the Kubernetes API: " + why);
    }

    private Map<String, SeenObject> objects() {
        Map<String, SeenObject> all = new HashMap<>();
        sources.forEach(
                source -> source.objects().forEach((name, object) -> all.merge(name, object, ShadowLoop::both)));
        return all;
    }

    private static SeenObject both(SeenObject one, SeenObject other) {
        return new SeenObject(List.of(one.value(), other.value()), Copies.with(one.addresses(), other.addresses()));
    }

    @Override
    public synchronized boolean stop(Duration longest) {
        if (thread == null)
            return true;
        thread.interrupt();
        if (!TimeLimitedTask.join(thread, longest))
            return false;
        thread = null;
        return loop.stop(longest);
    }

    @Override
    public Instant lastTurn() {
        return checkingSince.orElseGet(clock::instant);
    }

    @Override
    public boolean isWorking() {
        return checkingSince.isPresent();
    }

    @Override
    public Optional<LoopStats> stats() {
        return loop.stats();
    }

    @Override
    public void listen(LoopListener listener) {
        loop.listen(listener);
    }

    @Override
    public Map<String, Instant> oldestAnswers() {
        Map<String, Instant> oldest = new HashMap<>(loop.oldestAnswers());
        store.oldestByType().forEach((type, at) -> oldest.merge(type, at, (a, b) -> a.isBefore(b) ? a : b));
        return oldest;
    }

    @Override
    public List<UnreadableResource> unreadable() {
        return Stream.concat(loop.unreadable().stream(), store.unreadable().stream()).toList();
    }

    @Override
    public List<PreviewSource> previews() {
        return sources;
    }

    @Override
    public void close() {
        stop(MAX_CHECK_TIME);
        loop.close();
    }
}
