package io.azureccm.common.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * What is known about machines as JSON, and back: Azure's responses as they came, and only what is not the same as when it was
 * written before. One instance writes or reads one segment of a record.
 */
public interface MachineRecord {
    /** Of a source that is not recorded. */
    MachineRecord NONE = new MachineRecord() {
        @Override
        public JsonNode write(SeenMachines seen) {
            return JsonNodeFactory.instance.objectNode();
        }

        @Override
        public SeenMachines read(JsonNode json) {
            return SeenMachines.NONE;
        }
    };

    JsonNode write(SeenMachines seen);

    /** What {@link #write} wrote; throws if it cannot be read. */
    SeenMachines read(JsonNode json);
}
