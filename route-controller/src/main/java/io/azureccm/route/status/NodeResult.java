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

    /** Its machine is not in Azure: what it lacks is reported, but the Node is not modified. */
    record Elsewhere(List<Failure> failures) implements NodeResult {
        public Elsewhere {
            failures = List.copyOf(failures);
        }
    }

    /** Nothing is certain, or there is nothing to report: the node's condition stays. */
    record Open() implements NodeResult {}

    /** What to report by events. */
    default List<Failure> problems() {
        return switch (this) {
            case Disconnected(List<Failure> failures) -> failures;
            case Elsewhere(List<Failure> failures) -> failures;
            case Connected connected -> List.of();
            case Open open -> List.of();
        };
    }

    /** A pod CIDR without a route, and the problem as a sentence and as a reason. */
    record Failure(String podCidr, String problem, RouteReason reason) {}
}
