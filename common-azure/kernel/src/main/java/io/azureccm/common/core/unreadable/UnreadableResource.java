package io.azureccm.common.core.unreadable;

import io.azureccm.common.core.ArmId;

/**
 * A resource in an answer of ARM that cannot be read: it exists, and nothing else is known of it. {@code id} is its own; if the answer does
 * not identify it, the id consists of the collection and its position in the list, as in {@code .../loadBalancers/#3}. {@code problem}
 * names the wrong member, its value, and what it must be.
 */
public record UnreadableResource(ArmId id, boolean identified, String problem) {
    private static final String POSITION = "#";

    /** The element of a list at this position, counted from 1, that shows no id. */
    public static UnreadableResource at(ArmId collection, int position, String problem) {
        return new UnreadableResource(ArmId.parse(collection + "/" + POSITION + position), false, problem);
    }

    /** The path that lists it. */
    public ArmId collection() {
        return id.siblings();
    }

    /** In one line: which resource it is, and why it cannot be read. */
    public String describe() {
        String where = id.resourceGroup().isEmpty() ? "" : " in resource group " + id.resourceGroup();
        String which = identified
                ? id.shortName() + where
                : "element " + id.name().substring(POSITION.length()) + " of the list of " + collection().shortName()
                        + where;
        return which + " cannot be read: " + problem;
    }
}
