package io.azureccm.e2e.azure.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One HTTP request in the simulator: decoded path and query, headers with lower-case names.
 *
 * @param base scheme and authority that the client used, so that links point back to it
 */
public record ArmRequest(String method, String path, Map<String, String> query, Map<String, String> headers,
        byte[] body, String base) {

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(java.util.Locale.ROOT)));
    }

    public Optional<String> parameter(String name) {
        return query.entrySet()
                .stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    public List<String> segments() {
        return java.util.Arrays.stream(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
    }

    public boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }
}
