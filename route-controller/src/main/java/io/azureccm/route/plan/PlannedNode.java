package io.azureccm.route.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.route.spec.NodeFacts;
import java.util.List;

/**
 * The state of a node after the plan. {@code missing}: its pod CIDRs that get no route; {@code written}: those whose
 * route this plan writes, so the node is reported as connected only after the write has succeeded; {@code outside}:
 * routed pod CIDRs outside the ranges of the cluster, whose routes will not be removed later.
 */
public record PlannedNode(NodeFacts node, Kind kind, List<Missing> missing, List<String> written,
        List<String> outside) {
    /** The kind of state. */
    public enum Kind {
        /** Nothing to report: it has no pod CIDR and no route, or is not managed by this controller. */
        SILENT,
        /** Every pod CIDR has its route, in the table or in this plan. */
        CONNECTED,
        /** At least one pod CIDR gets no route. */
        LACKING,
        /** It has pod CIDRs, but is so new that its addresses are not known yet. */
        TOO_NEW,
        /** Its routes are written by one of the next plans, within seconds. */
        POSTPONED,
        /** Its machine is not in Azure, so its pod CIDRs get no route here; some of them have none. */
        ELSEWHERE,
        /** It has no pod CIDR, but there are routes with its name in the table. */
        STRAY
    }

    /** A pod CIDR that gets no route, and the reason. */
    public record Missing(String podCidr, Refusal refusal) {}

    public PlannedNode {
        missing = List.copyOf(missing);
        written = List.copyOf(written);
        outside = List.copyOf(outside);

    }
}
