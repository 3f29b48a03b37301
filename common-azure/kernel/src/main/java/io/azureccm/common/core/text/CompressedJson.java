package io.azureccm.common.core.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * A compressed JSON tree, for long-lived and rarely read content: the uncompressed tree of a large plan takes about a hundred
 * times as much memory, and all machines of a large cluster are many megabytes.
 */
public final class CompressedJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final byte[] deflated;

    private CompressedJson(byte[] deflated) {
        this.deflated = deflated;
    }

    public static CompressedJson of(JsonNode json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (OutputStream out = new DeflaterOutputStream(bytes, fast)) {
            JSON.writeValue(out, json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            fast.end();
        }
        return new CompressedJson(bytes.toByteArray());
    }

    /** A new tree for each caller. */
    public JsonNode get() {
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            return JSON.readTree(in);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Whether it was made of the same JSON. */
    public boolean isSame(CompressedJson other) {
        return Arrays.equals(deflated, other.deflated);
    }
}
