package io.azureccm.common.record;

import io.azureccm.common.record.value.TypedValues;
import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.ReplayedLoop;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.common.reconcile.TurnListener.Before;
import io.azureccm.common.reconcile.TurnListener.Made;
import io.azureccm.common.reconcile.TurnListener.Taken;
import io.azureccm.common.reconcile.TurnListener.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes the turns of a record again and compares what they decide. A segment starts from its checkpoint; one that cannot be read starts
 * like an instance that begins to lead. Not thread-safe.
 */
public final class Replay<E, S, P> {
    private static final TypedValues LANES = new TypedValues(module -> module);
    /** A record of a release that plans otherwise differs in most turns. */
    private static final int KEPT = 1_000;

    private final ReplayedLoop<E, S, P> loop;
    private final Supplier<TurnCodec<E, S, P>> codecs;
    private final List<ReplayReport.Difference> differences = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    /** The last ones of the segment, by verb and target. */
    private final Map<String, JsonNode> bodies = new HashMap<>();
    private TurnCodec<E, S, P> codec;
    private final RecordHeader header;
    private boolean isOther;
    private boolean skips;
    private long turns;
    private long different;
    private Instant first = Instant.MAX;
    private Instant last = Instant.MIN;

    /** {@code codecs}: a new one for each segment; {@code header}: the segments to replay. */
    public Replay(Scope<E, S, P, ?> scope, Supplier<TurnCodec<E, S, P>> codecs, RecordHeader header) {
        this.header = header;
        this.loop = new ReplayedLoop<>(scope);
        this.codecs = codecs;
        this.codec = codecs.get();
    }

    /** Replays all lines that the reader still has. */
    public ReplayReport run(RecordReader record) {
        for (Optional<JsonNode> line = record.next(); line.isPresent(); line = record.next())
            replay(line.get());
        if (!record.broken().isEmpty())
            notes.add("the record could not be read to its end; it was replayed up to " + last + ": "
                    + record.broken());
        return new ReplayReport(turns, different, differences, notes, first, last);
    }

    private void replay(JsonNode line) {
        if (line.has("format")) {
            codec = codecs.get();
            bodies.clear();
            isOther = !RecordHeader.of(line).equals(header);
            skips = true;
        } else if (isOther) {
            return;
        } else if (line.has("checkpoint")) {
            resume(line, Instant.parse(line.path("checkpoint").asText()));
        } else if (line.has("turn") && !skips) {
            turn(line, Instant.parse(line.path("turn").asText()));
        }
    }

    private void resume(JsonNode line, Instant at) {
        skips = false;
        Dispatcher.State lanes = LANES.read(Dispatcher.State.class, line.path("lanes"));
        try {
            loop.resume(new Before<>(codec.state(line.path("known")), lanes), at);
        } catch (RuntimeException unreadable) {
            notes.add("this release cannot read the state at " + at
                    + " and replays from there like an instance that begins to lead: " + unreadable.getMessage());
            loop.begin(lanes, at);
        }
    }

    private void turn(JsonNode line, Instant at) {
        Turn<E, S, P> recorded;
        try {
            recorded = new Turn<>(at, null, taken(line), new Made<>(Optional.empty(),
                    line.path("started").valueStream().map(JsonNode::asText).toList(), line.path("failure").asText()));
        } catch (RuntimeException unreadable) {
            notes.add("this release cannot read what happened at " + at
                    + "; turns are left out up to the next state: " + unreadable.getMessage());
            skips = true;
            return;
        }
        turns++;
        first = first.isBefore(at) ? first : at;
        last = at;
        compare(line, recorded, loop.turn(recorded));
    }

    private Taken<E> taken(JsonNode line) {
        return new Taken<>(line.path("ended")
                .valueStream()
                .map(each -> new Dispatcher.Ended<>(each.path("lane").asText(),
                        Optional.ofNullable(each.get("event")).map(codec::event)))
                .toList(), events(line.path("posted")), events(line.path("observed")));
    }

    private List<E> events(JsonNode array) {
        return array.valueStream().map(codec::event).toList();
    }

    private void compare(JsonNode line, Turn<E, S, P> recorded, Made<P> made) {
        JsonNode plan = line.path("plan");
        plan.path("bodies").properties().forEach(each -> bodies.put(each.getKey(), each.getValue()));
        RecordedPlan was = new RecordedPlan(plan.path("text"), plan.path("hash").asText(),
                Map.copyOf(bodies));
        RecordedPlan now = made.plan().map(codec::plan).orElse(RecordedPlan.NONE);
        boolean same = was.isSameAs(now) && recorded.made().failure().equals(made.failure())
                && recorded.made().started().equals(made.started());
        if (same)
            return;
        different++;
        if (differences.size() < KEPT)
            differences.add(new ReplayReport.Difference(turns, recorded.at(),
                    new ReplayReport.Decision(was, recorded.made().started(), recorded.made().failure()),
                    new ReplayReport.Decision(now, made.started(), made.failure())));
    }
}
