package io.azureccm.route.plan;

import java.util.Map;

/**
 * What earlier answers of Azure keep out of a plan: nodes whose routes are not written now, by name, and routes beyond
 * the limit of the table. Removals are never kept out.
 */
public record Constraints(Map<String, Withheld> withheld, int limit) {
    public static final Constraints NONE = new Constraints(Map.of(), PlannerSettings.EXPECTED_ROUTES);
    /** The key of the tags of the table, which cannot be the name of a node. */
    public static final String TAGS = "the tags of the table";

    /** Why routes of a node are not written, in a sentence; {@code brief}: it ends within seconds and is not reported. */
    public record Withheld(RouteReason reason, String message, boolean brief) {}

    public Constraints {
        withheld = Map.copyOf(withheld);
    }
}
