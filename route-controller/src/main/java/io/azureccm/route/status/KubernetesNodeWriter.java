package io.azureccm.route.status;

import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.fabric8.kubernetes.api.model.Node;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Writes into nodes of a Kubernetes API. */
public final class KubernetesNodeWriter implements NodeWriter {
    private final NodePatches patches;
    private final InstantSource clock;

    public KubernetesNodeWriter(NodePatches patches, InstantSource clock) {
        this.patches = patches;
        this.clock = clock;
    }

    @Override
    public void setConnected(Node node, boolean connected) {
        if (NetworkCondition.says(node, connected))
            return;
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        if (patches.condition(node, NetworkCondition.of(connected, now)) == PatchOutcome.REFUSED)
            throw new IllegalStateException("this process may not write any more");

    }
}
