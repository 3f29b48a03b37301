package io.azureccm.common.serve.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.serve.port.ConnectionLimits.Decision;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ConnectionLimitsTest {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(8, 3, Duration.ofNanos(10));
    private static final long NOW = 100;

    /** {@code number} tells connections with the same values apart. */
    record Connection(int number, InetAddress source, int rank, long since) implements ConnectionLimits.Open {}

    private static InetAddress address(int last) {
        return InetAddress.ofLiteral("10.0.0." + last);
    }

    @Provide
    Arbitrary<List<Connection>> open() {
        return Combinators.combine(Arbitraries.integers(), Arbitraries.integers()
                .between(1, 5)
                .map(
                        ConnectionLimitsTest::address),
                Arbitraries.integers().between(0, 2),
                Arbitraries.longs().between(80, NOW))
                .as(Connection::new)
                .list()
                .ofMaxSize(20)
                .uniqueElements(Connection::number)
                .map(ConnectionLimitsTest::possible);
    }

    /** Without those that the limits would not have let in. */
    private static List<Connection> possible(List<Connection> wanted) {
        List<Connection> open = new ArrayList<>();
        for (Connection each : wanted) {
            if (open.size() < LIMITS.total() && count(open, each.source()) < LIMITS.perSource())
                open.add(each);
        }
        return open;
    }

    private static long count(List<Connection> open, InetAddress source) {
        return open.stream().filter(each -> each.source().equals(source)).count();
    }

    @Property
    void limitsHoldAndAnAddressWithFewerConnectionsThanAnotherIsNeverRefused(@ForAll("open") List<Connection> open) {
        Map<InetAddress, Long> counts = open.stream()
                .collect(Collectors.groupingBy(Connection::source, Collectors.counting()));
        long most = counts.values().stream().max(Comparator.naturalOrder()).orElse(0L);
        for (int last = 1; last <= 6; last++) {
            InetAddress source = address(last);
            Decision<Connection> decision = LIMITS.decide(open, source, NOW);
            List<Connection> after = new ArrayList<>(open);
            decision.closed().ifPresent(after::remove);
            if (decision.accepted())
                after.add(new Connection(-1, source, 0, NOW));
            assertThat(after).hasSizeLessThanOrEqualTo(LIMITS.total());
            assertThat(count(after, source)).isLessThanOrEqualTo(LIMITS.perSource());
            if (counts.getOrDefault(source, 0L) < Math.min(most, LIMITS.perSource()))
                assertThat(decision.accepted()).isTrue();
            decision.closed().ifPresent(closed -> assertThat(counts.get(closed.source())).isEqualTo(most));
        }
    }

    private static Decision<Connection> decide(int last, Connection... open) {
        return new ConnectionLimits(4, 3, Duration.ofNanos(10)).decide(List.of(open), address(last), NOW);
    }

    private static <T> T closed(Decision<Connection> decision, Function<Connection, T> what) {
        return decision.closed().map(what).orElseThrow();
    }

    @Example
    void theOneThatWaitsLongestIsClosedBeforeOneThatServes() {
        Connection serving = new Connection(1, address(1), 2, 1);
        Connection waiting = new Connection(2, address(1), 0, 20);
        Connection waitingLonger = new Connection(3, address(1), 0, 10);
        assertThat(decide(1, serving, waiting).closed()).isEmpty();
        assertThat(closed(decide(1, serving, waiting, waitingLonger), Connection::number)).isEqualTo(3);
    }

    @Example
    void aFullPortClosesAConnectionOfTheAddressWithMost() {
        Connection single = new Connection(1, address(1), 0, 1);
        Connection[] many = {single, new Connection(2, address(2), 0, 99), new Connection(3, address(2), 1, 2),
                new Connection(4, address(2), 0, 98)};
        assertThat(closed(decide(3, many), Connection::number)).isEqualTo(4);
    }

    @Example
    void anAddressThatReconnectsAtOnceDoesNotCloseItsYoungestConnections() {
        Connection[] young = {new Connection(1, address(1), 0, 95), new Connection(2, address(1), 0, 96),
                new Connection(3, address(1), 0, 97)};
        assertThat(decide(1, young)).isEqualTo(new Decision<>(false, java.util.Optional.empty()));
        assertThat(decide(2, young).accepted()).isTrue();
    }
}
