package io.azureccm.e2e.playground.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record whose answers are those of the simulator shows no difference; each answer that is changed by hand is listed. */
class SimulatorReplayTest {
    private static final String TABLE = "/subscriptions/s/resourceGroups/k8s/providers/Microsoft.Network/routeTables/rt";
    private static final String ROUTE = """
            {"name": "a", "properties": {"addressPrefix": "10.244.0.0/24", "nextHopType": "VirtualAppliance", "nextHopIpAddress": "10.0.0.4"}}""";

    @TempDir
    private Path folder;

    private final ObjectNode before = json(
            """
                    {"id": "%s", "name": "rt", "type": "Microsoft.Network/routeTables", "location": "eastus", "etag": "W/\\"1\\"",
                     "properties": {"provisioningState": "Succeeded", "routes": [], "disableBgpRoutePropagation": false}}"""
                    .formatted(TABLE));
    private final ObjectNode request = before.deepCopy();
    private ObjectNode answer;
    private String printed;

    @BeforeEach
    void whatTheSimulatorAnswers() {
        request.withArray("/properties/routes").add(json(ROUTE));
        try (SimulatedAzure azure = new SimulatedAzure(List.of(before))) {
            assertThat(azure.send("PUT", TABLE, Optional.of(request), "").status()).isLessThan(300);
            answer = (ObjectNode) azure.resource(TABLE).orElseThrow();
        }
    }

    @Test
    void answersOfTheSimulatorItselfShowNoDifference() throws IOException {
        assertThat(replay(applied())).isEqualTo(SimulatorReplay.EQUAL);
        assertThat(printed).isEqualTo("1 reads and 1 writes: the simulator answers as Azure did\n");
    }

    @Test
    void otherDefaultsAndFieldsAreListed() throws IOException {
        ObjectNode route = (ObjectNode) answer.at("/properties/routes/0/properties");
        route.put("hasBgpOverride", !route.path("hasBgpOverride").asBoolean());
        ((ObjectNode) answer.path("properties")).put("flavour", "new");

        assertThat(replay(applied())).isEqualTo(SimulatorReplay.DIFFERENT);
        assertThat(printed.lines()).containsExactly("1 reads and 1 writes: 2 differences", "PUT routeTables/rt",
                "  default properties.routes[a].properties.hasBgpOverride: Azure true, simulator false",
                "  field properties.flavour: Azure new, simulator (none)");
    }

    @Test
    void otherStatusIsListed() throws IOException {
        assertThat(replay(json("{\"is\": \"Rejected\", \"status\": 400, \"code\": \"TooMany\", \"message\": \"no\"}")))
                .isEqualTo(SimulatorReplay.DIFFERENT);
        assertThat(printed.lines()).last().isEqualTo("  status: Azure 400 TooMany, simulator 200");
    }

    @Test
    void otherCodeIsListed() throws IOException {
        request.withObject("/properties/routes/0/properties").put("addressPrefix", "nonsense");
        assertThat(replay(json("{\"is\": \"Rejected\", \"status\": 400, \"code\": \"TooMany\", \"message\": \"no\"}")))
                .isEqualTo(SimulatorReplay.DIFFERENT);
        assertThat(printed.lines()).last()
                .asString()
                .startsWith("  error code: Azure TooMany, simulator ")
                .doesNotEndWith("TooMany");
    }

    /** Whether an operation under way is in the way depends on the moment. */
    @Test
    void answersThatDependOnTheMomentAreCountedOnly() throws IOException {
        assertThat(replay(json("{\"is\": \"Unknown\", \"cause\": \"500\", \"message\": \"no\"}")))
                .isEqualTo(SimulatorReplay.EQUAL);
        assertThat(printed).startsWith("1 reads and 0 writes (1 more had no answer that can be compared)");
    }

    @Test
    void fileThatIsNoRecordOfThisFormatIsToldApart() throws IOException {
        assertThat(run(List.of(json("{\"format\": \"other/7\"}")))).isEqualTo(SimulatorReplay.OTHER_FORMAT);
        assertThat(run(List.of(header()))).isEqualTo(SimulatorReplay.FAILED);
    }

    private ObjectNode applied() {
        ObjectNode outcome = json("{\"is\": \"Applied\"}");
        outcome.set("body", answer);
        return outcome;
    }

    private int replay(ObjectNode outcome) throws IOException {
        ObjectNode seen = json("{\"turn\": \"2026-01-01T00:00:00Z\", \"observed\": [{}], \"started\": [\"rt\"]}");
        seen.withObject("/observed/0").set("table", before);
        ObjectNode ended = json("""
                {"turn": "2026-01-01T00:00:01Z", "ended": [{"lane": "rt", "event": {"is": "Written", "write": {
                 "operation": {"verb": "PUT", "ifMatch": "W/\\"1\\""}}}}]}""");
        ObjectNode write = ended.withObject("/ended/0/event/write");
        write.withObject("/operation").put("target", TABLE).set("body", request);
        write.set("outcome", outcome);
        return run(List.of(header(), json("{\"checkpoint\": \"2026-01-01T00:00:00Z\", \"known\": {}}"), seen, ended));
    }

    private static ObjectNode header() {
        return json("{\"format\": \"azureccm-record/3\", \"app\": \"route-controller\", \"loop\": \"routes\"}");
    }

    private int run(List<ObjectNode> lines) throws IOException {
        Path file = folder.resolve("record.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            List<String> text = new ArrayList<>();
            lines.forEach(line -> text.add(line.toString()));
            out.write((String.join("\n", text) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int code = new SimulatorReplay(new PrintStream(out, true, StandardCharsets.UTF_8)).run(file);
        printed = out.toString(StandardCharsets.UTF_8);
        return code;
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text);
    }
}
