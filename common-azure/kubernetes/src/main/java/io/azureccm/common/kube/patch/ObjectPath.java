package io.azureccm.common.kube.patch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/**
 * Location of one object: its URL path without a leading slash, and the uid that distinguishes it from another object of the
 * same name (may be empty).
 */
public record ObjectPath(String path, String uid) {
    public static ObjectPath of(HasMetadata object) {
        String version = object.getApiVersion();
        String namespace = object.getMetadata().getNamespace();
        String path = (version.contains("/") ? "apis/" : "api/") + version
                + (namespace == null || namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/"
                + HasMetadata.getPlural(object.getClass()) + "/" + object.getMetadata().getName();
        return new ObjectPath(path, Objects.requireNonNullElse(object.getMetadata().getUid(), ""));
    }

    String subresource(String name) {
        return name.isEmpty() ? path : path + "/" + name;
    }
}
