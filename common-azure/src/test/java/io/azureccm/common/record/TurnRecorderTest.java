package io.azureccm.common.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.common.reconcile.Scope;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
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

    /** Joins the texts that were posted to what is known, and plans the length of it. */
    private static class Joining implements Scope<String, String, String> {
        @Override
        public String begin(Instant now) {
            return "";
        }

        @Override
        public String absorb(String known, List<String> events, Instant now) {
            return events.isEmpty() ? known : events.getLast();
        }

        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            return "length " + known.length();
        }

        @Override
        public void print(String plan) {}

        @Override
        public String dispatch(String known, String plan, Dispatcher<String> dispatcher, Instant now) {
            return known;
        }

        @Override
        public String project(String known, String plan, Dispatcher<String> dispatcher, Instant now) {
            return known;
        }

        @Override
        public Instant nextTurn(String known, String plan, Instant now) {
            return Instant.MAX;
        }
    }

    /** Plans otherwise. */
    private static final class Counting extends Joining {
        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            return "length " + known.replace("a", "").length();
        }
    }

    private static final class Texts implements TurnCodec<String, String, String> {
        @Override
        public JsonNode event(String event) {
            return JsonNodeFactory.instance.textNode(event);
        }

        @Override
        public String event(JsonNode json) {
            return json.asText();
        }

        @Override
        public JsonNode state(String known) {
            return event(known);
        }

        @Override
        public String state(JsonNode json) {
            return json.asText();
        }

        @Override
        public RecordedPlan plan(String plan) {
            return RecordedPlan.of(plan, event(plan));
        }
    }

    @Test
    void aFullRecordLosesItsOldestTurnsAndTheRestReplaysAsItWas() throws Exception {
        RecordFolder ring = new RecordFolder(folder, 64_000);

        run(ring, 400);

        assertThat(ring.size()).isBetween(32_000L, 64_000L + ring.segment());
        ReplayReport report = replay(ring, new Joining());
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

        ReplayReport report = replay(ring, new Joining());

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
        assertThat(report.turns()).isBetween(20L, 59L);
    }

    private void run(RecordFolder ring, int turns) throws Exception {
        Random random = new Random(1);
        Joining scope = new Joining();
        loop.begin(scope);
        try (TurnRecorder<?, ?, ?> _ = new Recordable<>("texts", scope, loop.turns(), Texts::new)
                .record(ring, HEADER, cost)) {
            for (int i = 0; i < turns; i++) {
                StringBuilder text = new StringBuilder();
                random.ints(1_000, 'a', 'z').forEach(each -> text.append((char) each));
                loop.inbox().post(text.toString());
                loop.turn();
                while (cost.turns() + cost.dropped() <= i)
                    Thread.sleep(Duration.ofMillis(1));
            }
        }
    }

    private ReplayReport replay(RecordFolder ring, Joining scope) throws IOException {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        ring.copyTo(record);
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(record.toByteArray()))) {
            return new Recordable<>("texts", scope, loop.turns(), Texts::new).replay(reader, HEADER);
        }
    }
}
