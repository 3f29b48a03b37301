package io.azureccm.common.record.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON as bytes that are being written: texts as Jackson writes them, and hashes of what was written. Not thread-safe. */
final class JsonBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ODD = 0x9E3779B97F4A7C15L;
    private static final long PRIME = 0xD6E8FEB86659FD93L;
    /** A buffer that has grown above this is not kept. */
    private static final int KEPT = 1 << 18;

    private byte[] bytes = new byte[8_192];
    private int size;

    int size() {
        return size;
    }

    /** Forgets all from this position on. */
    void cut(int position) {
        size = position;
    }

    void add(char ascii) {
        room(1);
        bytes[size++] = (byte) ascii;
    }

    void add(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    /** Adds ASCII that needs no quotes. */
    @SuppressWarnings("deprecation")
    void addPlain(String ascii) {
        room(ascii.length());
        ascii.getBytes(0, ascii.length(), bytes, size);
        size += ascii.length();
    }

    /** Adds this text in quotes; returns its length in characters. */
    int addQuoted(String text) {
        int length = text.length();
        room(length + 2);
        bytes[size] = '"';
        for (int i = 0; i < length; i++) {
            char each = text.charAt(i);
            if (each < ' ' || each > '~' || each == '"' || each == '\\')
                return addOther(new TextNode(text));
            bytes[size + 1 + i] = (byte) each;
        }
        bytes[size + 1 + length] = '"';
        size += length + 2;
        return length + 2;
    }

    /** Adds a value that is neither an object nor an array; returns its length in characters. */
    int addValue(JsonNode value) {
        if (value.isTextual())
            return addQuoted(value.asText());
        if (!value.isIntegralNumber() && !value.isBoolean())
            return addOther(value);
        String text = value.asText();
        addPlain(text);
        return text.length();
    }

    private int addOther(JsonNode value) {
        String text = value.toString();
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        room(encoded.length);
        System.arraycopy(encoded, 0, bytes, size, encoded.length);
        size += encoded.length;
        return text.length();
    }

    private void room(int more) {
        if (size + more > bytes.length)
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }

    /** A hash of all from this position on. */
    long hash(int from) {
        long hash = mixed(size - from, ODD);
        int at = from;
        for (; at + Long.BYTES <= size; at += Long.BYTES)
            hash = mixed(hash, (long) LONGS.get(bytes, at));
        long rest = 0;
        for (; at < size; at++)
            rest = rest << 8 | bytes[at] & 0xff;
        return mixed(hash, rest);
    }

    /** The hash of what has {@code hash}, followed by {@code next}. */
    static long mixed(long hash, long next) {
        long mixed = hash ^ next ^ ODD;
        return Math.multiplyHigh(mixed, PRIME) ^ mixed * PRIME ^ Long.rotateLeft(hash, 23);
    }

    /** Writes everything, and forgets it. */
    void writeTo(OutputStream to) throws IOException {
        to.write(bytes, 0, size);
        size = 0;
        if (bytes.length > KEPT)
            bytes = new byte[8_192];
    }
}
