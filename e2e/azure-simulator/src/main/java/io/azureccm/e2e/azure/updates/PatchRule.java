package io.azureccm.e2e.azure.updates;

/**
 * The effect of a PATCH on a type.
 *
 * @param type resource type; {@code Provider/*} matches all other types of the provider
 */
public record PatchRule(String type, Effect effect) {

    /** How a PATCH changes the resource. */
    public enum Effect {
        /** Replaces all tags; any other property is rejected. */
        TAGS_ONLY,
        /** Objects are merged member by member; arrays and tags are replaced as a whole. */
        MERGED,
        /** The verb is rejected. */
        NOT_SUPPORTED
    }
}
