package io.azureccm.common.serve.port;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How many connections a port has at a time. Connections that wait keep nobody out: one of them is closed for a new one.
 *
 * @param total     in all
 * @param perSource from one address
 * @param grace     how long a connection cannot be closed for another one of an address that has as many, so that an address
 *     that opens connections without a pause only harms itself
 */
public record ConnectionLimits(int total, int perSource, Duration grace) {

    /** An open connection, as far as the limits ask. */
    public interface Open {
        /** Address of the client. */
        InetAddress source();

        /** How much would be lost with it: the lowest number is closed first. */
        int rank();

        /** When its current step began, in {@link System#nanoTime}. */
        long since();
    }

    /** Whether a new connection is accepted, and the one to close for it. */
    public record Decision<C>(boolean accepted, Optional<C> closed) {}

    /**
     * Decides about a new connection from this address. The one to close for it is of the same address if that has as many as
     * it may, otherwise of the address that has most.
     */
    public <C extends Open> Decision<C> decide(Collection<C> open, InetAddress source, long now) {
        Map<InetAddress, Long> counts = open.stream()
                .collect(Collectors.groupingBy(Open::source, Collectors.counting()));
        long own = counts.getOrDefault(source, 0L);
        if (own < perSource && open.size() < total)
            return new Decision<>(true, Optional.empty());
        if (own >= perSource)
            return closing(open, each -> each.source().equals(source) && isPastGrace(each, now));
        long most = counts.values().stream().max(Comparator.naturalOrder()).orElse(0L);
        return closing(open, each -> counts.get(each.source()) == most && (own < most || isPastGrace(each, now)));
    }

    private boolean isPastGrace(Open connection, long now) {
        return now - connection.since() >= grace.toNanos();
    }

    private static <C extends Open> Decision<C> closing(Collection<C> open, Predicate<C> among) {
        Optional<C> longest = open.stream()
                .filter(among)
                .min(Comparator.<C>comparingInt(Open::rank).thenComparing(Open::since, (a, b) -> Long.signum(a - b)));
        return new Decision<>(longest.isPresent(), longest);
    }
}
