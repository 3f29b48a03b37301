package io.azureccm.common.boot.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.snapshot.Read;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What of the answers of Azure is kept in a snapshot, and what is read. */
class SnapshotFileTest {
    private static final ArmId MACHINE = ArmId.of("sub", "rg", ArmTypes.VIRTUAL_MACHINE, "vm-1");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void partsThatMayHoldSecretsAreLeftOutAndTagsOfTheSameNamesStay() throws Exception {
        ObjectNode machine = (ObjectNode) JSON.readTree("""
                {"name": "vm-1", "tags": {"secrets": "team", "resources": "many"},
                 "properties": {"userData": "c2VjcmV0", "osProfile": {"computerName": "vm-1", "adminPassword": "p",
                   "customData": "c2VjcmV0"}}, "resources": [{"properties": {"protectedSettings": "p"}}]}""");
        Read.Key read = Read.get(MACHINE, Duration.ZERO).key();

        String text = SnapshotFile.of(App.SERVICE, Instant.EPOCH, List.of(), JSON.createObjectNode(),
                Map.of("services", List.of()), new TreeMap<>(Map.of(read, List.of(machine)))).json();

        assertThat(SnapshotFile.of(text, "file", App.SERVICE).answers().get(read)).containsExactly((ObjectNode) JSON
                .readTree("""
                        {"name": "vm-1", "tags": {"secrets": "team", "resources": "many"},
                         "properties": {"osProfile": {"computerName": "vm-1"}}}"""));
    }

    @Test
    void aFileThatLacksAFieldIsNoSnapshot() throws Exception {
        Read.Key read = new Read.Key(Read.Kind.GET, MACHINE, Map.of());
        String text = SnapshotFile.of(App.SERVICE, Instant.EPOCH, List.of(), JSON.createObjectNode(),
                Map.of("services", List.of()), new TreeMap<>(Map.of(read, List.of()))).json();
        for (String field : List.of("/takenAt", "/cloudConfig", "/azure/0/read", "/azure/0/id")) {
            JsonNode snapshot = JSON.readTree(text);
            JsonPointer at = JsonPointer.compile(field);
            ((ObjectNode) snapshot.at(at.head())).remove(at.last().getMatchingProperty());
            assertThatThrownBy(() -> SnapshotFile.of(snapshot.toString(), "file", App.SERVICE)).as(field)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("cannot be read as a snapshot");
        }
    }
}
