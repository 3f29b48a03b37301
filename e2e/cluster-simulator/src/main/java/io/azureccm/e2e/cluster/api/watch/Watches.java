package io.azureccm.e2e.cluster.api.watch;

import io.azureccm.e2e.cluster.api.call.ApiFaults;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.http.HttpExchange;
import io.azureccm.e2e.cluster.http.WebSocketFrames;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The open watches: starts, counts and ends them. */
public final class Watches {
    private final ObjectStore store;
    private final Duration bookmarkInterval;
    private final boolean webSockets;
    private final ApiFaults faults;
    private final Set<WatchSession> open = ConcurrentHashMap.newKeySet();

    public Watches(ObjectStore store, Duration bookmarkInterval, boolean webSockets, ApiFaults faults) {
        this.faults = faults;
        this.store = store;
        this.bookmarkInterval = bookmarkInterval;
        this.webSockets = webSockets;
    }

    /** How a forced end appears to the client. */
    public enum End {
        /** An orderly end of the stream. */
        CLOSED,
        /** The connection breaks. */
        CUT,
        /** An ERROR event with 410 Expired, then the end. */
        EXPIRED
    }

    /** Ends the open watches that match; returns their number. */
    public int end(Predicate<ResourceCall> which, End how) {
        int ended = 0;
        for (WatchSession session : open) {
            if (which.test(session.call())) {
                session.end(how);
                ended++;
            }
        }
        store.wakeAll();
        return ended;
    }

    /** The number of watches that have sent their initial state. */
    public int count() {
        return (int) open.stream().filter(WatchSession::isFollowing).count();
    }

    public void serve(ResourceCall call, HttpExchange exchange) throws IOException, InterruptedException {
        WatchSession session = new WatchSession(call, store, bookmarkInterval, faults);
        if (WebSocketFrames.wanted(call.http()) && !webSockets) {
            // Clients interpret a plain 200 as "no WebSocket here" and retry with a chunked watch.
            exchange.send(200, "application/json", new byte[0]);
            return;
        }
        session.open(exchange, WebSocketFrames.wanted(call.http()));
        open.add(session);
        try {
            session.run(exchange);
        } finally {
            open.remove(session);
        }
    }
}
