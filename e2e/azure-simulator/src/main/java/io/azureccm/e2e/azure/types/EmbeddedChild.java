package io.azureccm.e2e.azure.types;

/**
 * A sub-resource that is stored as an array element of its parent and has its own URL.
 *
 * @param name type segment in the path, and array in the parent's properties
 * @param writable whether it may be put and deleted separately
 */
public record EmbeddedChild(String name, boolean writable) {
    public static EmbeddedChild writable(String name) {
        return new EmbeddedChild(name, true);
    }

    public static EmbeddedChild readable(String name) {
        return new EmbeddedChild(name, false);
    }
}
