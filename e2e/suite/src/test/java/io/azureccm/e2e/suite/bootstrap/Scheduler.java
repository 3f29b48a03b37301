package io.azureccm.e2e.suite.bootstrap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where pods may run: what kube-scheduler's filters say about node selector and affinity, taints, host ports and required
 * anti-affinity; of several machines the one with the fewest pods of the workload, as a preferred anti-affinity has it.
 */
final class Scheduler {
    private Scheduler() {}

    /** The machine for a pod; empty while there is none. */
    static Optional<Machine> place(PodSpec pod, Collection<Machine> machines, Collection<Pod> all, Workload of) {
        return machines.stream()
                .filter(machine -> obstacles(pod, machine, all, of).isEmpty())
                .min(Comparator.comparingLong(machine -> siblings(machine, all, of)));
    }

    private static long siblings(Machine machine, Collection<Pod> all, Workload of) {
        return all.stream().filter(other -> other.isOf(of) && other.isOn(machine)).count();
    }

    /** Why a pod may not run on a machine. */
    static List<String> obstacles(PodSpec pod, Machine machine, Collection<Pod> all, Workload of) {
        List<String> obstacles = new ArrayList<>();
        if (!pod.selects(machine.node().at("/metadata/labels"))) {
            obstacles.add("is not selected");
        }
        machine.taints()
                .stream()
                .filter(taint -> taint.keepsPodsAway() && !pod.tolerates(taint))
                .forEach(taint -> obstacles.add("taint " + taint.key()));
        for (Pod other : all) {
            if (other.isOn(machine)) {
                Set<Integer> ports = other.spec().hostPorts();
                pod.hostPorts().stream().filter(ports::contains).forEach(port -> obstacles.add("host port " + port));
            }
        }
        if (pod.mustBeApart() && siblings(machine, all, of) > 0) {
            obstacles.add("anti-affinity");
        }
        return obstacles;
    }
}
