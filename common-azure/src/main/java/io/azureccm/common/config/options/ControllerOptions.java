package io.azureccm.common.config.options;

import java.util.Objects;

/** Everything the command line says, validated, with defaults filled in. Flags of other apps have their defaults. */
public record ControllerOptions(RunOptions run, CloudConfigOptions cloudConfig, ClusterOptions cluster,
        WorkOptions work,
        LeaderElectionOptions leaderElection, KubeOptions kube, ServingOptions serving) {

    public ControllerOptions {
        Objects.requireNonNull(run);
        Objects.requireNonNull(cloudConfig);
        Objects.requireNonNull(cluster);
        Objects.requireNonNull(work);
        Objects.requireNonNull(leaderElection);
        Objects.requireNonNull(kube);
        Objects.requireNonNull(serving);
    }

    public App app() {
        return run.app();
    }

    public boolean dryRun() {
        return run.dryRun();
    }

    /** The same, but as a dry run: for planning while nothing may be written yet. */
    public ControllerOptions asDryRun() {
        return new ControllerOptions(run.asDryRun(), cloudConfig, cluster, work, leaderElection, kube, serving);
    }

    public String clusterName() {
        return cluster.name();
    }
}
