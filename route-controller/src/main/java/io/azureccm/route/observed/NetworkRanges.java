package io.azureccm.route.observed;

import io.azureccm.common.net.Cidr;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a next hop can be: the address ranges of the virtual networks (by name) whose subnets use the route table, and
 * of the networks peered with them; no ranges if they are unknown. {@code doubted}: the addresses because of which they
 * were read the last time.
 */
public record NetworkRanges(Set<String> networks, List<Cidr> ranges, Set<String> doubted, Instant asOf) {
    /** No subnet uses the table. */
    public static final NetworkRanges NONE = new NetworkRanges(Set.of(), List.of(), Set.of(), Instant.MAX);
    /** How long an address outside of the ranges, or a failure to read them, stands before they are read again. */
    private static final Duration PERIOD = Duration.ofMinutes(10);
    /** How long they stand after they were read because of an address: a node may change its address all the time. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    public NetworkRanges {
        networks = Set.copyOf(networks);
        ranges = List.copyOf(ranges);
        doubted = Set.copyOf(doubted);
    }

    /** True if no range of the address's family is known, too. */
    public boolean mayContain(String address) {
        return ranges.stream().noneMatch(range -> range.ipv6() == address.contains(":"))
                || ranges.stream().anyMatch(range -> range.contains(address));
    }

    /** False if one of these addresses was not known when the ranges were read: they may have been extended for it. */
    public boolean isSureOf(Collection<String> outside) {
        return doubted.containsAll(outside);
    }

    /** Whether to read them again, given the addresses of nodes that are outside of them. */
    public boolean isDue(Collection<String> outside, Instant now) {
        boolean old = asOf.isBefore(now.minus(PERIOD)) && (ranges.isEmpty() || !outside.isEmpty());
        return old || !isSureOf(outside) && !now.isBefore(dueForFurther());
    }

    /** When they may be read again because of further addresses. */
    public Instant dueForFurther() {
        return doubted.isEmpty() ? Instant.MIN : asOf.plus(PAUSE);
    }

    /** For users: {@code vnet (10.240.0.0/16, fd00::/48)}. */
    public String describe() {
        return networks.stream().sorted().collect(Collectors.joining(", ")) + " ("
                + ranges.stream().sorted().map(Cidr::toString).collect(Collectors.joining(", ")) + ")";
    }
}
