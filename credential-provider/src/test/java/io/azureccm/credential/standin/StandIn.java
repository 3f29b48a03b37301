package io.azureccm.credential.standin;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocket;

/**
 * A proxy and all of Azure behind it, on one local port: tunnels end here, with a certificate for the requested host. A
 * second port is the identity bindings endpoint, with TLS from the start.
 */
public final class StandIn implements Closeable {
    public static final String BINDINGS = "ib.standin.test";

    private final Authority authority;
    private final ServerSocket proxy;
    private final ServerSocket bindings;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private volatile List<Rule> rules = List.of();

    public StandIn(Authority authority) {
        this.authority = authority;
        try {
            proxy = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
            bindings = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        accept(proxy, false);
        accept(bindings, true);
    }

    public String url() {
        return "http://127.0.0.1:" + proxy.getLocalPort();
    }

    public int bindingsPort() {
        return bindings.getLocalPort();
    }

    public void rules(List<Rule> all) {
        rules = all;
        seen.clear();
    }

    /** The requests so far, in their order. */
    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    private void accept(ServerSocket server, boolean secure) {
        Thread.ofPlatform().daemon().name("stand-in").start(() -> {
            while (true) {
                try {
                    Socket socket = server.accept();
                    sockets.add(socket);
                    Thread.ofVirtual().start(() -> serve(socket, secure));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private void serve(Socket socket, boolean secure) {
        try (socket) {
            socket.setTcpNoDelay(true);
            if (secure)
                serve(secured(socket, BINDINGS), "https://" + BINDINGS);
            else
                serve(socket, url());
        } catch (IOException gone) {
            // the client may disconnect at any time
        } finally {
            sockets.remove(socket);
        }
    }

    private Socket secured(Socket socket, String host) throws IOException {
        SSLSocket secured = (SSLSocket) authority.server(host)
                .getSocketFactory()
                .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
        secured.setUseClientMode(false);
        secured.startHandshake();
        return secured;
    }

    private void serve(Socket socket, String origin) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        while (true) {
            String[] start = line(in).split(" ");
            Map<String, String> headers = new TreeMap<>();
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                int colon = line.indexOf(':');
                headers.put(line.substring(0, colon).toLowerCase(java.util.Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            if (start[0].equals("CONNECT")) {
                tunnel(socket, start[1]);
                return;
            }
            byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
            String target = start[1].startsWith("/") ? origin + start[1] : start[1];
            int question = target.indexOf('?');
            String url = question < 0 ? target : target.substring(0, question);
            Map<String, String> query = fields(question < 0 ? "" : target.substring(question + 1));
            Map<String, String> form = fields(new String(body, StandardCharsets.UTF_8));
            seen.add(new Seen(start[0], url, query, form, headers));
            if (!answer(socket, start[0], url, query, form))
                return;
        }
    }

    private void tunnel(Socket socket, String target) throws IOException {
        String host = target.substring(0, target.lastIndexOf(':'));
        for (Rule rule : rules) {
            if (rule.refuses(host)) {
                seen.add(new Seen("CONNECT", target, Map.of(), Map.of(), Map.of()));
                socket.getOutputStream()
                        .write(("HTTP/1.1 " + rule.status + " refused\r\nContent-Length: 0\r\n\r\n").getBytes());
                return;
            }
        }
        socket.getOutputStream().write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes());
        serve(secured(socket, host), "https://" + host);
    }

    private boolean answer(Socket socket, String method, String url, Map<String, String> query,
            Map<String, String> form)
            throws IOException {
        for (Rule rule : rules) {
            if (rule.fits(method, url)) {
                if (rule.status == Rule.HANG)
                    return socket.getInputStream().read() >= 0;
                if (rule.status == Rule.RAW) {
                    socket.getOutputStream().write(rule.body.getBytes(StandardCharsets.ISO_8859_1));
                    return false;
                }
                write(socket, rule.status, rule.headers, rule.body);
                return true;
            }
        }
        usual(socket, method, url, query, form);
        return true;
    }

    private void usual(Socket socket, String method, String url, Map<String, String> query, Map<String, String> form)
            throws IOException {
        String host = url.replaceFirst("https?://([^/]*).*", "$1");
        if (url.equals("http://169.254.169.254/metadata/identity/oauth2/token") || url.equals(url() + "/msi/token")) {
            String id = "system";
            for (String name : List.of("mi_res_id", "msi_res_id", "client_id"))
                id = query.getOrDefault(name, id);
            write(socket, 200, List.of(),
                    "{\"access_token\":\"aad:" + id + "\",\"expires_in\":\"86400\",\"token_type\":\"Bearer\"}");
        } else if (host.equals(BINDINGS)) {
            write(socket, 200, List.of(),
                    "{\"access_token\":\"ib:" + form.get("client_id") + "\",\"expires_in\":3600}");
        } else if (method.equals("GET") && url.endsWith("/v2/")) {
            write(socket, 401, List.<String[]>of(new String[]{"Www-Authenticate",
                    "Bearer realm=\"https://" + host + "/oauth2/token\",service=\"" + host + "\""}), "");
        } else if (method.equals("POST") && url.endsWith("/oauth2/exchange")) {
            write(socket, 200, List.of(), "{\"refresh_token\":\"acr:" + host + ":" + form.get("access_token") + "\"}");
        } else if (method.equals("POST") && url.endsWith("/oauth2/v2.0/token")) {
            write(socket, 200, List.of(),
                    "{\"access_token\":\"aad:" + form.get("client_id") + "\",\"token_type\":\"Bearer\"}");
        } else {
            write(socket, 404, List.of(), "");
        }
    }

    private static void write(Socket socket, int status, List<String[]> headers, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " x\r\nContent-Length: " + bytes.length + "\r\n");
        for (String[] header : headers)
            head.append(header[0]).append(": ").append(header[1].replaceAll("[\r\n]", " ")).append("\r\n");
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[start.length + bytes.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(bytes, 0, all, start.length, bytes.length);
        socket.getOutputStream().write(all);
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : text.split("&")) {
            int equals = field.indexOf('=');
            if (equals >= 0)
                fields.put(decoded(field.substring(0, equals)), decoded(field.substring(equals + 1)));
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0)
                throw new EOFException();
            if (b != '\r')
                line.append((char) b);
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            proxy.close();
            bindings.close();
            for (Socket socket : new ArrayList<>(sockets))
                socket.close();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
