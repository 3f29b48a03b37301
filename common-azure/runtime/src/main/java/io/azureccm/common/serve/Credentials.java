package io.azureccm.common.serve;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The credentials of a request: the address that it came from; the certificates of its connection, the client's own first, none if it sent none; and its
 * headers, whose names are looked up ignoring case.
 */
public record Credentials(String address, List<X509Certificate> certificates, Map<String, List<String>> headers) {
    public Credentials {
        certificates = List.copyOf(certificates);
        Map<String, List<String>> ordered = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ordered.putAll(headers);
        headers = ordered;
    }

    List<String> header(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /** The bearer token, if there is one. */
    Optional<String> token() {
        return header("Authorization").stream()
                .findFirst()
                .map(value -> value.strip().split(" +", 3))
                .filter(parts -> parts.length >= 2 && parts[0].toLowerCase(Locale.ROOT).equals("bearer"))
                .map(parts -> parts[1])
                .filter(token -> !token.isEmpty());
    }
}
