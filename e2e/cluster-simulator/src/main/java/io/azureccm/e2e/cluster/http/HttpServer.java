package io.azureccm.e2e.cluster.http;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/**
 * A small HTTP/1.1 server on the loopback address: keep-alive, chunked bodies in both directions, one virtual thread
 * per connection. Written for watches that stay open and for faults that an ordinary server would not allow.
 */
public final class HttpServer implements AutoCloseable {
    private static final int MAX_LINE = 64 * 1024;
    private static final int MAX_BODY = 64 * 1024 * 1024;

    private final HttpHandler handler;
    private final ServerSocket server = new ServerSocket();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile SSLContext tls;

    private record Connection(Socket socket, InputStream in, OutputStream out, Optional<X509Certificate> peer) {}

    /** Binds immediately; port 0 selects a free one. A null TLS context serves plain HTTP. */
    public HttpServer(InetAddress address, int port, SSLContext tls, HttpHandler handler) throws IOException {
        this.handler = handler;
        this.tls = tls;
        server.setReuseAddress(true);
        try {
            server.bind(new InetSocketAddress(address, port), 512);
        } catch (IOException e) {
            server.close();
            throw new IOException(address.getHostAddress() + ":" + port + ": " + e.getMessage(), e);
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    public void start() {
        Thread.ofVirtual().name("cluster-simulator-accept").start(this::accept);
    }

    /** Uses another certificate from now on; open connections are cut. */
    public void useTls(SSLContext other) {
        tls = other;
        cutAll();
    }

    /** Stops listening and cuts every open connection. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cutAll();
    }

    /** Cuts every open connection but keeps listening, like a restart of the server appears to its clients. */
    public void cutAll() {
        open.forEach(HttpServer::closeSilently);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                if (server.isClosed()) {
                    // It was accepted while the open ones were being cut.
                    closeSilently(socket);
                    return;
                }
                Thread.ofVirtual().name("cluster-simulator-connection").start(() -> serve(socket));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    // For example out of file handles, which are released when connections end.
                    System.err.println("cluster simulator: cannot accept a connection: " + e.getMessage());
                    LockSupport.parkNanos(50_000_000);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try {
            socket.setTcpNoDelay(true);
            SSLContext context = tls;
            Socket spoken = context == null ? socket : secure(context, socket);
            InputStream in = new BufferedInputStream(spoken.getInputStream(), 16 * 1024);
            OutputStream out = new BufferedOutputStream(spoken.getOutputStream(), 64 * 1024);
            Optional<X509Certificate> peer = peer(spoken);
            boolean more = true;
            while (more) {
                more = serveOne(new Connection(spoken, in, out, peer));
            }
        } catch (IOException e) {
            // The client has gone, or the server is closing: nobody is left to answer.
            open.remove(socket);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
            closeSilently(socket);
        }
    }

    /** Client certificates are optional. */
    private static Socket secure(SSLContext context, Socket socket) throws IOException {
        SSLSocket secure = (SSLSocket) context.getSocketFactory()
                .createSocket(socket, InputStream.nullInputStream(), true);
        secure.setWantClientAuth(true);
        secure.startHandshake();
        return secure;
    }

    private static Optional<X509Certificate> peer(Socket socket) {
        try {
            return socket instanceof SSLSocket secure
                    ? Optional.of((X509Certificate) secure.getSession().getPeerCertificates()[0])
                    : Optional.empty();
        } catch (SSLPeerUnverifiedException none) {
            return Optional.empty();
        }
    }

    private boolean serveOne(Connection connection) throws IOException, InterruptedException {
        InputStream in = connection.in();
        OutputStream out = connection.out();
        String line = readLine(in);
        if (line == null) {
            return false;
        }
        String[] parts = line.split(" ");
        if (parts.length != 3) {
            return false;
        }
        Map<String, String> headers = readHeaders(in);
        if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }
        int mark = parts[1].indexOf('?');
        String path = mark < 0 ? parts[1] : parts[1].substring(0, mark);
        String query = mark < 0 ? "" : parts[1].substring(mark + 1);
        HttpRequest request = new HttpRequest(parts[0], path, HttpRequest.parseQuery(query), headers,
                readBody(in, headers), connection.peer());
        HttpExchange exchange = new HttpExchange(connection.socket(), in, out, parts[0].equals("HEAD"));
        handler.handle(request, exchange);
        return exchange.reusable() && !headers.getOrDefault("connection", "").equalsIgnoreCase("close");
    }

    private static Map<String, String> readHeaders(InputStream in) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = readLine(in); line != null && !line.isEmpty(); line = readLine(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                String name = line.substring(0, colon).trim().toLowerCase(Locale.ROOT);
                headers.merge(name, line.substring(colon + 1).trim(), (a, b) -> a + "," + b);
            }
        }
        return headers;
    }

    private static byte[] readBody(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            return readChunks(in);
        }
        String announced = headers.getOrDefault("content-length", "0");
        int length = announced.matches("\\d{1,9}") ? Integer.parseInt(announced) : Integer.MAX_VALUE;
        if (length > MAX_BODY) {
            throw new IOException("request body of " + length + " bytes");
        }
        return exactly(in, length);
    }

    private static byte[] readChunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            String size = readLine(in);
            if (size == null) {
                throw new EOFException();
            }
            int length = Integer.parseInt(size.split(";")[0].trim(), 16);
            if (length == 0) {
                readHeaders(in);
                return body.toByteArray();
            }
            body.writeBytes(exactly(in, length));
            readLine(in);
        }
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    private static String readLine(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream(128);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            if (line.size() > MAX_LINE) {
                throw new IOException("header line too long");
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private static void closeSilently(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // A socket that fails to close is as good as closed; its reader notices.
            return;
        }
    }
}
