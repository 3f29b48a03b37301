package io.azureccm.node.reconcile;

import io.azureccm.common.record.RecordMeter;
import java.time.Duration;

/** What the record of turns costs beside the loop with 1,000 nodes of one scale set, in virtual time; a program, not a test. */
final class RecordBenchmark {
    private static final int NODES = 1_000;

    private RecordBenchmark() {}

    public static void main(String[] args) {
        RecordMeter.measure(RecordBenchmark::play, System.out);
    }

    private static void play(RecordMeter meter) {
        try (VirtualNodes cluster = new VirtualNodes()) {
            cluster.pool(NODES);
            cluster.begin();
            meter.begin(cluster.recordable());
            for (int i = 0; i < NODES; i++)
                cluster.join(name(i));
            cluster.loop.advance(Duration.ofMinutes(10));
            meter.end("all at once");
            cluster.loop.advance(Duration.ofHours(2));
            meter.end("two hours at rest");
            for (int minute = 0; minute < 60; minute++) {
                cluster.leave(name(minute));
                cluster.join(name(minute));
                cluster.loop.advance(Duration.ofMinutes(1));
            }
            meter.end("a node a minute");
        }
    }

    private static String name(int index) {
        return String.format("pool%06d", index);
    }
}
