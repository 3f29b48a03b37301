package io.azureccm.e2e.suite.harness.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.kube.event.EventSink;
import io.fabric8.kubernetes.api.model.Event;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where an instance in this process dies as if it were killed: just before one of its writes is sent, or when the write has
 * been carried out and nobody knows yet. From then on nothing it does reaches Azure or Kubernetes; requests that are on their
 * way arrive.
 */
public final class CrashPoint {
    /** Before or after a write. */
    public enum When {
        BEFORE, AFTER
    }

    /** What a dead instance meets wherever it tries to go on. */
    private static final class Dead extends RuntimeException {
        private static final long serialVersionUID = 1;

        Dead() {
            super("this instance is dead", null, false, false);
        }
    }

    private final String write;
    private final When when;
    private volatile boolean armed;
    private volatile boolean dead;

    private CrashPoint(String write, When when) {
        this.write = write;
        this.when = when;
    }

    /** Dies only by {@link #die}. */
    public static CrashPoint never() {
        return new CrashPoint("", When.BEFORE);
    }

    /** Once armed, dies at the first write of this name: verb and type of an ARM resource, or what {@link #write} is given. */
    public static CrashPoint at(String write, When when) {
        return new CrashPoint(write, when);
    }

    public CrashPoint arm() {
        armed = true;
        return this;
    }

    public void die() {
        dead = true;
    }

    public boolean isDead() {
        return dead;
    }

    /** To be put around every write of the instance. */
    public <T> T write(String name, Supplier<T> send) {
        requireAlive();
        boolean fatal = armed && name.equals(write);
        if (fatal && when == When.BEFORE)
            die();
        requireAlive();
        T result = send.get();
        if (fatal)
            die();
        requireAlive();
        return result;
    }

    /** The same for a write without an answer. */
    public void write(String name, Runnable send) {
        write(name, () -> {
            send.run();
            return true;
        });
    }

    private <T> T read(Supplier<T> ask) {
        requireAlive();
        T answer = ask.get();
        requireAlive();
        return answer;
    }

    private void requireAlive() {
        if (dead)
            throw new Dead();
    }

    /** The gateway to ARM of the instance. */
    public ArmGateway around(ArmGateway arm) {
        return new ArmGateway() {
            @Override
            public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
                return read(() -> arm.get(id, query));
            }

            @Override
            public ArmList list(ArmId collection, Map<String, String> query) {
                return read(() -> arm.list(collection, query));
            }

            @Override
            public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
                return write("PUT " + type(id), () -> arm.put(id, body, ifMatch));
            }

            @Override
            public boolean delete(ArmId id, String ifMatch) {
                return write("DELETE " + type(id), () -> arm.delete(id, ifMatch));
            }

            @Override
            public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
                return write("POST " + type(id), () -> arm.post(id, action, body));
            }
        };
    }

    private static String type(ArmId id) {
        return id.type().substring(id.type().indexOf('/') + 1);
    }

    /** What writes its events. */
    public EventSink around(EventSink events) {
        return new EventSink() {
            @Override
            public void create(Event event) {
                write("event", () -> events.create(event));
            }

            @Override
            public void patch(String namespace, String name, JsonNode patch) {
                write("event", () -> events.patch(namespace, name, patch));
            }
        };
    }

    @Override
    public String toString() {
        return when.name().toLowerCase(Locale.ROOT) + " " + write;
    }
}
