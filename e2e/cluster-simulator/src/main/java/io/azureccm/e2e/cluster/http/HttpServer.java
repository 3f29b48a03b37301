package io.azureccm.e2e.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;

/**
 * A small HTTP/1.1 server on the loopback address with Netty's codec and one virtual thread per connection. Written for
 * watches that stay open and for faults that an ordinary server would not allow.
 */
public final class HttpServer implements AutoCloseable {
    private static final int MAX_LINE = 64 * 1024;
    private static final int MAX_BODY = 64 * 1024 * 1024;

    private final HttpHandler handler;
    private final ServerSocket server = new ServerSocket();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile SSLContext tls;

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
            Optional<X509Certificate> peer = peer(spoken);
            InputStream in = spoken.getInputStream();
            Codec codec = new Codec(spoken.getOutputStream()::write, new HttpServerCodec(MAX_LINE, MAX_LINE, MAX_LINE),
                    new HttpObjectAggregator(MAX_BODY));
            codec.receive(in, message -> answer((FullHttpRequest) message, peer, new HttpExchange(spoken, in, codec)));
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

    /** True if the connection can be reused. */
    private boolean answer(FullHttpRequest message, Optional<X509Certificate> peer, HttpExchange exchange)
            throws IOException, InterruptedException {
        if (message.decoderResult().isFailure())
            return false;
        handler.handle(HttpRequest.of(message, peer), exchange);
        return exchange.reusable() && HttpUtil.isKeepAlive(message);
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
