package io.azureccm.e2e.cluster.api.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.ApiFaults;
import io.azureccm.e2e.cluster.api.call.EventForms;
import io.azureccm.e2e.cluster.api.call.Representation;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.api.call.Revisions;
import io.azureccm.e2e.cluster.api.call.Selection;
import io.azureccm.e2e.cluster.http.Codec;
import io.azureccm.e2e.cluster.http.HttpExchange;
import io.azureccm.e2e.cluster.http.WebSocketFrames;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.store.Change;
import io.azureccm.e2e.cluster.store.ObjectKey;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * One open watch: the initial state if requested, then every change of the selected objects, with bookmarks in between.
 */
final class WatchSession {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(45);
    private final ResourceCall call;
    private final ObjectStore store;
    private final Duration bookmarkInterval;
    private final ApiFaults faults;
    private final Selection selection;
    private final Representation representation;
    private final boolean bookmarks;
    private final boolean initialState;
    private final boolean endMark;
    private final Duration timeout;
    private long position;
    private volatile Watches.End forced;
    private volatile boolean gone;
    private volatile boolean following;
    private Sink sink;

    /** The destination of events: a chunked body or a WebSocket. */
    private record Sink(Codec.Bytes event, Closeable end) {}

    WatchSession(ResourceCall call, ObjectStore store, Duration bookmarkInterval, ApiFaults faults) {
        this.faults = faults;
        this.call = call;
        this.store = store;
        this.bookmarkInterval = bookmarkInterval;
        this.selection = Selection.of(call);
        this.representation = Representation.of(call);
        this.bookmarks = call.http().flag("allowWatchBookmarks");
        String revision = call.http().param("resourceVersion");
        this.position = Revisions.parse(revision, store.versions());
        String initial = call.http().param("sendInitialEvents");
        if (!initial.isEmpty() && !call.http().param("resourceVersionMatch").equals("NotOlderThan"))
            throw Revisions.invalidOption("resourceVersionMatch",
                    "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
        this.initialState = initial.isEmpty() ? position == 0 : initial.equals("true");
        this.endMark = initial.equals("true") && bookmarks;
        String seconds = call.http().param("timeoutSeconds");
        this.timeout = seconds.matches("\\d{1,6}") && !seconds.equals("0")
                ? Duration.ofSeconds(Long.parseLong(seconds))
                : DEFAULT_TIMEOUT;
    }

    ResourceCall call() {
        return call;
    }

    /** True once the initial state has been sent. */
    boolean isFollowing() {
        return following;
    }

    void end(Watches.End how) {
        forced = how;
    }

    /** Sends the head of the response. */
    void open(HttpExchange exchange, boolean webSocket) throws IOException {
        sink = webSocket ? webSocket(exchange) : chunked(exchange);
    }

    /** Sends events until the watch ends. */
    void run(HttpExchange exchange) throws IOException, InterruptedException {
        try {
            sendInitial();
            follow();
        } catch (ObjectStore.HistoryGone e) {
            error(e.getMessage());
        }
        if (forced == Watches.End.CUT) {
            exchange.cut();
        } else if (!gone) {
            if (forced == Watches.End.EXPIRED)
                error("The resourceVersion for the provided watch is too old.");
            sink.end().close();
        }
    }

    private void sendInitial() throws IOException, InterruptedException {
        if (!initialState) {
            if (position == 0)
                position = store.revision();
            return;
        }
        ObjectStore.Snapshot now = store.list(call.type().storage(), call.namespace(), 0);
        for (ObjectNode object : now.objects().values()) {
            if (selection.test(EventForms.shown(call.type(), object)))
                send("ADDED", representation.one(call, object));
        }
        position = now.revision();
        if (endMark) {
            ObjectNode mark = bookmark();
            Json.ensure(mark, "metadata", "annotations").put("k8s.io/initial-events-end", "true");
            send("BOOKMARK", mark);
        }
    }

    private void follow() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        long nextBookmark = System.nanoTime() + bookmarkInterval.toNanos();
        following = true;
        for (long seen = store.wakeUps(); !gone && forced == null; seen = store.wakeUps()) {
            long now = System.nanoTime();
            if (now >= deadline) {
                if (bookmarks)
                    send("BOOKMARK", bookmark());
                return;
            }
            long until = bookmarks ? Math.min(deadline, nextBookmark) : deadline;
            ObjectStore.Batch batch = store.awaitChanges(call.type().storage(), position,
                    Duration.ofNanos(Math.max(0, until - now)), seen);
            for (Change change : batch.changes())
                forward(change);
            position = batch.upTo();
            if (bookmarks && System.nanoTime() >= nextBookmark) {
                send("BOOKMARK", bookmark());
                nextBookmark = System.nanoTime() + bookmarkInterval.toNanos();
            }
        }
    }

    /** For this watch, an object that enters or leaves the selection is added or deleted. */
    private void forward(Change change) throws IOException, InterruptedException {
        ObjectKey key = change.key();
        if (!call.namespace().isEmpty() && !call.namespace().equals(key.namespace()))
            return;
        boolean before = change.before() != null && selection.test(EventForms.shown(call.type(), change.before()));
        boolean after = change.kind() != Change.Kind.DELETED
                && selection.test(EventForms.shown(call.type(), change.object()));
        if (after)
            send(before ? "MODIFIED" : "ADDED", representation.one(call, change.object()));
        else if (before)
            send("DELETED", representation.one(call, lastSeen(change)));
    }

    private ObjectNode lastSeen(Change change) {
        if (change.kind() == Change.Kind.DELETED)
            return change.object();
        ObjectNode last = change.before().deepCopy();
        Json.ensure(last, "metadata").put("resourceVersion", store.versions().text(change.revision()));
        return last;
    }

    private ObjectNode bookmark() {
        ObjectNode mark = Json.object().put("kind", call.type().kind()).put("apiVersion", call.type().apiVersion());
        Json.ensure(mark, "metadata")
                .put("resourceVersion", store.versions().text(position))
                .putNull("creationTimestamp");
        return mark;
    }

    private void error(String message) throws IOException, InterruptedException {
        send("ERROR", ApiError.expired(message).status());
    }

    private void send(String type, JsonNode object) throws IOException, InterruptedException {
        faults.awaitThaw();
        ObjectNode event = Json.object().put("type", type);
        event.set("object", object);
        sink.event().accept(Json.bytes(event));
    }

    private void hungUp() {
        gone = true;
        store.wakeAll();
    }

    private Sink chunked(HttpExchange exchange) throws IOException {
        HttpExchange.Stream stream = exchange.stream(200, "application/json", this::hungUp);
        return new Sink(line -> {
            byte[] ended = Arrays.copyOf(line, line.length + 1);
            ended[line.length] = '\n';
            stream.write(ended);
        }, stream::close);
    }

    /** The client of a watch sends nothing but a close frame; a broken connection means the same. */
    private void awaitClose(WebSocketFrames frames) {
        try {
            frames.receive(nothing -> {});
        } catch (IOException | InterruptedException broken) {
            hungUp();
            return;
        }
        hungUp();
    }

    private Sink webSocket(HttpExchange exchange) throws IOException {
        String protocol = WebSocketFrames.offered(call.http(), List.of("binary.k8s.io"));
        WebSocketFrames frames = WebSocketFrames.accept(call.http(), exchange, protocol);
        Thread.ofVirtual().name("websocket-reader").start(() -> awaitClose(frames));
        return new Sink(frames::text, frames::close);
    }
}
