package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * ARM in memory, with a switch for each way a call can go wrong: scripted failures before or after the write took effect, gates
 * at which calls wait, answers that are not final. Keeps a log of calls and counts writes that overlap on one resource.
 */
public final class FakeArm implements ArmGateway {
    /** The field that only ARM fills in, and that an answer which is not final lacks. */
    public static final String FILLED = "ipAddress";

    private record Call(String verb, ArmId id) {}

    private final Map<ArmId, ObjectNode> resources = new ConcurrentSkipListMap<>();
    private final Map<Call, Deque<Runnable>> before = new ConcurrentHashMap<>();
    private final Map<Call, Deque<Runnable>> after = new ConcurrentHashMap<>();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final Map<ArmId, AtomicInteger> writing = new ConcurrentHashMap<>();
    private final AtomicInteger writingNow = new AtomicInteger();
    private final AtomicInteger mostWriting = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final AtomicLong etags = new AtomicLong();
    private final AtomicInteger refusedPuts = new AtomicInteger();
    private volatile Function<ObjectNode, Optional<ArmException>> refused = body -> Optional.empty();
    private volatile Consumer<ObjectNode> changed = body -> {};
    private volatile boolean isFinal = true;
    private volatile boolean showsNothing;

    public static ArmException failure(ArmException.Kind kind, String code) {
        return new ArmException(kind, status(kind), code, "no luck", "", null, null);
    }

    /** PUTs answer with bodies that lack what ARM fills in. */
    public FakeArm answersEarly() {
        isFinal = false;
        return this;
    }

    /** PUTs answer with nothing: their operations end well, and no answer shows the resource. */
    public void answersPutsWithNothing() {
        isFinal = false;
        showsNothing = true;
    }

    public void fails(String verb, ArmId id, RuntimeException failure) {
        then(before, verb, id, () -> {
            throw failure;
        });
    }

    /** From now on, all PUTs with a body for which {@code refusal} returns a failure end with it. */
    public void refuses(Function<ObjectNode, Optional<ArmException>> refusal) {
        refused = refusal;
    }

    /** From now on, a policy changes what is written. */
    public void changes(Consumer<ObjectNode> policy) {
        changed = policy;
    }

    /** The write takes effect, and the answer is lost. */
    public void failsAfterwards(String verb, ArmId id, RuntimeException failure) {
        then(after, verb, id, () -> {
            throw failure;
        });
    }

    /** The next such call waits before it takes effect. */
    public Gate gateBefore(String verb, ArmId id) {
        Gate gate = new Gate();
        then(before, verb, id, gate::await);
        return gate;
    }

    /** The next such call waits after it has read or written, before it answers. */
    public Gate gateAfter(String verb, ArmId id) {
        Gate gate = new Gate();
        then(after, verb, id, gate::await);
        return gate;
    }

    public void onNext(String verb, ArmId id, Runnable action) {
        then(before, verb, id, action);
    }

    /** Somebody else writes. */
    public ObjectNode store(ArmId id, ObjectNode body) {
        ObjectNode stored = body.deepCopy();
        stored.put("id", id.toString()).put("name", id.name()).put("etag", "W/\"" + etags.incrementAndGet() + "\"");
        stored.put(FILLED, "10.0.0." + id.name());
        resources.put(id, stored);
        return stored.deepCopy();
    }

    public void remove(ArmId id) {
        resources.remove(id);
    }

    public Optional<ObjectNode> stored(ArmId id) {
        return Optional.ofNullable(resources.get(id)).map(ObjectNode::deepCopy);
    }

    public List<String> log() {
        synchronized (log) {
            return List.copyOf(log);
        }
    }

    public long calls(String verb) {
        return log().stream().filter(line -> line.startsWith(verb + " ")).count();
    }

    /** How many PUTs were refused because of their content. */
    public int refusedPuts() {
        return refusedPuts.get();
    }

    int overlaps() {
        return overlaps.get();
    }

    int mostWriting() {
        return mostWriting.get();
    }

    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        enter("GET", id);
        Optional<ObjectNode> found = stored(id);
        run(after, "GET", id);
        return found;
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        enter("LIST", collection);
        List<ObjectNode> found = resources.entrySet()
                .stream()
                .filter(entry -> entry.getKey().key().startsWith(collection.key() + "/"))
                .map(entry -> entry.getValue().deepCopy())
                .toList();
        run(after, "LIST", collection);
        return ArmList.of(found);
    }

    @Override
    public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        return writing(id, () -> {
            enter("PUT", id);
            refused.apply(body).ifPresent(failure -> {
                refusedPuts.incrementAndGet();
                throw failure;
            });
            String etag = stored(id).map(node -> node.path("etag").asText()).orElse("");
            if (!ifMatch.isEmpty() && !ifMatch.equals(etag))
                throw failure(ArmException.Kind.CONFLICT, "PreconditionFailed");
            ObjectNode written = body.deepCopy();
            changed.accept(written);
            ObjectNode stored = store(id, written);
            run(after, "PUT", id);
            if (!isFinal) {
                stored.remove(FILLED);
            }
            return new PutResult(Optional.of(stored).filter(shown -> !showsNothing), isFinal);
        });
    }

    @Override
    public boolean delete(ArmId id, String ifMatch) {
        return writing(id, () -> {
            enter("DELETE", id);
            boolean wasThere = resources.remove(id) != null;
            run(after, "DELETE", id);
            return wasThere;
        });
    }

    @Override
    public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        return writing(id, () -> {
            enter("POST", id);
            run(after, "POST", id);
            return Optional.of(body);
        });
    }

    private <T> T writing(ArmId id, java.util.function.Supplier<T> write) {
        AtomicInteger here = writing.computeIfAbsent(id, key -> new AtomicInteger());
        if (here.incrementAndGet() > 1) {
            overlaps.incrementAndGet();
        }
        mostWriting.accumulateAndGet(writingNow.incrementAndGet(), Math::max);
        try {
            return write.get();
        } finally {
            writingNow.decrementAndGet();
            here.decrementAndGet();
        }
    }

    private void enter(String verb, ArmId id) {
        log.add(verb + " " + id.shortName());
        run(before, verb, id);
    }

    private static void then(Map<Call, Deque<Runnable>> scripts, String verb, ArmId id, Runnable action) {
        scripts.computeIfAbsent(new Call(verb, id), call -> new ConcurrentLinkedDeque<>()).add(action);
    }

    private static void run(Map<Call, Deque<Runnable>> scripts, String verb, ArmId id) {
        Deque<Runnable> script = scripts.get(new Call(verb, id));
        Runnable next = script == null ? null : script.poll();
        if (next != null) {
            next.run();
        }
    }

    private static int status(ArmException.Kind kind) {
        Map<ArmException.Kind, Integer> statuses = Map.of(ArmException.Kind.NOT_FOUND, 404,
                ArmException.Kind.CONFLICT, 412, ArmException.Kind.THROTTLED, 429, ArmException.Kind.BUSY, 409,
                ArmException.Kind.UNAUTHENTICATED, 401, ArmException.Kind.FORBIDDEN, 403, ArmException.Kind.REJECTED,
                400, ArmException.Kind.UNKNOWN, 500);
        return statuses.getOrDefault(kind, 0);
    }
}
