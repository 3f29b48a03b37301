package io.azureccm.service.spec;

/** The name of a Service: {@code namespace/name}. */
public final class ServiceKey implements Comparable<ServiceKey> {
    private final String namespace;
    private final String name;
    private final String text;

    public ServiceKey(String namespace, String name) {
        this.namespace = namespace;
        this.name = name;
        this.text = namespace + "/" + name;
    }

    public static ServiceKey parse(String text) {
        int slash = text.indexOf('/');
        return new ServiceKey(text.substring(0, slash), text.substring(slash + 1));
    }

    public String namespace() {
        return namespace;
    }

    public String name() {
        return name;
    }

    @Override
    public int compareTo(ServiceKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof ServiceKey that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
