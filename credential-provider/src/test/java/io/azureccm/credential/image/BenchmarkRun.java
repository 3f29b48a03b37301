package io.azureccm.credential.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.standin.Authority;
import io.azureccm.credential.standin.StandIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The cost of a call, from the start to the end of the process: a managed identity login with two TLS responses with
 * RSA keys, from a stand-in without latency. A tool in the form of a test: {@code ./playground benchmark
 * credential-provider}.
 */
class BenchmarkRun {
    private static final String REQUEST = "{\"apiVersion\":\"credentialprovider.kubelet.k8s.io/v1\","
            + "\"kind\":\"CredentialProviderRequest\",\"image\":\"benchmark.azurecr.io/app:1\"}";
    private static final int REPETITIONS = Integer.getInteger("benchmark.repetitions", 15);

    private static final int WARM_UP = 8;

    private final Path scratch = Files.createTempDirectory("credential-benchmark");
    private final Map<String, String> environment = new LinkedHashMap<>();

    BenchmarkRun() throws IOException {}

    @Test
    void tableOfWhatACallCosts() throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"));
        Path jar = Path.of("target/credential-provider.jar").toAbsolutePath();
        Path image = RuntimeImage.DIRECTORY;
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("runtime image", command(image.resolve("acr-credential-provider").toString()));
        commands.put("runtime image, without its cache",
                command(image.resolve("bin/java").toString(), "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", "-m",
                        "io.azureccm.credential/io.azureccm.credential.AcrCredentialProvider"));
        commands.put("java -jar", command(java.resolve("bin/java").toString(), "-jar", jar.toString()));
        Map<String, List<Path>> files = new LinkedHashMap<>(
                Map.of("runtime image", List.of(image), "java -jar", List.of(jar, java)));
        String reference = System.getProperty("benchmark.reference", "");
        if (!reference.isEmpty()) {
            commands.put("reference", command(reference));
            files.put("reference", List.of(Path.of(reference)));
        }
        Authority authority = new Authority("RSA");
        try (StandIn azure = new StandIn(authority)) {
            Files.writeString(scratch.resolve("azure.json"),
                    "{\"cloud\":\"AzurePublicCloud\",\"tenantId\":\"tenant\",\"useManagedIdentityExtension\":true}");
            Files.writeString(scratch.resolve("request.json"), REQUEST);
            environment.putAll(Map.of("HTTPS_PROXY", azure.url(), "HTTP_PROXY", azure.url(), "SSL_CERT_FILE",
                    authority.write(scratch.resolve("ca.pem")).toString()));
            for (List<String> command : commands.values())
                command.add(scratch.resolve("azure.json").toString());
            Map<String, Figures> figures = measured(commands);
            System.out.printf("%-34s %8s %8s %14s %12s%n", "", "seconds", "CPU s", "resident MiB", "disk MiB");
            for (Map.Entry<String, Figures> each : figures.entrySet())
                System.out.println(row(each.getKey(), each.getValue(), files.getOrDefault(each.getKey(), List.of())));
        }
        System.out.println("aims: 0.3 s, 64 MiB resident, 60 MiB on disk; medians of " + REPETITIONS + " calls");
    }

    /**
     * In turns, so that other load on the machine affects all of them; the first rounds warm up the disk and the
     * stand-in.
     */
    private Map<String, Figures> measured(Map<String, List<String>> commands) throws IOException, InterruptedException {
        Map<String, Figures> figures = new LinkedHashMap<>();
        commands.keySet()
                .forEach(name -> figures.put(name,
                        new Figures(new ArrayList<>(), new ArrayList<>(), new ArrayList<>())));
        for (int round = -WARM_UP; round < REPETITIONS; round++) {
            for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                String[] times = timed(command.getValue());
                double resident = resident(command.getValue());
                if (round < 0)
                    continue;
                Figures of = figures.get(command.getKey());
                of.seconds().add(Double.valueOf(times[0]));
                of.processor().add(Double.parseDouble(times[1]) + Double.parseDouble(times[2]));
                of.resident().add(resident);
            }
        }
        return figures;
    }

    private static String row(String name, Figures figures, List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files)
            bytes += size(file);
        return String.format(Locale.ROOT, "%-34s %8.2f %8.2f %14.0f %12s", name, median(figures.seconds()),
                median(figures.processor()), median(figures.resident()),
                bytes == 0 ? "" : String.format(Locale.ROOT, "%.1f", bytes / 1048576.0));
    }

    /** Per call: seconds, processor seconds, MiB. */
    private record Figures(List<Double> seconds, List<Double> processor, List<Double> resident) {}

    /** Elapsed, user and system time, as the shell measures them. */
    private String[] timed(List<String> command) throws IOException, InterruptedException {
        List<String> shell = new ArrayList<>(
                List.of("bash", "-c", "TIMEFORMAT='%R %U %S'; time \"$@\" 2>" + scratch.resolve("err"), "bash"));
        shell.addAll(command);
        Path times = scratch.resolve("times");
        Process process = start(shell, times);
        assertThat(process.waitFor()).isZero();
        checkAnswer();
        return Files.readString(times).strip().split(" ");
    }

    /** The maximum resident memory observed, in MiB: polled continuously, in a call that is not timed. */
    private double resident(List<String> command) throws IOException, InterruptedException {
        Process process = start(command, scratch.resolve("err"));
        long most = 0;
        Path status = Path.of("/proc/" + process.pid() + "/status");
        while (process.isAlive()) {
            try {
                for (String line : Files.readAllLines(status)) {
                    if (line.startsWith("VmHWM:"))
                        most = Math.max(most, Long.parseLong(line.replaceAll("\\D", "")));
                }
            } catch (IOException over) {
                break;
            }
        }
        assertThat(process.waitFor()).isZero();
        checkAnswer();
        return most / 1024.0;
    }

    private void checkAnswer() throws IOException {
        assertThat(Files.readString(scratch.resolve("out"))).contains("acr:benchmark.azurecr.io:aad:system");
    }

    private Process start(List<String> command, Path err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(scratch.resolve("request.json").toFile())
                .redirectOutput(scratch.resolve("out").toFile())
                .redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.contains("JAVA") || name.toLowerCase(Locale.ROOT).contains("proxy"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static List<String> command(String... words) {
        return new ArrayList<>(List.of(words));
    }

    private static long size(Path path) throws IOException {
        long size = 0;
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(each -> Files.isRegularFile(each) && !Files.isSymbolicLink(each)).toList())
                size += Files.size(file);
        }
        return size;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
