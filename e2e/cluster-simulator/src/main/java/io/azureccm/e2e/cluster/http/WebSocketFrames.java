package io.azureccm.e2e.cluster.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * The server side of a WebSocket (RFC 6455), as far as watches and port forwarding need it. Incoming messages are
 * treated as a stream of bytes.
 */
public final class WebSocketFrames {
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private final DataInputStream in;
    private final OutputStream out;

    private WebSocketFrames(HttpExchange.Raw raw) {
        this.in = new DataInputStream(raw.in());
        this.out = raw.out();
    }

    /** Receives the incoming bytes. */
    public interface Receiver {
        void accept(byte[] bytes) throws IOException;
    }

    public static boolean wanted(HttpRequest http) {
        return http.header("upgrade").equalsIgnoreCase("websocket");
    }

    /** The first protocol offered by the client that is supported; empty for none. */
    public static String offered(HttpRequest http, List<String> protocols) {
        List<String> offers = Arrays.stream(http.header("sec-websocket-protocol").split(","))
                .map(String::strip)
                .toList();
        return protocols.stream().filter(offers::contains).findFirst().orElse("");
    }

    /** Performs the handshake; {@code protocol} is the subprotocol, or empty for none. */
    public static WebSocketFrames accept(HttpRequest http, HttpExchange exchange, String protocol) throws IOException {
        exchange.header("Upgrade", "websocket");
        exchange.header("Connection", "Upgrade");
        exchange.header("Sec-WebSocket-Accept", acceptKey(http.header("sec-websocket-key")));
        if (!protocol.isEmpty()) {
            exchange.header("Sec-WebSocket-Protocol", protocol);
        }
        return new WebSocketFrames(exchange.upgrade());
    }

    public void text(byte[] message) throws IOException {
        frame(TEXT, message);
    }

    public void binary(byte[] message) throws IOException {
        frame(BINARY, message);
    }

    public void close() throws IOException {
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

    /** Passes on the input until the client closes; throws if the connection breaks. */
    public void receive(Receiver receiver) throws IOException {
        boolean open = true;
        while (open) {
            open = readFrame(receiver);
        }
    }

    private boolean readFrame(Receiver receiver) throws IOException {
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
        int opcode = first & 0x0f;
        if (opcode == PING) {
            frame(PONG, payload);
        } else if (opcode <= BINARY) {
            receiver.accept(payload);
        }
        return opcode != CLOSE;
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
