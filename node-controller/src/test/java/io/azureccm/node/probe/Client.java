package io.azureccm.node.probe;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A byte-level client of the proxy. A missing response fails the test. */
final class Client implements AutoCloseable {
    private static final int MAX_WAIT = 60_000;
    private final Socket socket;
    private final InputStream in;

    Client(int port) throws IOException {
        this("127.0.0.1", port);
    }

    Client(String address, int port) throws IOException {
        this(new Socket(InetAddress.ofLiteral(address), port));
    }

    private Client(Socket connected) throws IOException {
        socket = connected;
        socket.setSoTimeout(MAX_WAIT);
        in = socket.getInputStream();
    }

    /** From another address of this machine. */
    static Client from(String own, int port) throws IOException {
        return new Client(new Socket(InetAddress.ofLiteral("127.0.0.1"), port, InetAddress.ofLiteral(own), 0));
    }

    Client send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    Client send(String text) throws IOException {
        return send(Headers.text(text));
    }

    Client sendNoMore() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** The next response, which has a length, as text. */
    String answer() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0)
                throw new IOException("the connection was closed after \"" + head + "\"");
            head.append((char) next);
        }
        int length = head.toString()
                .lines()
                .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Everything until the proxy closes the connection. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The same, also if the proxy resets the connection: then it has not read all that was sent. */
    String restOrReset() throws IOException {
        StringBuilder rest = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0; next = in.read())
                rest.append((char) next);
        } catch (SocketException reset) {
            // That is an end, too.
        }
        return rest.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
