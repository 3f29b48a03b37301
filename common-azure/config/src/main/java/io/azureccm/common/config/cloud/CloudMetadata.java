package io.azureccm.common.config.cloud;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The response of a Resource Manager's metadata endpoint (api-version 2019-05-01): an array of clouds. Missing fields are
 * empty.
 */
record CloudMetadata(List<Entry> entries) {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String PATH = "metadata/endpoints?api-version=2019-05-01";

    /** One cloud of the response. */
    record Entry(String name, String resourceManager, String audience, String loginEndpoint) {}

    static URI url(String resourceManagerEndpoint) {
        return URI.create(resourceManagerEndpoint + (resourceManagerEndpoint.endsWith("/") ? "" : "/") + PATH);
    }

    /** @throws IOException if the bytes are not a JSON array of clouds */
    static CloudMetadata parse(byte[] body) throws IOException {
        JsonNode tree;
        try {
            tree = JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IOException("the response is not JSON", e);
        }
        if (!tree.isArray()) {
            throw new IOException("the response is not a JSON array of clouds");
        }
        List<Entry> entries = new ArrayList<>();
        for (JsonNode cloud : tree) {
            JsonNode authentication = cloud.path("authentication");
            entries.add(new Entry(cloud.path("name").asText(""), cloud.path("resourceManager").asText(""),
                    authentication.path("audiences").path(0).asText(""),
                    authentication.path("loginEndpoint").asText("")));
        }
        return new CloudMetadata(List.copyOf(entries));
    }

    /** The cloud with that name, ignoring case; the first one for an empty name. */
    Optional<Entry> find(String name) {
        return entries.stream().filter(e -> name.isEmpty() || e.name().equalsIgnoreCase(name)).findFirst();
    }

    List<String> names() {
        return entries.stream().map(Entry::name).toList();
    }
}
