package io.azureccm.common.config.options;

/** The complete command line, validated, with defaults filled in. Flags of other apps have their defaults. */
public record ControllerOptions(RunOptions run, CloudConfigOptions cloudConfig, ClusterOptions cluster,
        WorkOptions work,
        LeaderElectionOptions leaderElection, KubeOptions kube, ServingOptions serving) {

    public App app() {
        return run.app();
    }

    public boolean dryRun() {
        return run.dryRun();
    }

    /** The same options as a dry run: for planning while writing is not allowed yet. */
    public ControllerOptions asDryRun() {
        return new ControllerOptions(run.asDryRun(), cloudConfig, cluster, work, leaderElection, kube, serving);
    }

    public String clusterName() {
        return cluster.name();
    }
}
