package io.azureccm.e2e.suite.harness.record;

import io.azureccm.common.reconcile.TurnListener;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.record.SegmentWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The turns of one loop, in memory. */
final class RunRecord<E, S, P> implements TurnListener<E, S, P>, TestRecord {
    private final RecordHeader header;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final SegmentWriter<E, S, P> writer;

    private RunRecord(Recordable<E, S, P> loop, RecordHeader header) {
        this.header = header;
        this.writer = new SegmentWriter<>(bytes, header, loop.codecs().get());
    }

    /** Records from now on. */
    static <E, S, P> RunRecord<E, S, P> of(Recordable<E, S, P> loop, RecordHeader header) {
        RunRecord<E, S, P> record = new RunRecord<>(loop, header);
        loop.loop().record(record);
        return record;
    }

    @Override
    public synchronized void began() {
        writer.began();
    }

    @Override
    public synchronized void made(Turn<E, S, P> turn) {
        writer.made(turn);
    }

    @Override
    public String app() {
        return header.app();
    }

    @Override
    public String name() {
        return header.loop();
    }

    @Override
    public boolean isEmpty() {
        return false;
    }

    @Override
    public synchronized void copyTo(OutputStream file) throws IOException {
        writer.flush();
        bytes.writeTo(file);
    }

    @Override
    public void delete() {}
}
