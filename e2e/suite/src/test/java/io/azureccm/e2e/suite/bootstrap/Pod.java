package io.azureccm.e2e.suite.bootstrap;

import java.util.Optional;

/**
 * One pod of a workload: pending without a machine, then waiting for what it needs, then running. A pod of an app runs as a
 * process; one of the model (cluster DNS, network plug-in) runs by being here.
 */
final class Pod {
    private final Workload workload;
    private final PodSpec spec;
    private final String name;
    private Machine machine;
    private PodProcess process;
    private boolean runs;

    Pod(Workload workload, String name, Machine machine) {
        this.workload = workload;
        this.spec = workload.pod();
        this.name = name;
        this.machine = machine;
    }

    String name() {
        return name;
    }

    PodSpec spec() {
        return spec;
    }

    Workload workload() {
        return workload;
    }

    Machine machine() {
        return machine;
    }

    Optional<PodProcess> process() {
        return Optional.ofNullable(process);
    }

    boolean isOf(Workload other) {
        return workload.name().equals(other.name());
    }

    boolean isOn(Machine other) {
        return machine == other;
    }

    boolean isPlaced() {
        return machine != null;
    }

    void placeOn(Machine chosen) {
        machine = chosen;
    }

    boolean runs() {
        return runs;
    }

    void run() {
        runs = true;
    }

    void run(PodProcess started) {
        process = started;
        runs = true;
    }

    /** Why the kubelet cannot start it; empty when it can. */
    Optional<String> waitsFor() {
        return spec.hostNetwork() || machine.podNetwork()
                ? Optional.empty()
                : Optional.of("the network plug-in of " + machine.name());
    }

    boolean isReady() {
        return runs && (process == null || process.isReady());
    }

    @Override
    public String toString() {
        return name + (machine == null ? "" : " on " + machine.name());
    }
}
