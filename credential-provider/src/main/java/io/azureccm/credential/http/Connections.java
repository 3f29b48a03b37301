package io.azureccm.credential.http;

import io.azureccm.credential.report.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Opens connections: direct, through a proxy, or always to one address. TLS connections verify the server name. */
public final class Connections {
    private static final int CONNECT_MILLIS = 10_000;
    /**
     * The client generates a key for each group it offers, and this is the fastest; if the server wants another group,
     * all are offered.
     */
    private static final String[] FAST_GROUPS = {"x25519"};

    private final ProxySettings proxies;
    private final Trust trust;
    private final InetSocketAddress fixed;

    private Connections(ProxySettings proxies, Trust trust, InetSocketAddress fixed) {
        this.proxies = proxies;
        this.trust = trust;
        this.fixed = fixed;
    }

    public static Connections through(ProxySettings proxies, Trust trust) {
        return new Connections(proxies, trust, null);
    }

    /** Connects to this address whatever the host of a URL is, and never through a proxy. */
    public static Connections always(InetSocketAddress address, Trust trust) {
        return new Connections(null, trust, address);
    }

    /** The proxy of a request as shown in messages, or an empty string. */
    String route(HttpRequest request) {
        URI proxy = proxy(request);
        return proxy == null
                ? ""
                : " through the proxy " + proxy.getHost() + (proxy.getPort() < 0 ? "" : ":" + proxy.getPort());
    }

    private URI proxy(HttpRequest request) {
        return proxies == null
                ? null
                : proxies.proxyFor(request.secure(), request.host().toLowerCase(Locale.ROOT), request.port());
    }

    Connection open(HttpRequest request, Deadline within) throws IOException {
        Deadline limit = within.orIn(CONNECT_MILLIS);
        try {
            return open(request, limit, FAST_GROUPS);
        } catch (SSLException refused) {
            if (Trust.problem(refused) != null)
                throw refused;
            return open(request, limit, null);
        }
    }

    private Connection open(HttpRequest request, Deadline limit, String[] groups) throws IOException {
        URI proxy = proxy(request);
        String scheme = proxy == null ? "" : proxy.getScheme().toLowerCase(Locale.ROOT);
        boolean tunnel = scheme.startsWith("http");
        boolean secureProxy = scheme.equals("https");
        Socket socket;
        if (!tunnel) {
            socket = proxy != null
                    ? throughSocks(proxy, request, limit)
                    : fixed != null ? connected(fixed, limit) : connected(request.host(), request.port(), limit);
        } else {
            int port = proxy.getPort() >= 0 ? proxy.getPort() : secureProxy ? 443 : 80;
            socket = connected(proxy.getHost(), port, limit);
            if (secureProxy)
                socket = secured(socket, proxy.getHost(), port, limit, groups);
        }
        String authorization = tunnel ? authorization(proxy) : null;
        if (!request.secure())
            return new Connection(socket, tunnel, authorization);
        if (tunnel)
            tunnel(socket, request, authorization, limit);
        return new Connection(secured(socket, request.host(), request.port(), limit, groups), false, null);
    }

    private static Socket connected(String host, int port, Deadline limit) throws IOException {
        InetAddress[] addresses = InetAddress.getAllByName(host);
        IOException last = null;
        for (int i = 0; i < addresses.length; i++) {
            try {
                // An unreachable address must not use up the time for the next ones.
                return connected(new InetSocketAddress(addresses[i], port),
                        limit.orIn(limit.left() / (addresses.length - i)));
            } catch (IOException refused) {
                last = refused;
            }
        }
        throw last;
    }

    private static Socket connected(InetSocketAddress address, Deadline limit) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(address, limit.millis());
            return socket;
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    private static Socket throughSocks(URI proxy, HttpRequest request, Deadline limit) throws IOException {
        int port = proxy.getPort() >= 0 ? proxy.getPort() : 1080;
        Socket socket = new Socket(new Proxy(Proxy.Type.SOCKS, new InetSocketAddress(proxy.getHost(), port)));
        socket.connect(InetSocketAddress.createUnresolved(request.host(), request.port()), limit.millis());
        return socket;
    }

    private static void tunnel(Socket socket, HttpRequest request, String authorization, Deadline limit)
            throws IOException {
        String host = request.uri().getHost() + ":" + request.port();
        String head = "CONNECT " + host + " HTTP/1.1\r\nHost: " + host + "\r\n"
                + (authorization == null ? "" : "Proxy-Authorization: " + authorization + "\r\n") + "\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        ResponseReader reader = new ResponseReader(socket);
        int status = reader.readHead(limit).status();
        if (status / 100 != 2 || reader.hasMore()) {
            socket.close();
            if (status == 429 || status >= 500)
                throw new IOException("the proxy answered with status " + status);
            throw new ProtocolException("the proxy answered with status " + status);
        }
    }

    private Socket secured(Socket plain, String host, int port, Deadline limit, String[] groups) throws IOException {
        try {
            plain.setSoTimeout(limit.millis());
            SSLSocket socket = (SSLSocket) trust.sockets().createSocket(plain, host, port, true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setNamedGroups(groups);
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket;
        } catch (IOException refused) {
            plain.close();
            throw refused;
        } catch (IllegalArgumentException wrong) {
            plain.close();
            throw new Failure("not a valid server name: " + host);
        }
    }

    private static String authorization(URI proxy) {
        String user = proxy.getRawUserInfo();
        if (user == null)
            return null;
        // A plus sign stands for itself, unlike in forms.
        String plain = URLDecoder.decode(user.replace("+", "%2B"), StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }
}
