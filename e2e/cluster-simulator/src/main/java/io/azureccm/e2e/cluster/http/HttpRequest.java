package io.azureccm.e2e.cluster.http;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;

/**
 * One request: path still percent-encoded, query decoded, header names in lower case with values joined by commas.
 *
 * @param certificate the verified client certificate
 * @param warnings warnings for the response; added while the request is served
 */
public record HttpRequest(String method, String path, Map<String, List<String>> query, Map<String, String> headers,
        byte[] body, Optional<X509Certificate> certificate, List<String> warnings) {

    static HttpRequest of(FullHttpRequest message, Optional<X509Certificate> certificate) {
        QueryStringDecoder uri = new QueryStringDecoder(message.uri(), StandardCharsets.UTF_8, true, 1024, true);
        Map<String, String> headers = new LinkedHashMap<>();
        message.headers()
                .forEach(header -> headers.merge(header.getKey().toLowerCase(Locale.ROOT), header.getValue(),
                        (one, next) -> one + "," + next));
        return new HttpRequest(message.method().name(), uri.rawPath(), uri.parameters(), headers,
                ByteBufUtil.getBytes(message.content()), certificate, new ArrayList<>());
    }

    /** The path's segments, decoded, without empty ones. */
    public List<String> segments() {
        List<String> segments = new ArrayList<>();
        for (String part : path.split("/")) {
            if (!part.isEmpty())
                segments.add(QueryStringDecoder.decodeComponent(part.replace("+", "%2B")));
        }
        return segments;
    }

    /** The first value of a query parameter, or an empty string. */
    public String param(String name) {
        List<String> values = query.get(name);
        return values == null ? "" : values.getFirst();
    }

    /** True for {@code ?name}, {@code ?name=true} and {@code ?name=1}. */
    public boolean flag(String name) {
        return query.containsKey(name) && List.of("", "true", "1", "True", "t").contains(param(name));
    }

    public String header(String name) {
        return headers.getOrDefault(name, "");
    }
}
