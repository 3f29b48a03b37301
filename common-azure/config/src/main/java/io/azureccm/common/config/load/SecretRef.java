package io.azureccm.common.config.load;

import java.util.Objects;

/** One key of one Kubernetes Secret. */
public record SecretRef(String namespace, String name, String key) {

    public SecretRef {
        Objects.requireNonNull(namespace);
        Objects.requireNonNull(name);
        Objects.requireNonNull(key);
    }

    /** The name in messages, for example {@code secret kube-system/azure-cloud-provider[cloud-config]}. */
    public String source() {
        return "secret " + namespace + "/" + name + "[" + key + "]";
    }
}
