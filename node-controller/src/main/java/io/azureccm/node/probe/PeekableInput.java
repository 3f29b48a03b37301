package io.azureccm.node.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Input of one connection, of which up to {@value #SIZE} bytes can be peeked at before they are consumed. */
final class PeekableInput {
    static final int SIZE = 4096;

    private final InputStream in;
    private final byte[] buffer = new byte[SIZE];
    private int from;
    private int to;

    PeekableInput(InputStream in) {
        this.in = in;
    }

    /** The byte after {@code ahead} others, 0 to 255, without consuming any; -1 if the connection ends before it. */
    int peek(int ahead) throws IOException {
        if (ahead >= SIZE)
            throw new IllegalArgumentException("cannot peek at more than " + SIZE + " bytes");
        while (to - from <= ahead) {
            if (!fill())
                return -1;
        }
        return buffer[from + ahead] & 0xff;
    }

    /** Consumes these bytes, all of which have been peeked at. */
    byte[] take(int count) {
        byte[] taken = new byte[count];
        System.arraycopy(buffer, from, taken, 0, count);
        from += count;
        return taken;
    }

    /**
     * The next line without its end (LF or CR LF), in ISO 8859-1; empty if the connection or {@code max} bytes end
     * before the line does.
     */
    Optional<String> line(int max) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() <= max) {
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

    /** Copies this many bytes; flushes before it waits for more. Fails if the connection ends earlier. */
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

    /** Copies everything until the connection ends. */
    void copyAll(OutputStream out) throws IOException {
        for (int some = available(out); some > 0; some = available(out)) {
            out.write(buffer, from, some);
            from += some;
        }
    }

    /** How many bytes can be consumed at once; 0 at the end. */
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
