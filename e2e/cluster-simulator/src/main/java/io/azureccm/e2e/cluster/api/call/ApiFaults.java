package io.azureccm.e2e.cluster.api.call;

import io.azureccm.e2e.cluster.http.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Injects faults into the API. Each fault applies to matching requests, a number of times or until it is cleared. The
 * first match decides; delays before it add up.
 */
public final class ApiFaults {
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private volatile boolean hanging;
    private final Object hang = new Object();
    private long cleared;
    private int waiting;

    /** The effect on a matching request. */
    public sealed interface Effect {
        /** Wait, then continue normally. */
        record Delay(Duration by) implements Effect {}

        /** Respond with this error instead of doing anything. */
        record Refuse(int code, String reason, String message, Duration retryAfter) implements Effect {}

        /** Update, patch or delete responds with 409, as if another client had been faster. */
        record Stale() implements Effect {}

        /** Break the connection without a response. */
        record Cut() implements Effect {}

        /** Do not respond until the faults are cleared; then break the connection. */
        record Hang() implements Effect {}

        /** Wait until the faults are cleared, then continue normally. */
        record Hold() implements Effect {}
    }

    /**
     * The requests: a verb (get, list, watch, create, update, patch, delete, deletecollection) and a resource such as
     * {@code services/status}; "*" matches any.
     */
    public record Target(String verb, String resource) {
        public static final Target ANY = new Target("*", "*");

        boolean matches(ResourceCall call) {
            boolean verbFits = verb.equals("*") || call != null && verb.equals(call.verb());
            return verbFits && (resource.equals("*") || call != null && resource.equals(call.resource()));
        }
    }

    private record Fault(Target target, Effect effect, AtomicInteger left) {
        boolean take(ResourceCall call) {
            return target.matches(call) && left.getAndUpdate(n -> n > 0 ? n - 1 : n) != 0;
        }
    }

    /** Adds a fault for the next {@code times} matching requests; -1 means no limit. */
    public void add(Target target, Effect effect, int times) {
        faults.add(new Fault(target, effect, new AtomicInteger(times)));
    }

    /** Delays every request. */
    public void latency(Duration delay) {
        add(Target.ANY, new Effect.Delay(delay), -1);
    }

    /**
     * Freezes the entire API, including health and open watches: connections are accepted, but nothing is answered
     * until {@link #clear}.
     */
    public void hang() {
        hanging = true;
    }

    /** The number of requests that hang or are held. */
    public int hangingRequests() {
        synchronized (hang) {
            return waiting;
        }
    }

    /** Removes all faults; hanging requests are cut off. */
    public void clear() {
        faults.clear();
        synchronized (hang) {
            hanging = false;
            cleared++;
            hang.notifyAll();
        }
    }

    public void beforeHealth(HttpExchange exchange) throws IOException, InterruptedException {
        if (hanging)
            hangUntilCleared(exchange);
    }

    /** May answer the request, or break its connection. */
    public void before(ResourceCall call, HttpExchange exchange) throws IOException, InterruptedException {
        beforeHealth(exchange);
        for (Fault fault : faults) {
            if (exchange.answered() || !applicable(fault, call) || !fault.take(call))
                continue;
            switch (fault.effect()) {
                case Effect.Delay delay -> Thread.sleep(delay.by());
                case Effect.Hold held -> awaitCleared();
                case Effect.Refuse refuse -> {
                    if (!refuse.retryAfter().isZero())
                        exchange.header("Retry-After", Long.toString(Math.max(1, refuse.retryAfter().toSeconds())));
                    throw ApiError.of(refuse.code(), refuse.reason(), refuse.message());
                }
                case Effect.Stale stale -> throw ApiError.stale(call.type(), call.name());
                case Effect.Cut cut -> exchange.cut();
                case Effect.Hang stuck -> hangUntilCleared(exchange);
            }
        }
    }

    private static boolean applicable(Fault fault, ResourceCall call) {
        Predicate<ResourceCall> changes = made -> List.of("update", "patch", "delete").contains(made.verb());
        return !(fault.effect() instanceof Effect.Stale) || call != null && changes.test(call);
    }

    /** Blocks events of open watches while the entire API hangs. */
    public void awaitThaw() throws InterruptedException {
        synchronized (hang) {
            while (hanging)
                hang.wait();
        }
    }

    private void hangUntilCleared(HttpExchange exchange) throws IOException, InterruptedException {
        awaitCleared();
        exchange.cut();
    }

    private void awaitCleared() throws InterruptedException {
        synchronized (hang) {
            long seen = cleared;
            waiting++;
            try {
                while (seen == cleared)
                    hang.wait();
            } finally {
                waiting--;
            }
        }
    }
}
