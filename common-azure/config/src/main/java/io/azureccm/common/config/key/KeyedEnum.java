package io.azureccm.common.config.key;

/** An enum each of whose constants has a key of {@code azure.json}. */
public interface KeyedEnum {

    /** The name of the key. */
    String key();

    /** What the key does, as one sentence without a full stop. */
    String effect();

    /** The default as it would be written, or empty. */
    default String fallback() {
        return "";
    }
}
