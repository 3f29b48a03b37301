package io.azureccm.e2e.cluster.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/**
 * The server side of a WebSocket, as far as watches and port forwarding need it. Incoming messages are treated as a
 * stream of bytes.
 */
public final class WebSocketFrames {
    private final Socket socket;
    private final Codec codec;

    private WebSocketFrames(Socket socket) throws IOException {
        this.socket = socket;
        this.codec = new Codec(socket.getOutputStream()::write,
                new WebSocket13FrameDecoder(true, false, Integer.MAX_VALUE), new WebSocket13FrameEncoder(false));
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
        if (!protocol.isEmpty())
            exchange.header("Sec-WebSocket-Protocol", protocol);
        return new WebSocketFrames(exchange.upgrade());
    }

    public void text(byte[] message) throws IOException {
        codec.send(new TextWebSocketFrame(Unpooled.wrappedBuffer(message)));
    }

    public void binary(byte[] message) throws IOException {
        codec.send(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(message)));
    }

    public void close() throws IOException {
        codec.send(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE));
    }

    /** Passes on the input until the client closes or the connection ends. */
    public void receive(Codec.Bytes receiver) throws IOException, InterruptedException {
        codec.receive(socket.getInputStream(), message -> {
            WebSocketFrame frame = (WebSocketFrame) message;
            if (frame instanceof PingWebSocketFrame)
                codec.send(new PongWebSocketFrame(frame.content()));
            else if (frame instanceof BinaryWebSocketFrame || frame instanceof TextWebSocketFrame
                    || frame instanceof ContinuationWebSocketFrame)
                receiver.accept(ByteBufUtil.getBytes(frame.content()));
            return !(frame instanceof CloseWebSocketFrame);
        });
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
