package io.azureccm.service.spec.parse;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.spec.DrainFacts;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the reasons to drain a Node, as far as the policy enables them. {@code shown}: the condition that marks a Node as drained.
 */
record DrainFactsParser(DrainPolicy policy, Function<Node, Optional<ShownCondition>> shown) {
    private static final String OUT_OF_SERVICE_TAINT = "node.kubernetes.io/out-of-service";
    private static final String UNSCHEDULABLE_TAINT = "node.kubernetes.io/unschedulable";

    /** {@code elsewhere}: the Node is not a pool member for a reason other than draining. */
    DrainFacts parse(Node node, boolean elsewhere) {
        Optional<ShownCondition> condition = shown.apply(node);
        if (policy.isNone() && condition.isEmpty())
            return DrainFacts.NONE;
        Map<DrainReason, Optional<Instant>> reasons = reasons(node);
        // A reason to leave at once takes precedence over reasons that allow more time.
        boolean atOnce = elsewhere || reasons.keySet()
                .stream()
                .anyMatch(reason -> reason.leaves() && !policy.reasons().contains(reason));
        reasons.keySet().removeIf(reason -> atOnce && reason.leaves() || !policy.reasons().contains(reason));
        return new DrainFacts(reasons, condition);
    }

    private static Map<DrainReason, Optional<Instant>> reasons(Node node) {
        Map<DrainReason, Optional<Instant>> reasons = new EnumMap<>(DrainReason.class);
        List<Taint> taints = node.getSpec() == null ? List.of() : node.getSpec().getTaints();
        for (Taint taint : taints) {
            if (OUT_OF_SERVICE_TAINT.equals(taint.getKey()))
                reasons.put(DrainReason.OUT_OF_SERVICE, added(taint));
            if (NodeFactsParser.AUTOSCALER_TAINT.equals(taint.getKey()))
                reasons.put(DrainReason.CLUSTER_AUTOSCALER, added(taint).or(() -> seconds(taint.getValue())));
        }
        if (node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
            reasons.put(DrainReason.CORDONED, taints.stream()
                    .filter(taint -> UNSCHEDULABLE_TAINT.equals(taint.getKey()))
                    .findFirst()
                    .flatMap(DrainFactsParser::added));
        if (node.getMetadata().getDeletionTimestamp() != null)
            reasons.put(DrainReason.DELETED, moment(node.getMetadata().getDeletionTimestamp()));
        if (node.getMetadata().getLabels() != null && NodeFactsParser.isExcluded(node.getMetadata().getLabels()))
            reasons.put(DrainReason.EXCLUDED, Optional.empty());
        return reasons;
    }

    private static Optional<Instant> added(Taint taint) {
        return moment(taint.getTimeAdded());
    }

    private static Optional<Instant> moment(String text) {
        try {
            return Optional.ofNullable(text).map(Instant::parse);
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    /** The autoscaler's taint has the time at which it was set as its value, in seconds of Unix time. */
    private static Optional<Instant> seconds(String value) {
        try {
            return value == null ? Optional.empty() : Optional.of(Instant.ofEpochSecond(Long.parseLong(value)));
        } catch (NumberFormatException | DateTimeException noMoment) {
            return Optional.empty();
        }
    }
}
