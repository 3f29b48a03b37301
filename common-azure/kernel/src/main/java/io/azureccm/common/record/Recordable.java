package io.azureccm.common.record;

import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Scope;
import java.util.function.Supplier;

/**
 * A loop whose turns can be recorded and replayed: its name, one word; its scope, the loop, and how its values are written, anew for each
 * segment.
 */
public record Recordable<E, S, P>(String name, Scope<E, S, P, ?> scope, EventLoop<E, S, P> loop,
        Supplier<TurnCodec<E, S, P>> codecs) {
    /** Records the loop's turns from now on. */
    public TurnRecorder<E, S, P> record(RecordFolder folder, RecordHeader header, RecordCost cost) {
        TurnRecorder<E, S, P> recorder = new TurnRecorder<>(folder, header, codecs, cost);
        loop.record(recorder);
        return recorder;
    }

    /** Makes the recorded turns of segments with this header again; nothing is read from or written to Azure or the cluster. */
    public ReplayReport replay(RecordReader record, RecordHeader header) {
        return new Replay<>(scope, codecs, header).run(record);
    }
}
