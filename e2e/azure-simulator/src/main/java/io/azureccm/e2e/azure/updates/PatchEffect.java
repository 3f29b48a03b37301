package io.azureccm.e2e.azure.updates;

/** How a PATCH changes a resource. */
public enum PatchEffect {
    /** Replaces all tags; any other property is rejected. */
    TAGS_ONLY,
    /** Objects are merged member by member; arrays and tags are replaced as a whole. */
    MERGED,
    /** The verb is rejected. */
    NOT_SUPPORTED
}
