package io.azureccm.common.machine.read;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The resources of a response as Azure sent them, for the record. Compressed, because all machines of a large cluster are many
 * megabytes, and only facts of them are used.
 */
final class Response {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final byte[] compressed;

    private Response(byte[] compressed) {
        this.compressed = compressed;
    }

    static Response of(ArmList shown) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var out = JSON.createGenerator(new GZIPOutputStream(bytes))) {
            out.writeStartArray();
            for (ObjectNode resource : shown)
                JSON.writeTree(out, resource);
            out.writeEndArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new Response(bytes.toByteArray());
    }

    /** Whether Azure sent the same resources. */
    boolean isSame(Response other) {
        return Arrays.equals(compressed, other.compressed);
    }

    ArrayNode json() {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return (ArrayNode) JSON.readTree(in);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
