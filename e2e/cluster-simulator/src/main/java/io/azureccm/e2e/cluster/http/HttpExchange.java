package io.azureccm.e2e.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * The response side of one request: a complete body, a chunked stream that stays open, a protocol switch, or a cut
 * connection.
 */
public final class HttpExchange {
    private final Socket socket;
    private final InputStream in;
    private final Codec codec;
    private final HttpHeaders headers = new DefaultHttpHeaders();
    private boolean answered;
    private boolean reusable = true;

    HttpExchange(Socket socket, InputStream in, Codec codec) {
        this.socket = socket;
        this.in = in;
        this.codec = codec;
    }

    public void header(String name, String value) {
        headers.set(name, value);
    }

    /** Adds a warning, which kubectl prints. */
    public void warn(String text) {
        String warning = "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        headers.set("Warning", headers.contains("Warning") ? headers.get("Warning") + ", " + warning : warning);
    }

    public boolean answered() {
        return answered;
    }

    /** Sends a complete response; the connection can be reused. */
    public void send(int status, String contentType, byte[] body) throws IOException {
        headers.set("Content-Type", contentType);
        headers.set("Content-Length", body.length);
        whole(status, body);
    }

    /**
     * Starts a chunked response; each write is flushed to the client. {@code onGone} runs if the client closes first.
     */
    public Stream stream(int status, String contentType, Runnable onGone) throws IOException {
        answered = true;
        reusable = false;
        headers.set("Content-Type", contentType);
        headers.set("Transfer-Encoding", "chunked");
        headers.set("Connection", "close");
        codec.send(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), headers));
        Stream stream = new Stream();
        Thread.ofVirtual().name("hang-up").start(() -> stream.awaitHangUp(onGone));
        return stream;
    }

    /** Responds with 101 and returns the raw connection. */
    public Socket upgrade() throws IOException {
        reusable = false;
        whole(101, new byte[0]);
        return socket;
    }

    private void whole(int status, byte[] body) throws IOException {
        answered = true;
        codec.send(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status),
                Unpooled.wrappedBuffer(body), headers, EmptyHttpHeaders.INSTANCE));
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

    /** A chunked body in progress. */
    public final class Stream {
        private final AtomicBoolean closed = new AtomicBoolean();

        public void write(byte[] bytes) throws IOException {
            codec.send(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)));
        }

        public void close() throws IOException {
            if (closed.compareAndSet(false, true))
                codec.send(LastHttpContent.EMPTY_LAST_CONTENT);
        }

        /** A client sends nothing while it reads a stream, so the end of its input means that it has gone. */
        private void awaitHangUp(Runnable onGone) {
            boolean gone;
            try {
                gone = in.read() < 0;
            } catch (IOException e) {
                gone = true;
            }
            if (gone && !closed.get())
                onGone.run();
        }
    }
}
