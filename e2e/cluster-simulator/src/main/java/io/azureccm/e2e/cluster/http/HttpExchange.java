package io.azureccm.e2e.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The response side of one request: a complete body, a chunked stream that stays open, a protocol switch, or a cut
 * connection.
 */
public final class HttpExchange {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final boolean headOnly;
    private boolean answered;
    private boolean reusable = true;

    HttpExchange(Socket socket, InputStream in, OutputStream out, boolean headOnly) {
        this.socket = socket;
        this.in = in;
        this.out = out;
        this.headOnly = headOnly;
    }

    public void header(String name, String value) {
        headers.put(name, value);
    }

    /** Adds a warning, which kubectl prints. */
    public void warn(String text) {
        String warning = "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        headers.merge("Warning", warning, (before, next) -> before + ", " + next);
    }

    public boolean answered() {
        return answered;
    }

    /** Sends a complete response; the connection can be reused. */
    public void send(int status, String contentType, byte[] body) throws IOException {
        answered = true;
        headers.put("Content-Type", contentType);
        headers.put("Content-Length", Integer.toString(body.length));
        byte[] head = head(status);
        byte[] all = headOnly ? head : new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        if (!headOnly) {
            System.arraycopy(body, 0, all, head.length, body.length);
        }
        out.write(all);
        out.flush();
    }

    /**
     * Starts a chunked response; each write is flushed to the client. {@code onGone} runs if the client closes first.
     */
    public Stream stream(int status, String contentType, Runnable onGone) throws IOException {
        answered = true;
        reusable = false;
        headers.put("Content-Type", contentType);
        headers.put("Transfer-Encoding", "chunked");
        headers.put("Connection", "close");
        out.write(head(status));
        out.flush();
        Stream stream = new Stream();
        Thread.ofVirtual().name("hang-up").start(() -> stream.awaitHangUp(onGone));
        return stream;
    }

    /** Responds with 101 and returns the raw connection. */
    public Raw upgrade() throws IOException {
        answered = true;
        reusable = false;
        out.write(head(101));
        out.flush();
        return new Raw(in, out);
    }

    /** Cuts the connection without a response, like a crashed server or a reset. */
    public void cut() throws IOException {
        answered = true;
        reusable = false;
        socket.setSoLinger(true, 0);
        socket.close();
    }

    boolean reusable() {
        return reusable;
    }

    private byte[] head(int status) {
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status)
                .append(' ')
                .append(phrase(status))
                .append("\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String phrase(int status) {
        return switch (status) {
            case 101 -> "Switching Protocols";
            case 200 -> "OK";
            case 201 -> "Created";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 415 -> "Unsupported Media Type";
            case 429 -> "Too Many Requests";
            case 422 -> "Unprocessable Entity";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> "";
        };
    }

    /** The two directions of an upgraded connection. */
    public record Raw(InputStream in, OutputStream out) {}

    /** A chunked body in progress. */
    public final class Stream implements AutoCloseable {
        private final AtomicBoolean closed = new AtomicBoolean();

        public synchronized void write(byte[] bytes) throws IOException {
            out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            out.write(bytes);
            out.write('\r');
            out.write('\n');
            out.flush();
        }

        @Override
        public synchronized void close() throws IOException {
            if (closed.compareAndSet(false, true)) {
                out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            }
        }

        /** A client sends nothing while it reads a stream, so the end of its input means that it has gone. */
        private void awaitHangUp(Runnable onGone) {
            boolean gone;
            try {
                gone = in.read() < 0;
            } catch (IOException e) {
                gone = true;
            }
            if (gone && !closed.get()) {
                onGone.run();
            }
        }
    }
}
