package io.azureccm.node.reconcile;

import io.azureccm.common.record.RecordMeter;
import java.time.Duration;

/** What the record of turns costs beside the loop with 1,000 nodes of one scale set, in virtual time; a program, not a test. */
final class RecordBenchmark {
    private static final int NODES = 1_000;

    private RecordBenchmark() {}

    public static void main(String[] args) {
        try (VirtualNodes cluster = new VirtualNodes()) {
            cluster.pool(NODES);
            cluster.begin();
            RecordMeter<?, ?, ?> meter = RecordMeter.of(cluster.recordable());
            for (int i = 0; i < NODES; i++)
                cluster.join(name(i));
            cluster.loop.advance(Duration.ofMinutes(10));
            meter.tell("all at once", System.out);
            for (int hour = 0; hour < 3; hour++) {
                cluster.loop.advance(Duration.ofHours(1));
                meter.tell("an hour without changes", System.out);
            }
            for (int hour = 0; hour < 3; hour++) {
                for (int minute = 0; minute < 60; minute++) {
                    cluster.leave(name(minute));
                    cluster.join(name(minute));
                    cluster.loop.advance(Duration.ofMinutes(1));
                }
                meter.tell("an hour, a node a minute", System.out);
            }
            meter.tellHeap(System.out);
        }
    }

    private static String name(int index) {
        return String.format("pool%06d", index);
    }
}
