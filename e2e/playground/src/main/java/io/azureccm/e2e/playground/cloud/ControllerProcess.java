package io.azureccm.e2e.playground.cloud;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.cluster.http.SecureClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One controller as a separate process, started as users start it, with its actuator on a separate port. */
public record ControllerProcess(String name, int port, Path log, Process process, Instant started, SecureClient http,
        SecureClient scraper) implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The program: an app such as {@code service-controller}, and the JVM's arguments: options, and a jar or a main
     * class.
     */
    public record Program(String name, List<String> command) {
        /** The program of the JVM that runs this. */
        public static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

        /** A jar with JVM options. */
        public static Program jar(String name, Path jar, List<String> options) {
            List<String> command = new ArrayList<>(options);
            command.addAll(List.of("-jar", jar.toString()));
            return new Program(name, command);
        }

        /** The app as packaged by Maven. */
        public static Program packaged(String name, String... options) throws IOException {
            return jar(name, packagedJar(name), List.of(options));
        }

        /** The command line with these arguments. */
        public List<String> with(List<String> arguments) {
            return Stream.of(List.of(JAVA.toString()), command, arguments).flatMap(List::stream).toList();
        }

        public static Path packagedJar(String name) throws IOException {
            Path jar = Path.of(name, "target", name + ".jar").toAbsolutePath();
            if (!Files.exists(jar))
                throw new IOException(jar + " does not exist: run mvn package, or ./playground without --no-build");
            return jar;
        }
    }

    /** {@code name} is the app, such as {@code service-controller}; its jar is expected where Maven puts it. */
    public static ControllerProcess start(String name, LocalCloud cloud, List<String> flags) throws IOException {
        return start(name, name, cloud, flags);
    }

    /** The same for one of several instances, with its own name and log. */
    public static ControllerProcess start(String app, String name, LocalCloud cloud, List<String> flags)
            throws IOException {
        Program program = Program.packaged(app, "-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        return start(new Program(name, program.command()), cloud, flags);
    }

    public static ControllerProcess start(Program program, LocalCloud cloud, List<String> flags) throws IOException {
        int port = UnusedPort.find();
        Path log = cloud.logs().resolve(program.name() + ".log");
        List<String> arguments = new ArrayList<>(List.of("--cloud-config=" + cloud.cloudConfig(),
                "--kubeconfig=" + cloud.kubeconfig(), "--cluster-name=kubernetes", "--server.port=" + port));
        arguments.addAll(flags);
        ProcessBuilder builder = new ProcessBuilder(program.with(arguments)).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // The machine's own settings are not read, so that figures are comparable between machines.
        builder.environment().remove("SSL_CERT_DIR");
        builder.environment().putAll(cloud.environment());
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        // Its lease holder name, like that of a pod.
        builder.environment().put("HOSTNAME", program.name());
        Instant before = Instant.now();
        Process process = builder.start();
        cloud.controllers().add(process);
        return new ControllerProcess(program.name(), port, log, process, before,
                SecureClient.withCertificate(cloud.cluster().clientAuthorities().user("playground", "system:masters")),
                SecureClient.withToken(cloud.cluster().token()));
    }

    /** Creates the pod that the process would be in a cluster, so that kubectl finds it and forwards to its port. */
    public void showAsPod(LocalCloud cloud) {
        cloud.cluster().apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s, namespace: kube-system, labels: {app.kubernetes.io/name: %1$s}}
                spec: {containers: [{name: %1$s, image: playground, ports: [{name: actuator, containerPort: %2$d}]}]}
                status: {phase: Running, podIP: 127.0.0.1}
                """.formatted(name, port));
    }

    public String actuator() {
        return "https://localhost:" + port + "/actuator";
    }

    public boolean isReady() {
        return get("/health/readiness").filter(body -> body.contains("\"UP\"")).isPresent();
    }

    /** Its health as human-readable text. */
    public String health() {
        return get("/health").orElse("does not answer");
    }

    /** How long after its start it logged a line with this text; empty if it has not. */
    public Optional<Duration> logged(String text) throws IOException {
        return Files.readAllLines(log)
                .stream()
                .filter(line -> line.contains(text))
                .map(line -> OffsetDateTime.parse(line.substring(0, line.indexOf(' '))).toInstant())
                .filter(at -> !at.isBefore(started))
                .findFirst()
                .map(at -> Duration.between(started, at));
    }

    /** Requests each page that a cluster polls, with a certificate and with a token. */
    public void scrape() {
        for (String page : List.of("/health/liveness", "/health/readiness", "/health", "/info", "/prometheus")) {
            get(page);
            scraper.text(actuator() + page);
        }
    }

    /** Kills it, like the loss of its machine would. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Stops it gracefully and returns its exit code. */
    public int end(Duration longest) throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(longest.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("the " + name + " has not ended after " + longest.toSeconds() + " s");
        }
        return process.exitValue();
    }

    /** Its plans with their outcomes, oldest first, as it printed them. */
    public List<String> plans() throws IOException {
        List<Long> numbers = new ArrayList<>();
        JSON.readTree(get("/plans").orElse("{}"))
                .path("plans")
                .forEach(plan -> numbers.add(plan.path("number").asLong()));
        List<String> texts = new ArrayList<>();
        for (long number : numbers.reversed())
            texts.add(get("/plans/" + number + "?format=text").orElse("").strip());
        return texts;
    }

    /** Count, sum and maximum of a timer, as on its metrics page. */
    public String metric(String name) {
        return series(name).collect(Collectors.joining("; "));
    }

    /** The lines of its metrics page that start so. */
    public Stream<String> series(String name) {
        return get("/prometheus").orElse("").lines().filter(line -> line.startsWith(name));
    }

    /** The sum of all series of a metric; 0 if there is none. */
    public double value(String name) {
        return series(name).mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }

    /** Its processor time so far. */
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Resident memory in MiB. */
    public long residentMegabytes() {
        return status(process.pid(), "VmRSS") / 1024;
    }

    /** The anonymous part in MiB, which cannot be reclaimed under memory pressure. */
    public long anonymousMegabytes() {
        return status(process.pid(), "RssAnon") / 1024;
    }

    /** Operating system threads. */
    public int threads() {
        return (int) status(process.pid(), "Threads");
    }

    /** A figure of a process, in KiB if it is one of memory; 0 if the operating system does not report it. */
    public static long status(long pid, String name) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith(name + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException notThere) {
            return 0;
        }
    }

    /** Heap usage in MiB after a garbage collection. */
    public double heap() throws IOException, InterruptedException {
        Path jcmd = Program.JAVA.resolveSibling("jcmd");
        if (Files.exists(jcmd))
            new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.run").start().waitFor();
        return value("jvm_memory_used_bytes{area=\"heap\"") / (1024 * 1024);
    }

    /** Fails with the end of its log if the process has exited. */
    public void requireAlive() throws IOException {
        if (process.isAlive())
            return;
        List<String> lines = Files.readAllLines(log);
        throw new IOException(name + " ended with code " + process.exitValue() + "; the end of " + log + ":\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size())));
    }

    private Optional<String> get(String path) {
        return http.text(actuator() + path);
    }

    @Override
    public void close() {
        end(process);
    }

    static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS))
                process.destroyForcibly();
        } catch (InterruptedException stop) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
