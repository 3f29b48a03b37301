package io.azureccm.common.kube.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** The cached objects of an informer, which must not be modified. Keys are {@code namespace/name}, or {@code name}. */
public interface ResourceStore<T extends HasMetadata> {
    Optional<T> get(String key);

    /** All current objects, ordered by key. */
    List<T> list();

    int size();

    static String key(HasMetadata object) {
        return key(object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    static String key(String namespace, String name) {
        return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
