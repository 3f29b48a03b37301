package io.azureccm.common.kube.stored;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A client of a Kubernetes API that contains these objects, by the plural of their kind, and never changes. */
public final class StoredObjects {
    private static final String SELECTOR = "labelSelector=";

    private StoredObjects() {}

    /** A collection without an entry does not exist: listing it fails. {@code selectors} parses a label selector. */
    public static KubernetesClient client(Map<String, List<ObjectNode>> objects,
            Function<String, Predicate<Map<String, String>>> selectors) {
        Config config = Config.empty();
        config.setMasterUrl("https://snapshot.invalid");
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config)
                .withHttpClientFactory(new StoredHttp.Factory(uri -> list(objects, uri, selectors)))
                .build();
    }

    private static Optional<String> list(Map<String, List<ObjectNode>> objects, URI uri,
            Function<String, Predicate<Map<String, String>>> selectors) {
        String plural = uri.getPath().substring(uri.getPath().lastIndexOf('/') + 1);
        Predicate<Map<String, String>> selected = selector(uri).map(selectors).orElse(labels -> true);
        return Optional.ofNullable(objects.get(plural)).map(all -> {
            ObjectNode list = JsonNodeFactory.instance.objectNode();
            list.putObject("metadata").put("resourceVersion", "1");
            var items = list.putArray("items");
            all.stream().filter(each -> selected.test(labels(each))).forEach(items::add);
            return list.toString();
        });
    }

    private static Optional<String> selector(URI uri) {
        return Arrays.stream(Optional.ofNullable(uri.getRawQuery()).orElse("").split("&"))
                .filter(each -> each.startsWith(SELECTOR))
                .map(each -> URLDecoder.decode(each.substring(SELECTOR.length()), StandardCharsets.UTF_8))
                .filter(text -> !text.isBlank())
                .findFirst();
    }

    private static Map<String, String> labels(ObjectNode object) {
        return object.path("metadata")
                .path("labels")
                .properties()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().asText()));
    }
}
