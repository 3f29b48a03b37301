package io.azureccm.common.config.load;

/** One key of one Kubernetes Secret. */
public record SecretRef(String namespace, String name, String key) {

    /** The name in messages, for example {@code secret kube-system/azure-cloud-provider[cloud-config]}. */
    public String source() {
        return "secret " + namespace + "/" + name + "[" + key + "]";
    }
}
