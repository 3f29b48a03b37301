package io.azureccm.e2e.azure.store;

import java.util.List;

/**
 * A reference from one resource, or a part of it, to another.
 *
 * @param from ID of the referencing part, such as a frontend or an IP configuration
 * @param to ID of the referenced resource or part
 * @param address private address in the referenced subnet; empty for all other references
 */
public record Reference(String from, String to, String address) {
    public static Reference of(String from, String to) {
        return new Reference(from, to, "");
    }

    /** References to each of these. */
    public static List<Reference> all(String from, List<String> to) {
        return to.stream().map(id -> of(from, id)).toList();
    }
}
