package io.azureccm.common.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.JsonFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

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

    private final BufferedReader lines;
    private SharedValues shared = new SharedValues();
    private long read;
    private String broken = "";

    /** Throws if the stream is not compressed. */
    public RecordReader(InputStream from) throws IOException {
        this.lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(from, 8192), StandardCharsets.UTF_8));
    }

    /** The next line: a header, a checkpoint or a turn; empty at the end, and where the record is broken. */
    public Optional<JsonNode> next() {
        if (!broken.isEmpty())
            return Optional.empty();
        try {
            String line = lines.readLine();
            if (line == null)
                return Optional.empty();
            read++;
            JsonNode json = JSON.readTree(line);
            if (json.has("format")) {
                shared = new SharedValues();
                return Optional.of(json);
            }
            return Optional.of(shared.read(json));
        } catch (JsonProcessingException cut) {
            broken = "line " + read + " is not complete";
        } catch (IOException | RuntimeException cut) {
            broken = "it ends or is damaged after line " + read + ": " + cut;
        }
        return Optional.empty();
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
