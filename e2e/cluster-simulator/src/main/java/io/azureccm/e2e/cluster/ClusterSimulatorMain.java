package io.azureccm.e2e.cluster;

/** Starts the embedded Kubernetes API from the command line. */
public final class ClusterSimulatorMain {
    private ClusterSimulatorMain() {}

    public static void main(String[] args) {
        System.out.println("cluster-simulator");
    }
}
