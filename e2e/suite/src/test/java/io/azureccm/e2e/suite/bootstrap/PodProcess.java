package io.azureccm.e2e.suite.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.process.CachedApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The container of an app's pod: the packaged app as a process of its own, with the arguments and the environment that the chart
 * renders. What differs from a container: paths of mounts are paths of this machine, the service account comes as a kubeconfig,
 * and the process binds to the loopback address that stands for its machine or pod. It knows the names in one file only, which
 * are those that its resolver answers at the moment.
 */
final class PodProcess implements AutoCloseable {
    private static final String LOCAL = "127.0.0.1 localhost";

    private final Pod pod;
    private final String address;
    private final List<String> command;
    private final Map<String, String> environment;
    private final Path log;
    private final Path names;
    private final BooleanSupplier resolves;
    private final Probe probe;
    private Process process;
    private int starts;

    /** {@code address} is the one that it binds to; {@code resolves} says whether the pod's resolver answers. */
    PodProcess(Pod pod, String address, ClusterSimulator cluster, Path folder, BooleanSupplier resolves) {
        this.pod = pod;
        this.address = address;
        this.resolves = resolves;
        this.log = folder.resolve("log");
        PodFiles files = new PodFiles(cluster, pod.workload().namespace(), pod.spec(), folder);
        this.names = files.write("hosts", LOCAL);
        JsonNode container = pod.spec().container();
        this.environment = environment(container, files);
        this.command = new ArrayList<>(CachedApp.command(container.path("name").asText(),
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")));
        container.path("args").forEach(argument -> command.add(files.onThisMachine(expanded(argument.asText()))));
        String account = pod.spec().json().path("serviceAccountName").asText("default");
        command.add("--kubeconfig=" + files.write("kubeconfig", cluster.kubeconfigOf(pod.workload().namespace(),
                account)));
        this.probe = new Probe(container, address);
    }

    private Map<String, String> environment(JsonNode container, PodFiles files) {
        Map<String, String> variables = new HashMap<>(Map.of("SERVER_ADDRESS", address, "HOSTNAME", pod.name()));
        for (JsonNode variable : container.path("env")) {
            variables.put(variable.path("name").asText(), variable.has("valueFrom")
                    ? field(variable.at("/valueFrom/fieldRef/fieldPath").asText())
                    : files.onThisMachine(variable.path("value").asText()));
        }
        // The machines of the model share one loopback address.
        variables.replace("AZURECCM_HEALTH_ADDRESS", address);
        variables.merge("JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + names, (chart, ours) -> chart + " " + ours);
        return variables;
    }

    private String field(String path) {
        return switch (path) {
            case "spec.nodeName" -> pod.machine().name();
            case "metadata.name" -> pod.name();
            case "metadata.namespace" -> pod.workload().namespace();
            case "status.hostIP", "status.podIP" -> address;
            default -> throw new UnsupportedOperationException("field " + path);
        };
    }

    private String expanded(String argument) {
        String text = argument;
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            text = text.replace("$(" + variable.getKey() + ")", variable.getValue());
        }
        return text;
    }

    /** Starts it, or starts it again when it has ended, as a kubelet does but without its growing pauses. */
    void keepRunning() {
        if (process != null && process.isAlive()) {
            return;
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("AZURE_") || name.startsWith("SPRING_"));
        builder.environment().putAll(environment);
        try {
            process = builder.start();
            starts++;
        } catch (IOException failed) {
            throw new UncheckedIOException("starting " + command, failed);
        }
    }

    /** Gives the process the names that its resolver answers now: {@code answers} as lines of a hosts file, or none. */
    void resolve(List<String> answers) {
        try {
            List<String> lines = new ArrayList<>(
                    List.of(LOCAL, "127.0.0.1 " + InetAddress.getLocalHost().getHostName()));
            if (resolves.getAsBoolean()) {
                lines.addAll(answers);
            }
            String text = String.join("\n", lines) + "\n";
            if (!text.equals(Files.readString(names))) {
                Path next = Files.writeString(names.resolveSibling("hosts.next"), text);
                Files.move(next, names, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    boolean isReady() {
        return process != null && process.isAlive() && probe.succeeds();
    }

    int restarts() {
        return Math.max(0, starts - 1);
    }

    String log() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }
}
