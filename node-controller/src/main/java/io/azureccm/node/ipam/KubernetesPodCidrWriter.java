package io.azureccm.node.ipam;

import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.fabric8.kubernetes.api.model.Node;
import java.util.ArrayList;
import java.util.List;

/** Writes through the Kubernetes API, and only to the version of the Node that was read without pod CIDRs. */
public record KubernetesPodCidrWriter(NodePatches patches) implements PodCidrWriter {
    @Override
    public Written write(Node seen, List<String> cidrs) {
        List<String> found = new ArrayList<>();
        PatchOutcome outcome = patches.podCidrs(seen, cidrs, found::addAll);
        return new Written(outcome, found);
    }
}
