package io.azureccm.common.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.common.reconcile.turn.Lanes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns of a loop are recorded in a folder, which never grows above its size and whose failures stop nothing. */
class TurnRecorderTest {
    private static final RecordHeader HEADER = new RecordHeader("app", "texts", "1", List.of(),
            JsonNodeFactory.instance.objectNode(), JsonNodeFactory.instance.objectNode());

    @TempDir
    private Path folder;
    private final LoopDriver<String, String, String> loop = new LoopDriver<>();
    private final RecordCost cost = new RecordCost();

    /** Plans otherwise. */
    private static final class Counting extends LastText {
        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            return "length " + known.replace("a", "").length();
        }
    }

    @Test
    void aFullRecordLosesItsOldestTurnsAndTheRestReplaysAsItWas() throws Exception {
        RecordFolder ring = new RecordFolder(folder, 64_000);

        run(ring, 400);

        assertThat(ring.size()).isBetween(32_000L, 64_000L + ring.segment());
        ReplayReport report = replay(ring, new LastText());
        assertThat(report.differences()).isEmpty();
        assertThat(report.notes()).isEmpty();
        assertThat(report.turns()).isBetween(50L, 350L);
        assertThat(replay(ring, new Counting()).isSame()).isFalse();
    }

    @Test
    void aFolderThatCannotBeWrittenStopsNothingAndIsCounted() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        run(new RecordFolder(file, 64_000), 20);

        assertThat(loop.last()).isEqualTo("length 1000");
        assertThat(cost.turns()).isZero();
        assertThat(cost.dropped()).isEqualTo(20);
    }

    @Test
    void aSegmentThatWasCutEndsWithItsLastCompleteLineAndTheNextOneIsRead() throws Exception {
        RecordFolder ring = new RecordFolder(folder, 64_000);
        run(ring, 60);
        try (Stream<Path> files = Files.list(folder)) {
            Path first = files.sorted().toList().getFirst();
            byte[] bytes = Files.readAllBytes(first);
            Files.write(first, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        }

        ReplayReport report = replay(ring, new LastText());

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
        assertThat(report.turns()).isBetween(20L, 59L);
    }

    @Test
    void segmentThatIsDeletedWhileTheRecordIsCopiedIsLeftOut() throws Exception {
        Files.write(folder.resolve("0000000001-texts.json.gz"), zipped(text(new Random(1), 100_000) + "\n"));
        Path oldest = Files.write(folder.resolve("0000000002-texts.json.gz"), zipped("two\n"));
        Files.write(folder.resolve("0000000003-texts.json.gz"), zipped("three\n"));
        ByteArrayOutputStream record = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] bytes, int from, int length) {
                super.write(bytes, from, length);
                if (size() > 1_000)
                    oldest.toFile().delete();
            }
        };

        new RecordFolder(folder, 64_000).copyTo(record);

        try (LineReader lines = new LineReader(new ByteArrayInputStream(record.toByteArray()))) {
            assertThat(lines.next()).hasSize(100_000);
            assertThat(lines.next()).isEqualTo("three");
        }
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void aStateThatIsLargerThanASegmentIsWrittenOnceForManyTurns() throws Exception {
        RecordFolder ring = new RecordFolder(folder, 64_000);
        LastText large = new LastText() {
            @Override
            public String begin(Instant now) {
                return text(new Random(2), 40_000);
            }

            @Override
            public String update(String known, List<String> events, Instant now) {
                return known.substring(0, 40_000) + super.update("", events, now);
            }
        };

        run(ring, 6, large);

        assertThat(folder.toFile().list()).hasSize(1);
        ReplayReport report = replay(ring, large);
        assertThat(report.differences()).isEmpty();
        assertThat(report.turns()).isEqualTo(6);
    }

    private void run(RecordFolder ring, int turns) throws Exception {
        run(ring, turns, new LastText());
    }

    private void run(RecordFolder ring, int turns, LastText scope) throws Exception {
        Random random = new Random(1);
        loop.begin(scope);
        try (TurnRecorder<?, ?, ?> _ = new Recordable<>("texts", scope, loop.turns(), LastText.Codec::new)
                .record(ring, HEADER, cost)) {
            for (int i = 0; i < turns; i++) {
                loop.inbox().post(text(random, 1_000));
                loop.turn();
                while (cost.turns() + cost.dropped() <= i)
                    Thread.sleep(Duration.ofMillis(1));
            }
        }
        awaitEnd();
    }

    /** Until all is written: closing waits for that only a second. */
    private static void awaitEnd() throws InterruptedException {
        for (Thread each : Thread.getAllStackTraces().keySet())
            if (each.getName().equals("record-" + HEADER.loop()))
                each.join();
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        random.ints(length, 'a', 'z').forEach(each -> text.append((char) each));
        return text.toString();
    }

    private ReplayReport replay(RecordFolder ring, LastText scope) throws IOException {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        ring.copyTo(record);
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(record.toByteArray()))) {
            return new Recordable<>("texts", scope, loop.turns(), LastText.Codec::new).replay(reader, HEADER);
        }
    }
}
