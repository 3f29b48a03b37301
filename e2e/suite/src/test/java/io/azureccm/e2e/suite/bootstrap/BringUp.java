package io.azureccm.e2e.suite.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Kube-scheduler, kubelets, and the controllers of Deployments and DaemonSets for a {@link NewCluster}, one look after the other:
 * pods are made, placed, and run when what they need is there. Rollouts of a change, evictions and growing pauses between
 * restarts are not modelled.
 */
final class BringUp implements AutoCloseable {
    private static final Duration STANDSTILL = Duration.ofMinutes(8);
    private static final long LOOK_MILLIS = 100;
    private static final int PODS = 100;
    private static final int LINES = 8;
    private static final int WIDTH = 400;

    private final NewCluster fresh;
    private final Path folder;
    private final List<Workload> workloads = new ArrayList<>(Addons.ALL);
    private final List<Machine> machines = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();
    private final Set<String> timeline = new LinkedHashSet<>();
    /** Loopback addresses of this run, so that runs beside it do not meet its ports. */
    private final String network = "127." + ThreadLocalRandom.current().nextInt(1, 255) + "."
            + ThreadLocalRandom.current().nextInt(255) + ".";
    private boolean namesFromElsewhere;

    BringUp(NewCluster fresh, Path folder) {
        this.fresh = fresh;
        this.folder = folder;
        workloads.addAll(fresh.workloads());
        for (Workload workload : workloads) {
            for (int i = 0; !workload.isDaemonSet() && i < workload.replicas(); i++) {
                pods.add(new Pod(workload, workload.name() + "-" + i, null));
            }
        }
    }

    /** A machine comes up and its kubelet registers it. */
    Machine join(String name, boolean controlPlane) {
        Machine machine = new Machine(fresh.cluster(), name, network + (1 + machines.size()));
        machine.register(controlPlane);
        machines.add(machine);
        timeline.add(name + " registered");
        return machine;
    }

    List<Machine> machines() {
        return machines;
    }

    List<Pod> pods(Workload workload) {
        return pods.stream().filter(pod -> pod.isOf(workload)).toList();
    }

    /** What has happened, in its order; each thing once. */
    List<String> timeline() {
        return List.copyOf(timeline);
    }

    /** Goes on until the condition holds; fails when nothing has happened any more for long. */
    void until(String what, BooleanSupplier condition) {
        int seen = -1;
        long deadline = 0;
        while (!condition.getAsBoolean()) {
            if (timeline.size() > seen) {
                seen = timeline.size();
                deadline = System.nanoTime() + STANDSTILL.toNanos();
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not " + what + ": " + explanation());
            }
            look();
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stop);
            }
        }
        observe();
    }

    private void look() {
        workloads.stream().filter(Workload::isDaemonSet).forEach(this::makeDaemons);
        for (Pod pod : pods) {
            if (!pod.isPlaced()) {
                Scheduler.place(pod.spec(), machines, pods, pod.workload()).ifPresent(pod::placeOn);
            }
            if (pod.isPlaced() && !pod.runs() && pod.waitsFor().isEmpty()) {
                start(pod);
            }
        }
        pods(Addons.NETWORK_AGENT).stream().filter(Pod::runs).forEach(agent -> agent.machine().agentWorks());
        machines.forEach(Machine::lifecycle);
        pods.stream().flatMap(pod -> pod.process().stream()).forEach(process -> {
            process.resolve(fresh.names());
            process.keepRunning();
        });
        observe();
    }

    private void makeDaemons(Workload workload) {
        for (Machine machine : machines) {
            if (isFor(workload, machine) && pods(workload).stream().noneMatch(pod -> pod.isOn(machine))) {
                pods.add(new Pod(workload, workload.name() + "-" + machine.name(), machine));
            }
        }
    }

    /** Whether the DaemonSet wants a pod on the machine. */
    private boolean isFor(Workload workload, Machine machine) {
        return Scheduler.obstacles(workload.pod(), machine, List.of(), workload).isEmpty();
    }

    /** What its machine has come to, so that it is placed there, is in the timeline before it. */
    private void start(Pod pod) {
        observe(pod.machine());
        if (fresh.workloads().contains(pod.workload())) {
            try {
                PodProcess process = new PodProcess(pod, address(pod), fresh.cluster(),
                        Files.createDirectories(folder.resolve(pod.name())), () -> resolves(pod));
                process.resolve(fresh.names());
                process.keepRunning();
                pod.run(process);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        } else {
            pod.run();
        }
        timeline.add(pod.workload().name() + " runs on " + pod.machine().name());
    }

    /** A pod of the pod network has an address of its own. */
    private String address(Pod pod) {
        return pod.spec().hostNetwork() ? pod.machine().address() : network + (PODS + pods.indexOf(pod));
    }

    /** The name servers of a machine always answer, those of the cluster while a pod of them runs. */
    private boolean resolves(Pod pod) {
        return namesFromElsewhere || pod.spec().resolver() == PodSpec.Resolver.NODE
                || pods(Addons.DNS).stream().anyMatch(Pod::runs);
    }

    /** From now on somebody else answers in the place of the cluster's DNS. */
    void answerNames() {
        namesFromElsewhere = true;
    }

    /** Whether no process runs and a further look changes nothing, so that it stays like this. */
    boolean nothingMoves() {
        int before = timeline.size();
        look();
        return before == timeline.size() && pods.stream().allMatch(pod -> pod.process().isEmpty());
    }

    private void observe() {
        machines.forEach(this::observe);
        if (!fresh.addresses().isEmpty()) {
            timeline.add("service served");
        }
    }

    private void observe(Machine machine) {
        note(machine, "initialised", machine.isInitialised());
        note(machine, "has pod addresses", machine.hasPodAddresses());
        note(machine, "has a pod network", machine.podNetwork());
        note(machine, "ready", machine.isReady());
        note(machine, "routed", machine.isRouted());
        note(machine, "free of the taints of a start", machine.taints()
                .stream()
                .allMatch(taint -> taint.key().equals(Taint.CONTROL_PLANE)));
    }

    private void note(Machine machine, String what, boolean is) {
        if (is) {
            timeline.add(machine.name() + " " + what);
        }
    }

    /** Whether all pods that a workload wants are ready, as {@code kubectl rollout status} has it. */
    boolean isRolledOut(Workload workload) {
        List<Pod> own = pods(workload);
        long wanted = workload.isDaemonSet()
                ? machines.stream().filter(machine -> isFor(workload, machine)).count()
                : workload.replicas();
        List<Pod> ready = own.stream().filter(Pod::isReady).toList();
        ready.forEach(pod -> timeline.add(workload.name() + " ready on " + pod.machine().name()));
        return wanted > 0 && own.size() == wanted && ready.size() == wanted;
    }

    /** How often a container has ended by itself. */
    int restarts() {
        return pods.stream().flatMap(pod -> pod.process().stream()).mapToInt(PodProcess::restarts).sum();
    }

    /** Why a pod does not run: per machine what is in its way; empty for one that runs. */
    List<String> obstacles(Pod pod) {
        if (pod.runs()) {
            return List.of();
        }
        if (pod.isPlaced()) {
            return pod.waitsFor().stream().toList();
        }
        return machines.stream()
                .map(machine -> machine.name() + ": "
                        + String.join(", ", Scheduler.obstacles(pod.spec(), machine, pods, pod.workload())))
                .toList();
    }

    /** What keeps pods of a workload from the machines. */
    List<String> obstacles(Workload workload) {
        return machines.stream()
                .flatMap(machine -> Scheduler.obstacles(workload.pod(), machine, pods, workload).stream())
                .toList();
    }

    private String explanation() {
        String what = timeline.stream().collect(Collectors.joining("\n  ", "\n  ", "\n"));
        String waiting = pods.stream()
                .filter(pod -> !pod.isReady())
                .map(pod -> pod + (pod.runs() ? " is not ready" : " waits: " + obstacles(pod)))
                .collect(Collectors.joining("\n"));
        String logs = pods.stream()
                .flatMap(pod -> pod.process().stream().map(process -> pod + ":\n" + end(process.log())))
                .collect(Collectors.joining("\n"));
        return what + waiting + "\n" + logs;
    }

    private static String end(String log) {
        List<String> lines = log.lines().toList();
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size())
                .stream()
                .map(line -> line.substring(0, Math.min(line.length(), WIDTH)))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        pods.stream().flatMap(pod -> pod.process().stream()).forEach(PodProcess::close);
    }
}
