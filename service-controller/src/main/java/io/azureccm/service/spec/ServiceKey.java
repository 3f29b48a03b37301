package io.azureccm.service.spec;

/** The name of a Service: {@code namespace/name}. */
public record ServiceKey(String namespace, String name) implements Comparable<ServiceKey> {
    public static ServiceKey parse(String text) {
        int slash = text.indexOf('/');
        return new ServiceKey(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(ServiceKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
