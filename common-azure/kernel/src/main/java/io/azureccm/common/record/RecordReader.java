package io.azureccm.common.record;

import io.azureccm.common.record.value.SharedValues;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads the lines of a record, one segment after another, up to its end or to where it is cut or broken. Each line is whole: references
 * to earlier values are resolved.
 */
public final class RecordReader implements AutoCloseable {
    private static final ObjectMapper JSON = JsonMapper
            .builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
                    .build())
            .build();

    private final LineReader lines;
    private SharedValues shared = new SharedValues();
    private long read;
    private String broken = "";

    public RecordReader(InputStream from) {
        this.lines = new LineReader(from);
    }

    /** The next line: a header, a checkpoint or a turn; empty at the end, and where the record is broken. */
    public Optional<JsonNode> next() {
        String line = broken.isEmpty() ? lines.next() : null;
        if (line == null) {
            if (!lines.problem().isEmpty())
                broken = "it ends or is damaged after line " + read + ": " + lines.problem();
            return Optional.empty();
        }
        try {
            read++;
            JsonNode json = JSON.readTree(line);
            if (!json.has("format"))
                return Optional.of(shared.read(json));
            shared = new SharedValues();
            return Optional.of(json);
        } catch (JsonProcessingException | RuntimeException cut) {
            broken = "line " + read + " is not complete";
            return Optional.empty();
        }
    }

    /** Why the record could not be read to its end; "" if it could. */
    public String broken() {
        return broken;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
