package io.azureccm.common.kube.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The URL path of a collection of objects, for example {@code api/v1/nodes}, with its query. */
record ApiPath(String path, Map<String, String> query) {
    static ApiPath of(Class<? extends HasMetadata> type, InformerScope scope) {
        String version = HasMetadata.getApiVersion(type);
        String namespace = scope.namespace().isEmpty() ? "" : "/namespaces/" + scope.namespace();
        String path = (version.contains("/") ? "apis/" : "api/") + version + namespace + "/"
                + HasMetadata.getPlural(type);
        return new ApiPath(path, Map.of()).with("labelSelector", scope.labelSelector())
                .with("fieldSelector", scope.fieldSelector());
    }

    /** With an additional parameter, unless its value is empty. */
    ApiPath with(String name, String value) {
        if (value.isEmpty())
            return this;
        Map<String, String> more = new TreeMap<>(query);
        more.put(name, value);
        return new ApiPath(path, more);
    }

    String url(String base) {
        String start = base.endsWith("/") ? base : base + "/";
        return query.isEmpty()
                ? start + path
                : start + path + query.entrySet()
                        .stream()
                        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&", "?", ""));
    }
}
