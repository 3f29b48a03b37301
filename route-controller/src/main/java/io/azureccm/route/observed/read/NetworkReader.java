package io.azureccm.route.observed.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.route.observed.NetworkRanges;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the virtual networks whose subnets use the route table. Only their ranges are kept: the responses are large. */
final class NetworkReader {
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);
    private static final Logger log = LoggerFactory.getLogger(NetworkReader.class);
    /** Azure has changed the name of the field; both may be present. */
    private static final List<String> PEER_SPACES = List.of("remoteAddressSpace", "remoteVirtualNetworkAddressSpace");

    /** What was read last, and of which networks. */
    private record Last(Set<ArmId> networks, NetworkRanges ranges) {}

    /** Runs a reading on another thread; false if it has not ended after this time, and goes on. */
    @FunctionalInterface
    interface Runner {
        boolean run(Runnable reading, Duration longest) throws InterruptedException;
    }

    private final ObservedStore store;
    private final Runner runner;
    private final AtomicReference<Last> last = new AtomicReference<>(new Last(Set.of(), NetworkRanges.NONE));

    NetworkReader(ObservedStore store) {
        this(store, (reading, longest) -> Thread.ofVirtual().name("read virtual network").start(reading).join(longest));
    }

    NetworkReader(ObservedStore store, Runner runner) {
        this.store = store;
        this.runner = runner;
    }

    /** Empty if the networks of the table have not been read yet. */
    Optional<NetworkRanges> known(Optional<ObjectNode> table) {
        Set<ArmId> networks = networks(table);
        if (networks.isEmpty())
            return Optional.of(NetworkRanges.NONE);
        return Optional.of(last.get()).filter(read -> read.networks().equals(networks)).map(Last::ranges);
    }

    /**
     * Returns after a few seconds at the latest: writes wait for it. Until a later response the ranges are unknown; one that comes after
     * the next reading has begun is dropped.
     */
    void read(Optional<ObjectNode> table, Set<String> outside, Instant now) throws InterruptedException {
        Set<ArmId> networks = networks(table);
        CallReason reason = CallReason.current();
        Last before = begin();
        Last unknown = new Last(networks, new NetworkRanges(Set.of(), List.of(), outside, now));
        if (!runner.run(() -> reason.run(() -> end(before, unknown, read(networks, outside, now))), MAX_WAIT))
            last.compareAndSet(before, unknown);
    }

    /** What was known before, as an object of its own, so that no earlier reading takes it for its own. */
    private Last begin() {
        return last.updateAndGet(known -> new Last(known.networks(), known.ranges()));
    }

    private void end(Last before, Last unknown, Last read) {
        if (!last.compareAndSet(before, read))
            last.compareAndSet(unknown, read);
    }

    private Last read(Set<ArmId> networks, Set<String> outside, Instant now) {
        Set<String> names = networks.stream().map(ArmId::name).collect(Collectors.toCollection(TreeSet::new));
        List<Cidr> ranges = new ArrayList<>();
        try {
            Snapshot shown = store.take(networks.stream().map(id -> Read.get(id, Duration.ZERO)).toList());
            networks.forEach(id -> shown.get(id).ifPresent(network -> add(network.path("properties"), ranges)));
        } catch (RuntimeException unreadable) {
            log.warn(
                    "virtual network {} of the route table cannot be read, so next hops outside of it are not noticed: {}",
                    String.join(", ", names), unreadable.getMessage());
        }
        return new Last(networks, new NetworkRanges(names, Cidr.aggregate(ranges), outside, now));
    }

    private static Set<ArmId> networks(Optional<ObjectNode> table) {
        return table.map(json -> json.path("properties").path("subnets").valueStream())
                .stream()
                .flatMap(subnets -> subnets)
                .flatMap(subnet -> ArmId.tryParse(subnet.path("id").asText()).flatMap(ArmId::parent).stream())
                .collect(Collectors.toSet());
    }

    private static void add(JsonNode network, List<Cidr> ranges) {
        addPrefixes(network.path("addressSpace"), ranges);
        for (JsonNode peering : network.path("virtualNetworkPeerings"))
            PEER_SPACES.forEach(space -> addPrefixes(peering.path("properties").path(space), ranges));
    }

    private static void addPrefixes(JsonNode space, List<Cidr> ranges) {
        space.path("addressPrefixes").forEach(prefix -> Cidr.parse(prefix.asText()).ifPresent(ranges::add));
    }
}
