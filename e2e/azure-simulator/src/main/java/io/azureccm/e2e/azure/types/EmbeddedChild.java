package io.azureccm.e2e.azure.types;

/**
 * A sub-resource that lives as an array element inside its parent and has its own URL.
 *
 * @param segment type segment in the path
 * @param property array under the parent's properties
 * @param writable whether it may be put and deleted on its own
 */
public record EmbeddedChild(String segment, String property, boolean writable) {
    public static EmbeddedChild writable(String name) {
        return new EmbeddedChild(name, name, true);
    }

    public static EmbeddedChild readable(String name) {
        return new EmbeddedChild(name, name, false);
    }
}
