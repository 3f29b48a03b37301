package io.azureccm.route.status;

import io.azureccm.route.plan.RouteReason;
import java.util.List;

/** What to report to a node. */
public sealed interface NodeResult {
    /** Every pod CIDR has its route in Azure. */
    record Connected() implements NodeResult {}

    /** At least one pod CIDR has no route; {@code failures} are the ones to report. */
    record Disconnected(List<Failure> failures) implements NodeResult {
        public Disconnected {
            failures = List.copyOf(failures);

        }
    }

    /** Nothing is certain, or there is nothing to report: the node's condition stays. */
    record Open() implements NodeResult {}

    /** A pod CIDR without a route, and the problem as a sentence and as a reason. */
    record Failure(String podCidr, String problem, RouteReason reason) {}
}
