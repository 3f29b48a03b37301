package io.azureccm.common.serve.port;

import io.azureccm.common.kube.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * Clients that occupy a port of this machine: each opens a connection, sends less than a request, and opens another when it
 * is closed, until {@link #close}.
 */
public final class Strangers implements AutoCloseable {
    /** What a client does with its connection until the server closes it, or the test ends. */
    public enum Habit {
        /** Sends nothing. */
        SILENT,
        /** Sends the first half of a TLS ClientHello, or of a request line. */
        HALF_OPEN,
        /** Completes the handshake and sends a byte of a request head from time to time. */
        SLOW_HEADER,
        /** Completes the handshake and closes the connection. */
        HANDSHAKES
    }

    private static final long BYTE_EVERY_MILLIS = 200;
    private static final long BETWEEN_CONNECTIONS_MILLIS = 100;

    private final int port;
    private final Optional<SSLContext> tls;
    private final byte[] hello;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final AtomicLong connected = new AtomicLong();
    private final List<Thread> threads;
    private volatile boolean closing;

    /** {@code tls} is empty for a port without TLS; {@code from} is the source address of each client by its number: any address of 127.0.0.0/8. */
    public Strangers(int port, Optional<SSLContext> tls, Habit habit, int count, IntFunction<String> from) {
        this.port = port;
        this.tls = tls;
        this.hello = tls.map(Strangers::hello).orElseGet(() -> "GET /livez".getBytes(StandardCharsets.US_ASCII));
        this.threads = IntStream.range(0, count)
                .mapToObj(number -> Thread.ofPlatform()
                        .daemon()
                        .start(() -> run(habit, InetAddress.ofLiteral(from.apply(number)))))
                .toList();
    }

    /** Returns when they have opened this many connections. */
    public void awaitConnections(long count) {
        Await.until(count + " connections", () -> connected.get() >= count);
    }

    private void run(Habit habit, InetAddress from) {
        while (!closing) {
            try (Socket socket = new Socket()) {
                open.add(socket);
                open.removeIf(Socket::isClosed);
                socket.bind(new InetSocketAddress(from, 0));
                socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 5_000);
                connected.incrementAndGet();
                occupy(habit, socket);
            } catch (IOException ended) {
                // The server closed it, or did not accept it.
            }
            pause(BETWEEN_CONNECTIONS_MILLIS);
        }
    }

    private void occupy(Habit habit, Socket socket) throws IOException {
        switch (habit) {
            case SILENT -> socket.getInputStream().read();
            case HALF_OPEN -> {
                socket.getOutputStream().write(hello, 0, hello.length / 2);
                socket.getInputStream().read();
            }
            case SLOW_HEADER -> {
                OutputStream out = secured(socket).getOutputStream();
                for (byte each : ("GET /livez HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(4_000))
                        .getBytes(StandardCharsets.US_ASCII)) {
                    out.write(each);
                    out.flush();
                    pause(BYTE_EVERY_MILLIS);
                }
            }
            case HANDSHAKES -> secured(socket);
        }
    }

    private Socket secured(Socket socket) throws IOException {
        if (tls.isEmpty())
            return socket;
        socket.setSoTimeout(5_000);
        SSLSocket secure = (SSLSocket) tls.get().getSocketFactory().createSocket(socket, "127.0.0.1", port, true);
        secure.startHandshake();
        return secure;
    }

    private static byte[] hello(SSLContext tls) {
        SSLEngine engine = tls.createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        try {
            engine.wrap(ByteBuffer.allocate(0), out);
        } catch (SSLException impossible) {
            throw new IllegalStateException(impossible);
        }
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing = true;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                open.forEach(Strangers::close);
                thread.interrupt();
                try {
                    thread.join(50);
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // Already closed.
        }
    }
}
