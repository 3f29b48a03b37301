package io.azureccm.common.core.shadow;

import java.util.Set;

/**
 * An object of the cluster as the planner knew it at one check: {@code value} equals that of an earlier check as long as
 * nothing that plans depend on has changed; {@code addresses} are those under which users reach it.
 */
public record SeenObject(Object value, Set<String> addresses) {
    public SeenObject {
        addresses = Set.copyOf(addresses);
    }

    public static SeenObject of(Object value) {
        return new SeenObject(value, Set.of());
    }
}
