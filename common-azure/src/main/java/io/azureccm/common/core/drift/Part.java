package io.azureccm.common.core.drift;

import io.azureccm.common.core.Change;
import java.util.Locale;

/** One part of an ARM resource that a plan can change: the kind of element as changes name it, and its name in lower case. */
public record Part(String element, String name) {
    /** The resource itself, without its elements and tags. */
    public static final Part RESOURCE = new Part(Change.RESOURCE, "");
    /** How changes name a tag. */
    public static final String TAG = "tag";
    /** How changes name a backend pool of a load balancer, and the membership of a machine in one ({@code kubernetes/pool}). */
    public static final String POOL = "pool";

    public Part {
        name = name.toLowerCase(Locale.ROOT);
    }

    /** The part that a change is about. */
    public static Part of(Change change) {
        return change.isResource() ? RESOURCE : new Part(change.element(), change.name());
    }
}
