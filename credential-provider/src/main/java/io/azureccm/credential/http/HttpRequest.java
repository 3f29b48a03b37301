package io.azureccm.credential.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request to send; {@code uri} is an absolute http or https URL with a host.
 *
 * @param body null for a request without one
 */
public record HttpRequest(String method, URI uri, Map<String, String> headers, byte[] body) {

    public static HttpRequest get(URI uri, Map<String, String> headers) {
        return new HttpRequest("GET", uri, headers, null);
    }

    /** A POST with form fields. */
    public static HttpRequest form(URI uri, Map<String, String> fields, Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-Type", "application/x-www-form-urlencoded");
        return new HttpRequest("POST", uri, all, encoded(fields).getBytes(StandardCharsets.US_ASCII));
    }

    /** Fields encoded as the query of a URL or as a form. */
    public static String encoded(Map<String, String> fields) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, String> field : fields.entrySet()) {
            if (!text.isEmpty())
                text.append('&');
            text.append(encoded(field.getKey())).append('=').append(encoded(field.getValue()));
        }
        return text.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    boolean secure() {
        return "https".equals(uri.getScheme());
    }

    int port() {
        return uri.getPort() >= 0 ? uri.getPort() : secure() ? 443 : 80;
    }

    /** The host without the brackets of an IPv6 address. */
    String host() {
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** The URL as shown in messages: without query. */
    public String shown() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + (uri.getRawPath() == null ? "" : uri.getRawPath());
    }
}
