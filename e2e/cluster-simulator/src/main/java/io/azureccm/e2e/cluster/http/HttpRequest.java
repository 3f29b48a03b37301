package io.azureccm.e2e.cluster.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request: path still percent-encoded, query decoded, header names in lower case with values joined by commas.
 *
 * @param certificate the verified client certificate
 * @param warnings warnings for the response; added while the request is served
 */
public record HttpRequest(String method, String path, Map<String, List<String>> query, Map<String, String> headers,
        byte[] body, Optional<X509Certificate> certificate, List<String> warnings) {

    public HttpRequest(String method, String path, Map<String, List<String>> query, Map<String, String> headers,
            byte[] body, Optional<X509Certificate> certificate) {
        this(method, path, query, headers, body, certificate, new ArrayList<>());
    }

    /** The path's segments, decoded, without empty ones. */
    public List<String> segments() {
        List<String> segments = new ArrayList<>();
        for (String part : path.split("/")) {
            if (!part.isEmpty()) {
                segments.add(decode(part.replace("+", "%2B")));
            }
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

    static Map<String, List<String>> parseQuery(String raw) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (String pair : raw.split("&")) {
            if (!pair.isEmpty()) {
                int eq = pair.indexOf('=');
                String name = decode(eq < 0 ? pair : pair.substring(0, eq));
                query.computeIfAbsent(name, key -> new ArrayList<>()).add(eq < 0 ? "" : decode(pair.substring(eq + 1)));
            }
        }
        return query;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
