package io.azureccm.common.core.draining;

import io.azureccm.common.core.condition.ProblemReason;

/** Why a node gets no new connections from load balancers although it is a member of their pools. The words are stable. */
public enum DrainReason implements ProblemReason {
    OUT_OF_SERVICE("OutOfService", "The Node has the taint `node.kubernetes.io/out-of-service`.",
            "Repair or delete the Node; it gets new connections again once the taint is removed."),
    CORDONED("Cordoned", "The Node has been unschedulable for the time of the setting.",
            "`kubectl uncordon` lets the node get new connections again."),
    EXCLUDED("Excluded",
            "The Node has the label `node.kubernetes.io/exclude-from-external-load-balancers`.",
            "Nothing: it leaves the pools when its time is over. Once the label is removed, it gets new"
                    + " connections again."),
    CLUSTER_AUTOSCALER("ClusterAutoscaler",
            "The cluster autoscaler is about to delete the Node: it has the taint `ToBeDeletedByClusterAutoscaler`.",
            "Nothing: it leaves the pools when its time is over, or with its Node."),
    DELETED("Deleted", "The Node is being deleted, and finalizers hold it.",
            "Nothing: it leaves the pools when its time is over, or with its Node.");

    private final Text text;

    DrainReason(String word, String meaning, String remedy) {
        this.text = new Text(word, meaning, remedy);
    }

    @Override
    public Text text() {
        return text;
    }

    /** Whether the node finally leaves the pools; a node with another reason stays a member as long as it has it. */
    public boolean leaves() {
        return this == EXCLUDED || this == CLUSTER_AUTOSCALER || this == DELETED;
    }

    /**
     * Whether programs on the node may still serve. If one address must stay up as the last one, it is rather that of such a
     * node.
     */
    public boolean serves() {
        return this != OUT_OF_SERVICE;
    }

    @Override
    public boolean variesByAttempt() {
        return false;
    }
}
