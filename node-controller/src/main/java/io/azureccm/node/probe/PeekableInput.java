package io.azureccm.node.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The bytes of one direction of a connection, of which the next {@value #SIZE} can be looked at before they are taken. */
final class PeekableInput {
    static final int SIZE = 4096;

    private final InputStream in;
    private final byte[] buffer = new byte[SIZE];
    private int from;
    private int to;

    PeekableInput(InputStream in) {
        this.in = in;
    }

    /** The byte behind {@code ahead} others, 0 to 255, without taking any; -1 where the connection ends before it. */
    int peek(int ahead) throws IOException {
        if (ahead >= SIZE)
            throw new IllegalArgumentException("no more than " + SIZE + " bytes can be looked at");
        while (to - from <= ahead) {
            if (!fill())
                return -1;
        }
        return buffer[from + ahead] & 0xff;
    }

    /** The next bytes, all of which have been looked at. */
    byte[] take(int count) {
        byte[] taken = new byte[count];
        System.arraycopy(buffer, from, taken, 0, count);
        from += count;
        return taken;
    }

    /** The next line without its end, LF with or without CR, in ISO 8859-1; empty where the connection ends before it or {@code most} bytes do. */
    Optional<String> line(int most) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() <= most) {
            int next = peek(0);
            if (next < 0)
                return Optional.empty();
            from++;
            if (next == '\n') {
                boolean cr = !line.isEmpty() && line.charAt(line.length() - 1) == '\r';
                return Optional.of(cr ? line.substring(0, line.length() - 1) : line.toString());
            }
            line.append((char) next);
        }
        return Optional.empty();
    }

    /** Copies so many bytes; writes out what was copied before it waits for more. Fails where the connection ends before. */
    void copy(long count, OutputStream out) throws IOException {
        for (long left = count; left > 0;) {
            int some = (int) Math.min(left, available(out));
            if (some == 0)
                throw new IOException("the connection ended within a body, " + left + " bytes before its end");
            out.write(buffer, from, some);
            from += some;
            left -= some;
        }
    }

    /** Copies all that comes until the connection ends. */
    void copyAll(OutputStream out) throws IOException {
        for (int some = available(out); some > 0; some = available(out)) {
            out.write(buffer, from, some);
            from += some;
        }
    }

    /** How many bytes can be taken at once; 0 at the end. */
    private int available(OutputStream out) throws IOException {
        if (from == to) {
            out.flush();
            fill();
        }
        return to - from;
    }

    private boolean fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        int read = in.read(buffer, to, SIZE - to);
        to += Math.max(read, 0);
        return read > 0;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
