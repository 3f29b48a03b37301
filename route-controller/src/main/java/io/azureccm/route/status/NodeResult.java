package io.azureccm.route.status;

import io.azureccm.route.plan.RouteReason;
import java.util.List;

/** What one node may be told. */
public sealed interface NodeResult {
    /** Every pod CIDR has its route in Azure. */
    record Connected() implements NodeResult {}

    /** Some pod CIDR has none; {@code failures} is what there is to tell about it. */
    record Disconnected(List<Failure> failures) implements NodeResult {
        public Disconnected {
            failures = List.copyOf(failures);

        }
    }

    /** Nothing is known for sure, or there is nothing to say: the node is left as it is. */
    record Open() implements NodeResult {}

    /** A pod CIDR that got no route, and why, in a sentence and as a reason. */
    record Failure(String podCidr, String problem, RouteReason reason) {}
}
