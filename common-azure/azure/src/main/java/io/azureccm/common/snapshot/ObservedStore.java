package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.WriteSink;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest responses of ARM, per collection and per resource, for readers that specify the maximum age. Concurrent reads of
 * the same thing share one call. Own writes are visible at once and are not undone by lists that began before they ended. A
 * missing resource is cached like any other response; a failed read is not, and fails for all who waited for it. Responses
 * share their trees, which must not be modified: until something changes, all reads return the same trees.
 */
public final class ObservedStore implements WriteSink {
    /** How long after a write a response that shows the state before it is ignored, and how long unread responses are kept. */
    public record Settings(Duration settle, Duration retention) {
        public static final Settings DEFAULT = new Settings(Duration.ofSeconds(15), Duration.ofMinutes(30));
    }

    private static final Logger log = LoggerFactory.getLogger(ObservedStore.class);

    private final ArmGateway gateway;
    private final InstantSource clock;
    private final Settings settings;
    private final ObservedEntries entries;
    private final LongAdder calls = new LongAdder();

    public ObservedStore(ArmGateway gateway, InstantSource clock, Settings settings) {
        this.gateway = gateway;
        this.clock = clock;
        this.settings = settings;
        this.entries = new ObservedEntries(settings.settle(), settings.retention());
    }

    /** The maximum age of the content of an ARM response. */
    public Duration settle() {
        return settings.settle();
    }

    public Observation list(ArmId collection, Duration maxAge) {
        return read(Read.list(collection, maxAge));
    }

    /** All pages of a collection that is not cached. */
    public ArmList listOnce(ArmId collection) {
        calls.increment();
        return gateway.list(collection);
    }

    public Observation get(ArmId id, Duration maxAge) {
        return read(Read.get(id, maxAge));
    }

    public Observation read(Read read) {
        return take(List.of(read)).of(read);
    }

    /** All of these as one value, without a call; empty if one of them is unknown or too old. */
    public Optional<Snapshot> known(Collection<Read> reads) {
        using(reads.stream().map(Read::key).toList());
        return locked(now -> entries.view(now).known(reads, Outdated.NOTHING, now));
    }

    /** Reads all of these as one value, with parallel calls where needed. The first failure is thrown, after all have ended. */
    public Snapshot take(Collection<Read> reads) {
        return take(reads, failed -> {});
    }

    /** The same; {@code failed} receives each thing that could not be read, before the first failure is thrown. */
    public Snapshot take(Collection<Read> reads, Consumer<ArmId> failed) {
        Read.strictest(reads).forEach(this::readOpenItems);
        Map<Read.Key, CompletableFuture<Observed>> answers = new LinkedHashMap<>();
        List<CallInFlight> begun = new ArrayList<>();
        locked(now -> {
            entries.forgetUnread(now);
            Read.strictest(reads).forEach(read -> answers.put(read.key(), answerTo(read, now, begun)));
            return null;
        });
        begun.forEach(this::start);
        Map<Read.Key, Observation> observations = new HashMap<>();
        List<RuntimeException> failures = new ArrayList<>();
        answers.forEach((key, response) -> {
            try {
                observations.put(key, await(response).shown());
            } catch (RuntimeException failure) {
                failures.add(failure);
                failed.accept(key.id());
            }
        });
        if (!failures.isEmpty())
            throw failures.getFirst();
        return new Snapshot(observations, begun.size());
    }

    @Override
    public void sending(ArmId target) {
        changed(now -> entries.sending(target));
    }

    @Override
    public void written(ArmId target, ObjectNode body) {
        ObjectNode copy = body.deepCopy();
        changed(now -> entries.wrote(target, copy, true, now));
    }

    @Override
    public void accepted(ArmId target, ObjectNode body) {
        ObjectNode copy = body.deepCopy();
        changed(now -> entries.wrote(target, copy, false, now));
    }

    @Override
    public void deleted(ArmId target) {
        changed(now -> entries.wrote(target, null, true, now));
    }

    @Override
    public void doubtful(ArmId target) {
        changed(now -> entries.doubt(target, now));
    }

    @Override
    public void superseded(ArmId target, String etag) {
        changed(now -> entries.superseded(target, etag, now));
    }

    @Override
    public Optional<String> underWay(ArmId target) {
        return locked(now -> entries.underWay(target));
    }

    /** The next read of the resource or collection, and of every collection that contains the resource, goes to ARM. */
    public void invalidate(ArmId id) {
        changed(now -> entries.invalidate(id));
    }

    /** The same for all of this. */
    public void invalidate(Outdated outdated) {
        changed(now -> entries.invalidate(outdated));
    }

    /** What is known now, as a value. */
    public ObservedView view() {
        return locked(entries::view);
    }

    /** Responses that a view shows are in use: they are kept as if they had been requested now. */
    public void using(Collection<Read.Key> keys) {
        changed(now -> entries.using(keys, now));
    }

    /** The latest moment in the order of calls and writes, as in {@link ObservedView#moment}. */
    public long moment() {
        return locked(now -> entries.moment());
    }

    /** All next reads go to ARM: for when ARM has refused something that should have worked according to the known state. */
    public void invalidateAll() {
        changed(now -> entries.invalidateAll());
    }

    /** The number of calls to ARM. */
    public long calls() {
        return calls.sum();
    }

    /** When the oldest cached response about resources of a type was requested, by type, ignoring case. */
    public Map<String, Instant> oldestByType() {
        return locked(now -> entries.oldestByType());
    }

    /** The resources that cannot be read according to the latest responses, in the order of their ids. */
    public List<UnreadableResource> unreadable() {
        return locked(now -> List.copyOf(entries.unreadable()));
    }

    /** A resource just created in a large collection is read separately; if that does not help, the collection is listed. */
    private void readOpenItems(Read list) {
        Map<ArmId, ObjectNode> open = locked(now -> entries.openItems(list, now));
        open.forEach((id, before) -> {
            CallInFlight flight = locked(now -> entries.begin(Read.get(id, Duration.ZERO).key(), now));
            start(flight);
            try {
                await(flight.response());
                changed(now -> entries.itemRead(list.key(), id, before));
            } catch (RuntimeException failed) {
                log.debug("{} could not be read separately: all are listed", id, failed);
            }
        });
    }

    private CompletableFuture<Observed> answerTo(Read read, Instant now, List<CallInFlight> begun) {
        return entries.known(read, now)
                .map(CompletableFuture::completedFuture)
                .or(() -> entries.underWay(read, now).map(CallInFlight::response))
                .orElseGet(() -> {
                    CallInFlight flight = entries.begin(read.key(), now);
                    begun.add(flight);
                    return flight.response();
                });
    }

    /** On its own thread, so that an interrupted caller does not cancel the call for the others. */
    private void start(CallInFlight flight) {
        CallReason reason = CallReason.current();
        Thread.ofVirtual()
                .name("read " + flight.key().id().shortName())
                .start(() -> reason.run(() -> fly(flight)));
    }

    private void fly(CallInFlight flight) {
        calls.increment();
        try {
            ArmList shown = switch (flight.key().kind()) {
                case LIST -> gateway.list(flight.key().id(), flight.key().query());
                case GET -> gateway.listOf(flight.key().id(), flight.key().query());
            };
            flight.response().complete(locked(now -> entries.end(flight, shown, now)));
        } catch (RuntimeException | Error failure) {
            changed(now -> entries.failed(flight, now));
            flight.response().completeExceptionally(failure);
        }
    }

    private void changed(Consumer<Instant> change) {
        locked(now -> {
            change.accept(now);
            return null;
        });
    }

    private synchronized <T> T locked(Function<Instant, T> work) {
        return work.apply(clock.instant());
    }

    private static Observed await(CompletableFuture<Observed> response) {
        try {
            return response.get();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new ArmException(ArmException.Kind.UNAVAILABLE, 0, "Interrupted",
                    "interrupted while waiting for a read", "", null, stop);
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error fault -> throw fault;
                default -> throw new IllegalStateException(failed.getCause());
            }
        }
    }
}
