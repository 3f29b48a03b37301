package io.azureccm.node.plan;

/** An operation, and whether it starts now. */
public record PlannedOperation(NodeOperation operation, Readiness readiness) {
    public static PlannedOperation ready(NodeOperation operation) {
        return new PlannedOperation(operation, Readiness.READY);
    }

    public boolean isReady() {
        return readiness instanceof Readiness.Ready;
    }

    /** Whether it writes to a Node now. */
    boolean writes() {
        return isReady()
                && (operation instanceof NodeOperation.Write || operation instanceof NodeOperation.AssignPodCidrs);
    }
}
