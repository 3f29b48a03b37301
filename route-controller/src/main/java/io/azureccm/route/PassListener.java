package io.azureccm.route;

import io.azureccm.route.apply.Verdict;
import io.azureccm.route.plan.RoutePlan;
import java.util.Collection;

/** Hears of every pass that was carried out: its last plan and what it came to for the nodes. */
@FunctionalInterface
public interface PassListener {
    PassListener NONE = (plan, verdicts) -> {};

    void passed(RoutePlan plan, Collection<Verdict> verdicts);
}
