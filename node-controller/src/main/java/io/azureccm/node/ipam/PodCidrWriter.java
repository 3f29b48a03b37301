package io.azureccm.node.ipam;

import io.azureccm.common.kube.patch.PatchOutcome;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;

/** Writes the pod CIDRs of one Node that has none. Throws if the API server rejected the write or did not answer. */
@FunctionalInterface
public interface PodCidrWriter {
    /** The outcome of the write, and the CIDRs that the Node has now, empty if unknown. */
    record Written(PatchOutcome outcome, List<String> cidrs) {
        public Written {
            cidrs = List.copyOf(cidrs);
        }
    }

    Written write(Node seen, List<String> cidrs);
}
