package io.azureccm.e2e.cluster.api.forward;

import io.azureccm.e2e.cluster.http.Codec;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.netty.handler.codec.spdy.DefaultSpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdyDataFrame;
import io.netty.handler.codec.spdy.SpdyFrameCodec;
import io.netty.handler.codec.spdy.SpdyPingFrame;
import io.netty.handler.codec.spdy.SpdyRstStreamFrame;
import io.netty.handler.codec.spdy.SpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdySynStreamFrame;
import io.netty.handler.codec.spdy.SpdyVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The streams of one port forwarding. For each connection to its local port the client opens two streams with the same
 * {@code requestID}: one for errors, on which it sends nothing, and one for data, which is connected to the pod.
 */
final class ForwardedStreams implements AutoCloseable {
    private final Codec codec;
    private final Map<String, Integer> errorStreams = new ConcurrentHashMap<>();
    private final Map<Integer, Socket> connections = new ConcurrentHashMap<>();
    private final String address;

    /** {@code client} receives what is to be sent. */
    ForwardedStreams(String address, Codec.Bytes client) {
        this.address = address;
        this.codec = new Codec(client, new SpdyFrameCodec(SpdyVersion.SPDY_3_1));
    }

    /** Takes the client's stream of frames until it ends. */
    void receive(InputStream in) throws IOException, InterruptedException {
        codec.receive(in, frame -> {
            receive(frame);
            return true;
        });
    }

    /** Takes any part of the client's stream of frames. */
    void receive(byte[] bytes) throws IOException {
        for (Object frame : codec.received(bytes))
            receive(frame);
    }

    private void receive(Object frame) throws IOException {
        switch (frame) {
            case SpdySynStreamFrame opened -> open(opened);
            case SpdyDataFrame data -> toPod(data);
            case SpdyPingFrame ping -> codec.send(ping);
            case SpdyRstStreamFrame reset -> close(connections.remove(reset.streamId()));
            default -> {
                // Settings and similar frames have no effect here.
            }
        }
    }

    private void open(SpdySynStreamFrame opened) throws IOException {
        String request = String.valueOf(opened.headers().getAsString("requestid"));
        SpdySynReplyFrame reply = new DefaultSpdySynReplyFrame(opened.streamId());
        // For empty headers Netty writes no block at all, which kubectl cannot parse.
        reply.headers().set("requestid", request);
        codec.send(reply);
        if ("error".equals(opened.headers().getAsString("streamtype"))) {
            errorStreams.put(request, opened.streamId());
            return;
        }
        int port = Integer.parseInt(opened.headers().getAsString("port"));
        try {
            Socket pod = new Socket(address, port);
            connections.put(opened.streamId(), pod);
            Thread.ofVirtual().name("port-forward").start(() -> toClient(pod, opened.streamId(), request));
        } catch (IOException refused) {
            String text = "failed to connect to " + address + ":" + port + ": " + refused.getMessage();
            end(opened.streamId(), request, text);
        }
    }

    private void toPod(SpdyDataFrame data) throws IOException {
        byte[] bytes = ByteBufUtil.getBytes(data.content());
        Socket pod = connections.get(data.streamId());
        if (pod == null)
            return;
        try {
            pod.getOutputStream().write(bytes);
            if (data.isLast())
                pod.shutdownOutput();
        } catch (IOException gone) {
            // Its reader gets the same failure and reports it to the client.
            close(pod);
        }
    }

    private void toClient(Socket pod, int stream, String request) {
        try (pod) {
            byte[] buffer = new byte[16 * 1024];
            for (int read = pod.getInputStream().read(buffer); read >= 0; read = pod.getInputStream().read(buffer))
                codec.send(new DefaultSpdyDataFrame(stream, Unpooled.copiedBuffer(buffer, 0, read)));
            end(stream, request, "");
        } catch (IOException gone) {
            // One side has closed; the other learns from the end of the connection.
            connections.remove(stream);
        }
    }

    /** Ends both streams of a connection, with the problem if there was one. */
    private void end(int stream, String request, String problem) throws IOException {
        connections.remove(stream);
        Integer errors = errorStreams.remove(request);
        if (errors != null)
            sendLast(errors, problem);
        sendLast(stream, "");
    }

    private void sendLast(int stream, String text) throws IOException {
        var last = new DefaultSpdyDataFrame(stream, Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
        last.setLast(true);
        codec.send(last);
    }

    @Override
    public void close() throws IOException {
        for (Socket pod : connections.values())
            pod.close();
    }

    private static void close(Socket socket) throws IOException {
        if (socket != null)
            socket.close();
    }
}
