package io.azureccm.route.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.route.spec.NodeFacts;
import java.util.List;

/**
 * How a node stands once the plan is carried out. {@code missing}: its pod CIDRs that get no route; {@code written}: those whose
 * route this plan writes, so that nothing good may be said of the node before the write has ended well; {@code outside}: those
 * that are routed though they lie outside the ranges of the cluster, so that nobody removes their routes later.
 */
public record PlannedNode(NodeFacts node, Kind kind, List<Missing> missing, List<String> written,
        List<String> outside) {
    /** What there is to say about a node. */
    public enum Kind {
        /** Nothing: it has no pod CIDR and no route, or is not ours to speak of. */
        SILENT,
        /** Every pod CIDR has its route, in the table or in this plan. */
        CONNECTED,
        /** At least one pod CIDR gets no route. */
        LACKING,
        /** It has pod CIDRs and is so new that nobody knows its addresses. */
        TOO_NEW,
        /** It has no pod CIDR, but routes of the table bear its name. */
        STRAY
    }

    /** A pod CIDR that gets no route, and why. */
    public record Missing(String podCidr, Refusal refusal) {}

    public PlannedNode {
        missing = List.copyOf(missing);
        written = List.copyOf(written);
        outside = List.copyOf(outside);

    }
}
