package io.azureccm.credential.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A connection to a server, or to a proxy for plain HTTP, that is used for requests in sequence. */
final class Connection implements Closeable {
    private final Socket socket;
    private final String proxyAuthorization;
    private final boolean wholeUrls;
    private final ResponseReader reader;
    private final OutputStream out;

    /**
     * @param wholeUrls true for a proxy that needs absolute URLs (plain HTTP)
     *
     * @param proxyAuthorization value of the header for that proxy, or null
     */
    Connection(Socket socket, boolean wholeUrls, String proxyAuthorization) throws IOException {
        this.socket = socket;
        this.wholeUrls = wholeUrls;
        this.proxyAuthorization = proxyAuthorization;
        reader = new ResponseReader(socket);
        out = socket.getOutputStream();
    }

    /** Whether it can be reused after the last response. */
    boolean reusable() {
        return reader.reusable();
    }

    HttpResponse exchange(HttpRequest request, String userAgent, Deadline within) throws IOException {
        StringBuilder head = new StringBuilder(request.method()).append(' ');
        if (wholeUrls)
            head.append("http://").append(request.uri().getRawAuthority());
        String path = request.uri().getRawPath();
        head.append(path == null || path.isEmpty() ? "/" : path);
        if (request.uri().getRawQuery() != null)
            head.append('?').append(request.uri().getRawQuery());
        head.append(" HTTP/1.1\r\nHost: ").append(request.uri().getRawAuthority()).append("\r\n");
        if (wholeUrls && proxyAuthorization != null)
            header(head, "Proxy-Authorization", proxyAuthorization);
        header(head, "User-Agent", userAgent);
        header(head, "Accept", "application/json");
        for (Map.Entry<String, String> header : request.headers().entrySet())
            header(head, header.getKey(), header.getValue());
        if (request.body() != null)
            header(head, "Content-Length", Integer.toString(request.body().length));
        head.append("\r\n");
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (request.body() != null)
            message.writeBytes(request.body());
        message.writeTo(out);
        out.flush();
        return reader.read(within);
    }

    /** A header on one line, whatever its value contains. */
    private static void header(StringBuilder head, String name, String value) {
        head.append(name).append(": ");
        for (int i = 0; i < value.length(); i++)
            head.append(value.charAt(i) < ' ' ? ' ' : value.charAt(i));
        head.append("\r\n");
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            // closing is the goal anyway
        }
    }
}
