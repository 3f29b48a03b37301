package io.azureccm.e2e.suite.faults.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.record.RecordReader;
import io.azureccm.e2e.playground.replay.SimulatorReplay;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.Lasting;
import io.azureccm.e2e.suite.faults.virtual.VirtualSequence;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests of a controller's record, sent to a simulator: what the simulator answered then, it answers again. */
class RecordAgainstSimulatorTest {
    @TempDir
    private Path folder;

    private String printed;

    @Test
    void aRecordOfTheSimulatorShowsNoDifference() throws IOException {
        assertThat(replay(record())).as(() -> printed).isEqualTo(SimulatorReplay.EQUAL);
        assertThat(printed).matches("[0-9]+ reads and [1-9][0-9]* writes: the simulator answers as Azure did\n");
    }

    @Test
    void aDefaultThatWasChangedIsTheOnlyDifference() throws IOException {
        byte[] changed = changed(record(), RecordAgainstSimulatorTest::withAnotherDefault);

        assertThat(replay(changed)).isEqualTo(SimulatorReplay.DIFFERENT);
        assertThat(printed.lines().filter(line -> line.startsWith("  "))).isNotEmpty()
                .containsOnly("  default properties.idleTimeoutInMinutes: Azure 29, simulator 4");
    }

    /** In answers to writes; a read is compared with a simulator that was given the same resource. */
    private static void withAnotherDefault(JsonNode line) {
        line.findValues("outcome")
                .stream()
                .map(outcome -> outcome.path("body"))
                .filter(body -> body.path("id").asText().contains("/publicIPAddresses/"))
                .forEach(body -> ((ObjectNode) body.path("properties")).put("idleTimeoutInMinutes", 29));
    }

    private static byte[] record() {
        return new VirtualSequence(World.SERVICES, 1, new Tally(), Lasting.NEVER).calmRecord();
    }

    private int replay(byte[] record) throws IOException {
        Path file = Files.write(folder.resolve("record.json.gz"), record);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int code = new SimulatorReplay(new PrintStream(out, true, StandardCharsets.UTF_8)).run(file);
        printed = out.toString(StandardCharsets.UTF_8);
        return code;
    }

    /** The record with these changes to its lines, which need no references then. */
    private static byte[] changed(byte[] record, Consumer<JsonNode> change) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(record));
                GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            for (Optional<JsonNode> line = reader.next(); line.isPresent(); line = reader.next()) {
                JsonNode copy = line.get().deepCopy();
                change.accept(copy);
                out.write((copy + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }
}
