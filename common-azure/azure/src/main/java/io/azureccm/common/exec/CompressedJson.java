package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * A compressed JSON tree, for long-lived and rarely read content: the uncompressed tree of a large plan takes about a hundred
 * times as much memory.
 */
final class CompressedJson implements Supplier<ObjectNode> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final byte[] deflated;

    private CompressedJson(byte[] deflated) {
        this.deflated = deflated;
    }

    static CompressedJson of(ObjectNode json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (OutputStream out = new DeflaterOutputStream(bytes, fast)) {
            JSON.writeValue(out, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            fast.end();
        }
        return new CompressedJson(bytes.toByteArray());
    }

    /** A new tree for each caller. */
    @Override
    public ObjectNode get() {
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            return (ObjectNode) JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
