package io.azureccm.e2e.cluster.api.watch;

import io.azureccm.e2e.cluster.http.HttpExchange;
import io.azureccm.e2e.cluster.http.HttpRequest;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The server side of a WebSocket (RFC 6455), as far as watches need it: text out, ping and close in. */
final class WebSocketFrames {
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private final OutputStream out;

    private WebSocketFrames(OutputStream out) {
        this.out = out;
    }

    static boolean wanted(HttpRequest http) {
        return http.header("upgrade").equalsIgnoreCase("websocket");
    }

    /** Shakes hands and listens for the client's frames; {@code onGone} runs when it closes or vanishes. */
    static WebSocketFrames accept(HttpRequest http, HttpExchange exchange, Runnable onGone) throws IOException {
        exchange.header("Upgrade", "websocket");
        exchange.header("Connection", "Upgrade");
        exchange.header("Sec-WebSocket-Accept", acceptKey(http.header("sec-websocket-key")));
        String protocol = http.header("sec-websocket-protocol");
        if (protocol.contains("binary.k8s.io")) {
            exchange.header("Sec-WebSocket-Protocol", "binary.k8s.io");
        }
        HttpExchange.Raw raw = exchange.upgrade();
        WebSocketFrames frames = new WebSocketFrames(raw.out());
        Thread.ofVirtual().name("websocket-reader").start(() -> frames.listen(new DataInputStream(raw.in()), onGone));
        return frames;
    }

    void text(byte[] message) throws IOException {
        frame(TEXT, message);
    }

    void close() throws IOException {
        frame(CLOSE, ByteBuffer.allocate(2).putShort((short) 1000).array());
    }

    private synchronized void frame(int opcode, byte[] payload) throws IOException {
        out.write(0x80 | opcode);
        if (payload.length < 126) {
            out.write(payload.length);
        } else if (payload.length < 65536) {
            out.write(126);
            out.write(ByteBuffer.allocate(2).putShort((short) payload.length).array());
        } else {
            out.write(127);
            out.write(ByteBuffer.allocate(8).putLong(payload.length).array());
        }
        out.write(payload);
        out.flush();
    }

    private void listen(DataInputStream in, Runnable onGone) {
        try {
            boolean open = true;
            while (open) {
                open = readFrame(in);
            }
        } catch (IOException e) {
            // The connection broke: the same as a close, and reported below in the same way.
            onGone.run();
            return;
        }
        onGone.run();
    }

    private boolean readFrame(DataInputStream in) throws IOException {
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        long length = second & 0x7f;
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = in.readLong();
        }
        byte[] mask = new byte[(second & 0x80) == 0 ? 0 : 4];
        in.readFully(mask);
        byte[] payload = new byte[Math.toIntExact(length)];
        in.readFully(payload);
        for (int i = 0; mask.length > 0 && i < payload.length; i++) {
            payload[i] ^= mask[i % 4];
        }
        if ((first & 0x0f) == PING) {
            frame(PONG, payload);
        }
        return (first & 0x0f) != CLOSE;
    }

    private static String acceptKey(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1")
                    .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
