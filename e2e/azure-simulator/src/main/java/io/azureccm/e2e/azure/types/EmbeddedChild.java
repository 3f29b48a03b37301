package io.azureccm.e2e.azure.types;

/**
 * A sub-resource that is stored as an array element of its parent and has its own URL.
 *
 * @param segment type segment in the path
 * @param property array in the parent's properties
 * @param writable whether it may be put and deleted separately
 */
public record EmbeddedChild(String segment, String property, boolean writable) {
    public static EmbeddedChild writable(String name) {
        return new EmbeddedChild(name, name, true);
    }

    public static EmbeddedChild readable(String name) {
        return new EmbeddedChild(name, name, false);
    }
}
