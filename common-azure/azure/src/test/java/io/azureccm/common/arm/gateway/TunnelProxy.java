package io.azureccm.common.arm.gateway;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP proxy that connects everybody to one port of this machine, whatever host they ask for. */
final class TunnelProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final String password;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** {@code password}: what a client has to show, as in its header; "" for nothing. */
    TunnelProxy(int target, String password) {
        this.target = target;
        this.password = password;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The first lines of all requests. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client; Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            BufferedReader head = new BufferedReader(
                    new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1), 1);
            while (!isAllowed(head)) {
                client.getOutputStream()
                        .write(("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\n"
                                + "Content-Length: 0\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            }
            client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            Thread back = Thread.ofVirtual().start(() -> copy(server, client));
            copy(client, server);
            back.join();
        } catch (IOException | InterruptedException over) {
            return;
        }
    }

    private boolean isAllowed(BufferedReader head) throws IOException {
        String first = head.readLine();
        if (first == null)
            throw new EOFException("the client goes on with another connection");
        asked.add(first);
        boolean shown = password.isEmpty();
        for (String field = head.readLine(); !field.isEmpty(); field = head.readLine())
            shown |= field.equals("Proxy-Authorization: Basic " + password);
        return shown;
    }

    private static void copy(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
            to.shutdownOutput();
        } catch (IOException over) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
