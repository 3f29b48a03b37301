package io.azureccm.common.kube.informer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows objects to an informer that was not started, in the way a list and a watch do. For one thread at a time. */
public final class InformerFeed<T extends HasMetadata> {
    private final ObjectReader<T> reader;
    private final ResourceStore<T> store;
    private final String resource;
    private Map<String, JsonNode> shown = new HashMap<>();

    private InformerFeed(String resource, ObjectReader<T> reader, ResourceStore<T> store) {
        this.resource = resource;
        this.reader = reader;
        this.store = store;
    }

    public static InformerFeed<?> of(ResourceInformer<?> informer) {
        String resource = informer.status().resource();
        return switch (resource) {
            case "services" -> of(informer, resource, new ObjectReader<>(Service.class, Trim.services()));
            case "nodes" -> of(informer, resource, new ObjectReader<>(Node.class, Trim.nodes()));
            case "endpointslices" ->
                of(informer, resource, new ObjectReader<>(EndpointSlice.class, Trim.endpointSlices()));
            case "namespaces" -> of(informer, resource, new ObjectReader<>(Namespace.class, Trim::metadata));
            default -> throw new IllegalArgumentException(resource);
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends HasMetadata> InformerFeed<T> of(ResourceInformer<?> informer, String resource,
            ObjectReader<T> reader) {
        return new InformerFeed<>(resource, reader, (ResourceStore<T>) informer.store());
    }

    public String resource() {
        return resource;
    }

    /** All objects there are, as a list shows them. */
    public void list(List<ObjectNode> objects) {
        Map<String, T> all = new LinkedHashMap<>();
        objects.forEach(object -> all.put(key(object), read(object)));
        shown = byKey(objects);
        store.replace(new Listing<>("1", all, Map.of()));
    }

    /** The same as changes since the last call, as a watch shows them. */
    public void watch(List<ObjectNode> objects) {
        Map<String, JsonNode> now = byKey(objects);
        List<JsonNode> changed = new ArrayList<>();
        shown.forEach((key, object) -> {
            if (!now.containsKey(key))
                store.remove(read(object));
        });
        objects.forEach(object -> {
            if (!object.equals(shown.get(key(object))))
                changed.add(object);
        });
        shown = now;
        changed.forEach(object -> store.put(read(object)));
    }

    private T read(JsonNode object) {
        try {
            String line = "{\"type\": \"ADDED\", \"object\": " + object + "}";
            if (reader.line(line, "") instanceof WatchSignal.Present<T>(T read))
                return read;
            throw new IllegalArgumentException("unusable: " + object);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        } catch (InformerException status) {
            throw new IllegalArgumentException(status);
        }
    }

    private static Map<String, JsonNode> byKey(List<ObjectNode> objects) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        objects.forEach(object -> all.put(key(object), object));
        return all;
    }

    private static String key(JsonNode object) {
        return ResourceStore.key(object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText());
    }
}
