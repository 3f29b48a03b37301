package io.azureccm.node.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * A target that responds to each connection with the same bytes once it has read the head of a request; or, without
 * any, only when permitted.
 */
final class RawTarget implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 64, InetAddress.ofLiteral("127.0.0.1"));
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    final Semaphore asked = new Semaphore(0);
    final Semaphore mayAnswer;

    RawTarget(String answer) throws IOException {
        this(answer, Integer.MAX_VALUE);
    }

    /** {@code permits} is the number of requests it answers before it waits for {@link #mayAnswer}. */
    RawTarget(String answer, int permits) throws IOException {
        mayAnswer = new Semaphore(permits);
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    open.add(socket);
                    Thread.ofVirtual().start(() -> answer(socket, answer));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private void answer(Socket socket, String answer) {
        try (socket) {
            PeekableInput in = new PeekableInput(socket.getInputStream());
            while (in.line(10_000).filter(line -> !line.isEmpty()).isPresent()) {
                // The head of the request.
            }
            asked.release();
            mayAnswer.acquire();
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            // The proxy has closed it.
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open)
            socket.close();
    }
}
