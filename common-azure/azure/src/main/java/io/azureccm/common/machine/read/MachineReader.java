package io.azureccm.common.machine.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.UnreadableLog;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.machine.Identified;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.read.SeenLists.Known;
import io.azureccm.common.reconcile.BackOff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the machines of nodes. All answers come from shared lists of known age, reduced to facts: the number of reads depends on how many
 * scale sets and resource groups the nodes are in, not on the number of nodes. A list has at most one call in flight, shared by all who need
 * it; it is not read again within a moment, nor, after a failure, before a growing pause is over. A failure keeps the previous content.
 */
public final class MachineReader {
    /** Sufficient for all: groups, scale sets, instances, views, interfaces, public IPs, and once more for what was missing. */
    private static final int ROUNDS = 10;
    /** Calls have shorter limits of their own. */
    private static final Duration MAX_READ = Duration.ofHours(1);
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final BackOff PAUSES = BackOff.doubling(MOMENT, Duration.ofMinutes(1));
    private static final Duration KEPT = Duration.ofMinutes(30);
    private static final Logger log = LoggerFactory.getLogger(MachineReader.class);

    private static final class Slot {
        private Listing<?> listing;
        private CompletableFuture<Void> flight;
        private Instant began = Instant.MIN;
        private String problem = "";
        private Instant notBefore = Instant.MIN;
        private int failures;
        private boolean denied;
        private Instant lastAsked;

        private Known<?> known() {
            return new Known<>(listing, flight == null ? problem : SeenLists.UNDER_WAY, notBefore);
        }
    }

    private final ArmGateway gateway;
    private final MachineSearch search;
    private final String group;
    private final InstantSource clock;
    private final Map<Source<?>, Slot> slots = new HashMap<>();
    /** Null after a change, until somebody asks. */
    private SeenLists seen;

    public MachineReader(CloudConfig cloud, ArmGateway gateway, InstantSource clock) {
        this.gateway = gateway;
        this.clock = clock;
        this.search = MachineSearch.of(cloud);
        this.group = cloud.resourceGroup();
    }

    /**
     * Answers by node name. Lists that take longer than {@code timeout} continue to be read; queries that need them are
     * answered with {@link MachineLookup.Unknown}, so that one slow list does not delay the others.
     */
    public Map<String, MachineLookup> see(Collection<MachineQuery> questions, Duration timeout) {
        Instant deadline = clock.instant().plus(timeout);
        Lookups<MachineLookup> answers = lookUp(questions);
        for (int round = 1; round < ROUNDS && !answers.awaited().isEmpty()
                && clock.instant().isBefore(deadline); round++) {
            await(begin(answers.reads()), deadline);
            answers = lookUp(questions);
        }
        return answers.lookups();
    }

    /** What the lists show now. */
    public synchronized SeenMachines seen() {
        if (seen == null) {
            Map<Source<?>, Known<?>> known = HashMap.newHashMap(slots.size());
            slots.forEach((source, slot) -> known.put(source, slot.known()));
            seen = new SeenLists(search, known);
        }
        return seen;
    }

    /** For one segment of a record of what {@link #seen} returns. */
    public MachineRecord record() {
        return new ListsRecord(search);
    }

    /** Answers from known data, without a call. */
    public Lookups<MachineLookup> lookUp(Collection<MachineQuery> questions) {
        return seen().lookUp(questions, clock.instant());
    }

    /** Makes a read that {@link #lookUp} named and returns when it has ended; the next lookup shows the result. */
    public void read(MachineRead read) {
        await(begin(List.of(read)), clock.instant().plus(MAX_READ));
    }

    /**
     * Reads one machine directly, bypassing all lists: empty if it does not exist. Throws {@link ArmException} if this could
     * not be determined.
     */
    public Optional<Machine> readDirectly(ArmId machine) {
        Source<Machine> view = Source.view(machine);
        return gateway.get(machine, view.query()).map(view::parse);
    }

    /** True if the resource, for example a scale set, exists. Throws {@link ArmException} if this could not be determined. */
    public boolean exists(ArmId id) {
        return gateway.get(id).isPresent();
    }

    /** When the oldest cached list or response was requested, by ARM type. */
    public synchronized Map<String, Instant> oldestByType() {
        Map<String, Instant> oldest = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        slots.forEach((source, slot) -> {
            if (slot.listing != null)
                oldest.merge(source.id().type(), slot.listing.asOf(), BinaryOperator.minBy(Comparator.naturalOrder()));
        });
        return oldest;
    }

    /** What is in the cached lists and cannot be read. */
    public synchronized List<UnreadableResource> unreadable() {
        return slots.values()
                .stream()
                .filter(slot -> slot.listing != null)
                .flatMap(slot -> slot.listing.unreadable().stream())
                .distinct()
                .sorted(Comparator.comparing(UnreadableResource::id))
                .toList();
    }

    /** Makes these reads if the content is older than wanted; returns those to wait for: without any, all in flight. */
    private synchronized List<CompletableFuture<Void>> begin(Collection<MachineRead> reads) {
        List<CompletableFuture<Void>> flights = new ArrayList<>();
        Instant now = clock.instant();
        seen = null;
        slots.values().removeIf(slot -> slot.flight == null && slot.lastAsked.isBefore(now.minus(KEPT)));
        for (MachineRead read : reads) {
            if (!(read instanceof SourceRead(Source<?> source, Instant since)))
                throw new IllegalArgumentException(read + " was not named here");
            begin(source, since, now, flights);
        }
        if (reads.isEmpty())
            slots.values().stream().flatMap(slot -> Stream.ofNullable(slot.flight)).forEach(flights::add);
        return flights;
    }

    private void begin(Source<?> source, Instant since, Instant now, List<CompletableFuture<Void>> flights) {
        Slot slot = slots.computeIfAbsent(source, s -> new Slot());
        slot.lastAsked = now;
        if (slot.listing != null && !slot.listing.asOf().isBefore(since))
            return;
        if (slot.flight == null && !now.isBefore(slot.notBefore)) {
            slot.flight = new CompletableFuture<>();
            slot.began = now;
            slot.notBefore = now.plus(MOMENT);
            CompletableFuture<Void> flight = slot.flight;
            CallReason reason = CallReason.current();
            Thread.ofVirtual()
                    .name("read " + source.id().shortName())
                    .start(() -> reason.run(() -> fly(source, slot, flight)));
        }
        if (slot.flight != null)
            flights.add(slot.flight);
    }

    private <T extends Identified> void fly(Source<T> source, Slot slot, CompletableFuture<Void> flight) {
        try {
            Listing<T> listing = permitted(source, slot);
            end(slot, () -> {
                UnreadableLog.note(slot.listing == null ? List.of() : slot.listing.unreadable(), listing.unreadable());
                slot.listing = listing;
                slot.problem = "";
                slot.failures = 0;
            });
        } catch (RuntimeException | Error failure) {
            end(slot, () -> failed(slot, source, failure));
        } finally {
            flight.complete(null);
        }
    }

    /** Public IPs in a group of others, which may not be read, hold up no machine: they are as they were when they were read last. */
    @SuppressWarnings("unchecked")
    private <T extends Identified> Listing<T> permitted(Source<T> source, Slot slot) {
        try {
            Listing<T> listing = Listing.of(source, read(source), slot.began);
            slot.denied = false;
            return listing;
        } catch (ArmException failure) {
            if (failure.kind() != ArmException.Kind.FORBIDDEN || source.kind() != Source.Kind.PUBLIC_IPS
                    || source.id().resourceGroup().equalsIgnoreCase(group))
                throw failure;
            if (!slot.denied)
                log.warn("public addresses of nodes in resource group {} are not known or not followed: {}",
                        source.id().resourceGroup(), failure.getMessage());
            slot.denied = true;
            // What is known of a source is a listing of that source.
            return slot.listing == null
                    ? Listing.of(source, ArmList.of(List.of()), slot.began)
                    : ((Listing<T>) slot.listing).at(slot.began, List.of());
        }
    }

    private ArmList read(Source<?> source) {
        return source.isSingle()
                ? gateway.listOf(source.id(), source.query())
                : gateway.list(source.id(), source.query());
    }

    private void failed(Slot slot, Source<?> source, Throwable failure) {
        slot.failures++;
        slot.problem = source.id().shortName() + " cannot be read: " + failure.getMessage();
        Instant now = clock.instant();
        Instant own = now.plus(PAUSES.delay(slot.failures));
        Instant asked = failure instanceof ArmException arm ? arm.retryAfter().orElse(own) : own;
        slot.notBefore = SeenLists.later(asked, own);
    }

    private synchronized void end(Slot slot, Runnable change) {
        slot.flight = null;
        seen = null;
        change.run();
    }

    private void await(List<CompletableFuture<Void>> flights, Instant deadline) {
        for (CompletableFuture<Void> flight : flights) {
            try {
                long left = Math.max(0, Duration.between(clock.instant(), deadline).toMillis());
                flight.get(left, TimeUnit.MILLISECONDS);
            } catch (TimeoutException late) {
                return;
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible.getCause());
            }
        }
    }
}
