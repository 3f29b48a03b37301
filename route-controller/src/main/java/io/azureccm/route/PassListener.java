package io.azureccm.route;

import io.azureccm.common.core.Refusal;
import io.azureccm.route.apply.Verdict;
import io.azureccm.route.plan.RoutePlan;
import java.util.Collection;
import java.util.List;

/** Hears of every pass that was carried out: its last plan and what it came to for the nodes, and what its plans found. */
public interface PassListener {
    PassListener NONE = new PassListener() {
    };

    default void passed(RoutePlan plan, Collection<Verdict> verdicts) {}

    /** A plan puts right so much that nobody asked for and that was not found before; 0 for most plans. */
    default void drifted(int changes) {}

    /** All that the last plan of a pass refused, old and new; also in a dry run. */
    default void refused(List<Refusal> refusals) {}

    /** This instance does not lead any more: others make the plans. */
    default void follows() {}
}
