package io.azureccm.common.kube.event;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/** The object an event is about; namespace, uid and version may be empty. */
public record ObjectRef(String apiVersion, String kind, String namespace, String name, String uid,
        String resourceVersion) {
    public ObjectRef {
        namespace = Objects.requireNonNullElse(namespace, "");
        uid = Objects.requireNonNullElse(uid, "");
        resourceVersion = Objects.requireNonNullElse(resourceVersion, "");
    }

    public static ObjectRef of(HasMetadata object) {
        return new ObjectRef(object.getApiVersion(), object.getKind(), object.getMetadata().getNamespace(),
                object.getMetadata().getName(), object.getMetadata().getUid(),
                object.getMetadata().getResourceVersion());
    }

    /** The namespace of events about this object: events of objects without a namespace are in {@code default}. */
    String eventNamespace() {
        return namespace.isEmpty() ? "default" : namespace;
    }
}
