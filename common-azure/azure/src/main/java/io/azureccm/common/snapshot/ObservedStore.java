package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ProvisioningState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest responses of ARM, per collection and per resource, for readers that specify the maximum age. Concurrent reads of
 * the same thing share one call. Own writes are visible at once and are not undone by lists that began before they ended. A
 * missing resource is cached like any other response; a failed read is not, and fails for all who waited for it. Responses
 * share their trees, which must not be modified: until something changes, all reads return the same trees.
 */
public final class ObservedStore extends ObservedEntries {
    /** How long after a write a response that shows the state before it is ignored, and how long unread responses are kept. */
    public record Settings(Duration settle, Duration retention) {
        public static final Settings DEFAULT = new Settings(Duration.ofSeconds(15), Duration.ofMinutes(30));
    }

    /** A list of at least this number of items is worth a call for one of them. */
    private static final int ITEMS_FOR_A_CALL = 100;
    private static final Logger log = LoggerFactory.getLogger(ObservedStore.class);

    private final ArmGateway gateway;
    private final InstantSource clock;
    private final Settings settings;
    private final LongAdder calls = new LongAdder();

    public ObservedStore(ArmGateway gateway, InstantSource clock, Settings settings) {
        super(clock, settings);
        this.gateway = gateway;
        this.clock = clock;
        this.settings = settings;
    }

    /** The maximum age of the content of an ARM response. */
    public Duration settle() {
        return settings.settle();
    }

    /** All pages of a collection that is not cached. */
    public ArmList listOnce(ArmId collection) {
        calls.increment();
        return gateway.list(collection);
    }

    public Observed read(Read read) {
        return take(List.of(read)).of(read);
    }

    /** All of these as one value, without a call; empty if one of them is unknown or too old. */
    public Optional<Snapshot> known(Collection<Read> reads) {
        using(reads.stream().map(Read::key).toList());
        return view().known(reads, Outdated.NOTHING, clock.instant());
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
        synchronized (this) {
            forgetUnread();
            Read.strictest(reads).forEach(read -> answers.put(read.key(), answerTo(read, begun)));
        }
        begun.forEach(this::start);
        Map<Read.Key, Observed> observations = new HashMap<>();
        List<RuntimeException> failures = new ArrayList<>();
        answers.forEach((key, response) -> {
            try {
                observations.put(key, await(response));
            } catch (RuntimeException failure) {
                failures.add(failure);
                failed.accept(key.id());
            }
        });
        if (!failures.isEmpty())
            throw failures.getFirst();
        return new Snapshot(observations, begun.size());
    }

    /** The number of calls to ARM. */
    public long calls() {
        return calls.sum();
    }

    /** A resource just created in a large collection is read separately; if that does not help, the collection is listed. */
    private void readOpenItems(Read list) {
        openItems(list).forEach((id, before) -> {
            CallInFlight flight = begin(Read.get(id, Duration.ZERO).key());
            start(flight);
            try {
                await(flight.response());
                itemRead(list.key(), id, before);
            } catch (RuntimeException failed) {
                log.debug("{} could not be read separately: all are listed", id, failed);
            }
        });
    }

    /**
     * The few items of a long list that are partial, as bodies of incomplete writes, and are the only reason why the list is
     * not sufficient for the read: reading each of them is cheaper than reading all pages of the list.
     */
    private synchronized Map<ArmId, ObjectNode> openItems(Read read) {
        ObservedEntry entry = seen(read.key()).orElse(null);
        if (entry == null || entry.flight != null || read.kind() != Read.Kind.LIST || !read.query().isEmpty()
                || read.isPartialEnough())
            return Map.of();
        Observed state = entry.state;
        boolean few = state.partial().size() * ITEMS_FOR_A_CALL < state.items().size();
        if (!few || state.start() <= entry.dirtySince || !read.accepts(state.asOf(), clock.instant()))
            return Map.of();
        Map<ArmId, ObjectNode> open = new TreeMap<>();
        state.partial().forEach(id -> open.put(id, state.items().get(id)));
        return open;
    }

    /**
     * Adds an item that was read separately, as far as that read is newer than the list and than all that is known of the item; {@code
     * before} is the item in the list.
     */
    private synchronized void itemRead(Read.Key key, ArmId id, ObjectNode before) {
        ObservedEntry list = seen(key).orElse(null);
        ObservedEntry read = seen(Read.get(id, Duration.ZERO).key()).orElse(null);
        if (list == null || read == null || list.state.items().get(id) != before || read.state.isPartial()
                || read.state.start() <= Math.max(read.dirtySince, list.state.start()))
            return;
        ObjectNode shown = read.state.items().get(id);
        if (shown != null && !ProvisioningState.isChanging(shown))
            list.state = list.state.with(id, shown, false);
    }

    private CompletableFuture<Observed> answerTo(Read read, List<CallInFlight> begun) {
        return known(read).map(CompletableFuture::completedFuture)
                .or(() -> underWay(read).map(CallInFlight::response))
                .orElseGet(() -> {
                    CallInFlight flight = begin(read.key());
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
            flight.response().complete(end(flight, shown));
        } catch (RuntimeException | Error failure) {
            failed(flight);
            flight.response().completeExceptionally(failure);
        }
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
