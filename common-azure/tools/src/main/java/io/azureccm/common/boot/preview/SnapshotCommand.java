package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.command.Command;
import io.azureccm.common.boot.command.Invocation;
import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.preview.ExitCode;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.snapshot.Read;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * {@code snapshot}: writes everything that a plan reads to a file, so that plans can be made from it later, elsewhere and
 * without credentials.
 */
public record SnapshotCommand(Function<MeterRegistry, ControllerProgram> program) implements Command {
    /** The command's own flags. */
    public static final List<String> FLAGS = List.of("output", "timeout", "filename", "namespace");
    /** Flags of the app that only say where to read. */
    private static final List<String> PLACES = List.of("cloud-config", "cloud-config-secret-name",
            "cloud-config-secret-namespace", "cloud-config-key", "kubeconfig", "master", "authentication-kubeconfig",
            "authorization-kubeconfig");

    @Override
    public String name() {
        return "snapshot";
    }

    @Override
    public String description() {
        return "Write what a plan reads, without secrets, to a file for plan --snapshot, and exit: 0 written, 4"
                + " not everything could be read and nothing was written, 1 errors of the command itself."
                + " Own flags: --output=file, -f=manifests that will be planned, --namespace, --timeout=2m";
    }

    @Override
    public int run(Invocation invocation) throws InterruptedException {
        CommandFlags flags = CommandFlags.of(invocation.args(), FLAGS);
        FlagsOutcome outcome = LivePorts.flags(invocation, flags.rest());
        if (!(outcome instanceof FlagsOutcome.Run run)) {
            invocation.out().println(name() + "\n        " + description());
            return 0;
        }
        Path file = Path.of(flags.last("output")
                .orElseThrow(() -> new UsageException("--output: required, the file to write")));
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ControllerProgram app = program.apply(registry);
        try (PlanPorts ports = LivePorts.open(invocation, run, app.noun(), registry)) {
            return write(invocation, flags, ports, app, file);
        }
    }

    /** The objects read from the cluster, and the reads that failed. */
    private record Cluster(Map<String, List<ObjectNode>> objects, List<String> unread) {}

    private int write(Invocation invocation, CommandFlags flags, PlanPorts ports, ControllerProgram app, Path file)
            throws InterruptedException {
        Duration longest = flags.duration("timeout").orElse(PlanFlags.TIMEOUT);
        var takenAt = SteadyClock.SYSTEM.instant().truncatedTo(ChronoUnit.SECONDS);
        Cluster cluster = OneShot.run(app, ports, longest, SnapshotCommand::cluster);
        if (!cluster.unread().isEmpty()) {
            cluster.unread().forEach(each -> invocation.complain(List.of("not read: " + each)));
            return ExitCode.UNREAD.code();
        }
        readAhead(invocation, flags, ports, cluster.objects());
        SortedMap<Read.Key, List<ObjectNode>> azure = new TreeMap<>();
        ports.reads().answers().forEach(each -> {
            if (each.failure().isEmpty()) {
                azure.put(each.read(), each.answer());
            } else {
                invocation.complain(List.of("left out: " + each.read() + ": " + each.failure().get()));
            }
        });
        SnapshotFile snapshot = SnapshotFile.of(invocation.app(), takenAt, appFlags(flags.rest()),
                withoutSecrets(CloudConfigRenderer.renderChanged(ports.ports().azure().config())), cluster.objects(),
                azure);
        try {
            Files.writeString(file, snapshot.json());
        } catch (IOException unwritable) {
            throw new UsageException(file + ": cannot be written: " + unwritable);
        }
        invocation.out()
                .println(file + ": " + counted(cluster.objects()) + ", " + azure.size()
                        + " Azure responses, taken at " + takenAt);
        return 0;
    }

    private static Cluster cluster(Preview preview, ControllerLoop loop) {
        Map<String, List<ObjectNode>> objects = new TreeMap<>();
        for (ResourceInformer<?> informer : loop.informers().informers()) {
            List<ObjectNode> all = new ArrayList<>();
            informer.store().list().forEach(object -> all.add((ObjectNode) ApiRequests.toJson(object)));
            objects.putIfAbsent(informer.status().resource(), all);
        }
        return new Cluster(objects, preview.unread());
    }

    /** Also reads what plans of the manifests and of simple Services will need, since the cluster may have no Services yet. */
    private void readAhead(Invocation invocation, CommandFlags flags, PlanPorts ports,
            Map<String, List<ObjectNode>> objects) throws InterruptedException {
        Manifests manifests = Manifests.read(flags.all("filename"), flags.last("namespace").orElse("default"),
                System.in);
        Map<String, List<ObjectNode>> later = new HashMap<>(manifests.over(objects));
        if (invocation.app() == App.SERVICE) {
            List<ObjectNode> services = new ArrayList<>(later.getOrDefault("services", List.of()));
            services.add(simple("public", Map.of()));
            services.add(simple("internal", Map.of("service.beta.kubernetes.io/azure-load-balancer-internal", "true")));
            later.put("services", services);
        } else if (manifests.isEmpty()) {
            return;
        }
        try (PlanPorts stored = StoredPorts.over(ports, later)) {
            OneShot.run(program.apply(new SimpleMeterRegistry()), stored,
                    flags.duration("timeout").orElse(PlanFlags.TIMEOUT), (preview, loop) -> preview);
        }
    }

    private static ObjectNode simple(String name, Map<String, String> annotations) {
        ObjectNode service = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Service");
        ObjectNode metadata = service.putObject("metadata")
                .put("namespace", "azureccm-snapshot")
                .put("name", name)
                .put("uid", "azureccm-snapshot-" + name);
        annotations.forEach(metadata.putObject("annotations")::put);
        ObjectNode spec = service.putObject("spec").put("type", "LoadBalancer");
        spec.putArray("ports").addObject().put("port", 80).put("protocol", "TCP").put("nodePort", 30_000);
        return service;
    }

    /** Flags that change the plan. Spring settings are left out, since they may contain secrets. */
    public static List<String> appFlags(List<String> args) {
        return CommandFlags.of(args, PLACES)
                .rest()
                .stream()
                .filter(arg -> !arg.matches("--[^=]*\\..*"))
                .toList();
    }

    /** Without keys that have secrets. */
    public static ObjectNode withoutSecrets(ObjectNode config) {
        List<String> secret = new ArrayList<>();
        config.properties().forEach(each -> {
            JsonNode value = each.getValue();
            if (value.toString().contains(Redaction.MARK))
                secret.add(each.getKey());
        });
        return config.remove(secret);
    }

    /** The release of this jar. */
    public static String version() {
        return Optional.ofNullable(SnapshotCommand.class.getPackage().getImplementationVersion()).orElse("dev");
    }

    private static String counted(Map<String, List<ObjectNode>> objects) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(objects).forEach((plural, all) -> parts.add(all.size() + " " + plural));
        return String.join(", ", parts);
    }
}
