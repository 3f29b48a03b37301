package io.azureccm.common.record;

import io.azureccm.common.record.value.TypedValues;
import io.azureccm.common.record.value.SharedValueWriter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.reconcile.TurnListener;
import io.azureccm.common.reconcile.TurnListener.Turn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes one segment of a record: JSON lines, compressed. The first line says what the controller was; a checkpoint, the known state before
 * the turns that follow it, comes next and whenever the known state does not follow from the last turn. Not thread-safe.
 */
public final class SegmentWriter<E, S, P> implements TurnListener<E, S, P>, AutoCloseable {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final TypedValues LANES = new TypedValues(module -> module);

    /** The segment cannot be written; it ends with the last complete line. */
    public static final class UnwritableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnwritableException(IOException cause) {
            super(cause);
        }
    }

    /** Most of what a burst costs would else be compression. */
    private static final class FastOutput extends GZIPOutputStream {
        FastOutput(OutputStream to) throws IOException {
            super(to, 8192, true);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    private final TurnCodec<E, S, P> codec;
    private final SharedValueWriter shared = new SharedValueWriter();
    private final GZIPOutputStream out;
    private boolean follows;
    private Map<String, JsonNode> bodies = Map.of();
    private long characters;

    public SegmentWriter(OutputStream to, RecordHeader header, TurnCodec<E, S, P> codec) {
        this.codec = codec;
        try {
            this.out = new FastOutput(to);
        } catch (IOException unwritable) {
            throw new UnwritableException(unwritable);
        }
        try {
            byte[] line = (header.json() + "\n").getBytes(StandardCharsets.UTF_8);
            out.write(line);
            characters += line.length;
        } catch (IOException unwritable) {
            throw new UnwritableException(unwritable);
        }
    }

    @Override
    public void began() {
        follows = false;
    }

    @Override
    public void made(Turn<E, S, P> turn) {
        if (!follows)
            write(checkpoint(turn));
        follows = true;
        write(turn(turn));
    }

    private ObjectNode checkpoint(Turn<E, S, P> turn) {
        ObjectNode json = NODES.objectNode().put("checkpoint", turn.at().toString());
        json.set("lanes", LANES.write(io.azureccm.common.reconcile.Dispatcher.State.class, turn.before().lanes()));
        json.set("known", codec.state(turn.before().known()));
        return json;
    }

    private ObjectNode turn(Turn<E, S, P> turn) {
        ObjectNode json = NODES.objectNode().put("turn", turn.at().toString());
        turn.taken().ended().forEach(each -> {
            ObjectNode ended = json.withArrayProperty("ended").addObject().put("lane", each.lane());
            each.event().ifPresent(event -> ended.set("event", codec.event(event)));
        });
        turn.taken().posted().forEach(each -> json.withArrayProperty("posted").add(codec.event(each)));
        turn.taken().observed().forEach(each -> json.withArrayProperty("observed").add(codec.event(each)));
        turn.made().plan().map(codec::plan).ifPresent(plan -> json.set("plan", plan(plan)));
        turn.made().started().forEach(each -> json.withArrayProperty("started").add(each));
        if (!turn.made().failure().isEmpty())
            json.put("failure", turn.made().failure());
        return json;
    }

    /** With the bodies that are not the same as in the plan before. */
    private ObjectNode plan(RecordedPlan plan) {
        ObjectNode json = NODES.objectNode();
        json.set("text", plan.lines());
        json.put("hash", plan.digest());
        plan.bodies().forEach((write, body) -> {
            if (!body.equals(bodies.get(write)))
                json.withObjectProperty("bodies").set(write, body);
        });
        bodies = plan.bodies();
        return json;
    }

    private void write(JsonNode line) {
        try {
            characters += shared.write(line, out);
        } catch (IOException unwritable) {
            throw new UnwritableException(unwritable);
        }
    }

    /** How many values are remembered to be written only once. */
    int values() {
        return shared.size();
    }

    /** Makes complete lines readable for others. */
    public void flush() {
        try {
            out.flush();
        } catch (IOException unwritable) {
            throw new UnwritableException(unwritable);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException unwritable) {
            throw new UnwritableException(unwritable);
        }
    }
}
