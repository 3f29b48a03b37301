package io.azureccm.common.core.shadow;

import io.azureccm.common.core.preview.Preview;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * One reading of all input of a plan: the plan, the objects of the cluster by name ({@link #WHOLE} for what belongs to none of
 * them), for each resource in Azure a number that changes with it (by the key of its id), and the addresses that security
 * rules lead to (by {@link #rule}). It is complete if nothing in the plan is marked as not read.
 */
public record ShadowCheck(Instant at, Preview preview, Map<String, SeenObject> objects, Map<String, Integer> resources,
        Map<String, Set<String>> destinations) {
    /** The name for what concerns the cluster as a whole. */
    public static final String WHOLE = "";

    public ShadowCheck {
        objects = Map.copyOf(objects);
        resources = Map.copyOf(resources);
        destinations = Map.copyOf(destinations);
    }

    /** The key of a security rule; {@code group} is the key of the id of its security group. */
    public static String rule(String group, String name) {
        return group + "/" + name.toLowerCase(java.util.Locale.ROOT);
    }

    boolean isComplete() {
        return preview.unread().isEmpty();
    }

    /** The addresses under which users reach any object. */
    Set<String> addressesInUse() {
        Set<String> all = new HashSet<>();
        objects.values().forEach(each -> all.addAll(each.addresses()));
        return all;
    }
}
