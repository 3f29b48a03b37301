package io.azureccm.e2e.azure.updates;

/**
 * What a PATCH of a type does.
 *
 * @param type resource type; {@code Provider/*} stands for the other types of the provider
 */
public record PatchRule(String type, Effect effect, Evidence evidence, String source) {

    /** How a PATCH changes the resource. */
    public enum Effect {
        /** Replaces all tags; any other property is refused. */
        TAGS_ONLY,
        /** Objects are merged member by member; arrays and tags are replaced as a whole. */
        MERGED,
        /** The verb is refused. */
        NOT_SUPPORTED
    }
}
