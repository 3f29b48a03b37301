package io.azureccm.common.core.drift;

import io.azureccm.common.core.Change;
import java.util.Locale;

/** One part of an ARM resource that a plan can change: the kind of element as named in changes, and its name in lower case. */
public record Part(String element, String name) {
    /** The resource itself, without its elements and tags. */
    public static final Part RESOURCE = new Part(Change.RESOURCE, "");
    /** The name of a tag element in changes. */
    public static final String TAG = "tag";
    /**
     * The name in changes of a load balancer's backend pool, and of the membership of a machine in one
     * ({@code kubernetes/pool}).
     */
    public static final String POOL = "pool";

    public Part {
        name = name.toLowerCase(Locale.ROOT);
    }

    /** The part that a change concerns. */
    public static Part of(Change change) {
        return change.isResource() ? RESOURCE : new Part(change.element(), change.name());
    }
}
