package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;

/**
 * A sub-resource that is stored as an array element of its parent and has its own URL.
 *
 * @param name type segment in the path, and array in the parent's properties
 * @param writable whether it may be put and deleted separately
 */
public record EmbeddedChild(String name, boolean writable, Shape shape) {
    public static EmbeddedChild writable(String name, Shape shape) {
        return new EmbeddedChild(name, true, shape);
    }

    public static EmbeddedChild readable(String name, Shape shape) {
        return new EmbeddedChild(name, false, shape);
    }

    void complete(ObjectNode child) {
        child.remove(List.of("etag", "type", "id"));
        Json.properties(child).remove("provisioningState");
        shape.complete(child);
    }
}
