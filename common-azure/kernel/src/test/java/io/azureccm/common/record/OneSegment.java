package io.azureccm.common.record;

import java.io.OutputStream;

/** Records the turns of a loop without files. */
public final class OneSegment {
    private OneSegment() {}

    /** Writes one segment of the loop's turns from now on, on the loop's thread. */
    public static <E, S, P> SegmentWriter<E, S, P> of(Recordable<E, S, P> recordable, OutputStream to,
            RecordHeader header) {
        SegmentWriter<E, S, P> writer = new SegmentWriter<>(to, header, recordable.codecs().get());
        recordable.loop().record(writer);
        return writer;
    }
}
