package io.azureccm.e2e.azure.store;

/**
 * One resource, or a part of it, pointing to another.
 *
 * @param from id of the part that points, such as a frontend or an IP configuration
 * @param to id of what it points to
 * @param address private address taken in the subnet pointed to; empty for every other kind of reference
 */
public record Reference(String from, String to, String address) {
    public static Reference of(String from, String to) {
        return new Reference(from, to, "");
    }
}
