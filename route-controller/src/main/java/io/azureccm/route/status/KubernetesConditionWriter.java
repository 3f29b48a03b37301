package io.azureccm.route.status;

import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Writes to nodes through the Kubernetes API. */
public record KubernetesConditionWriter(NodePatches patches, InstantSource clock) implements ConditionWriter {
    @Override
    public void write(Node node, ConditionWrite conditions) {
        Instant now = clock.instant();
        List<NodeCondition> wanted = new ArrayList<>();
        conditions.connected()
                .ifPresent(connected -> wanted
                        .add(NetworkCondition.of(connected, now.truncatedTo(ChronoUnit.SECONDS).toString())));
        conditions.routed().ifPresent(routed -> wanted.add(NodeConditions.toWrite(routed, now)));
        if (patches.conditionsAgain(node, wanted) == PatchOutcome.REFUSED)
            throw new IllegalStateException("this process may not write any more");

    }
}
