package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What {@link KubectlTest} and {@link KubectlStreamsTest} have in common. */
abstract class KubectlFixture {
    static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata:
              name: web
            spec:
              type: LoadBalancer
              selector: {app: web}
              ports:
              - {name: http, port: 80, targetPort: 8080}
              - {name: dns, port: 53, protocol: UDP}
            """;
    @TempDir
    Path folder;
    ClusterSimulator cluster;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(onPath(), "kubectl is not on the PATH: install it to run these tests");
        cluster = ClusterSimulator.start();
        cluster.writeKubeconfig(folder.resolve("config"));
    }

    @AfterEach
    void stop() {
        if (cluster != null)
            cluster.close();
    }

    static boolean onPath() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "kubectl")));
    }

    Process launch(String... args) throws IOException {
        return launch(Map.of(), args);
    }

    Process launch(Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("kubectl"));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().putAll(environment);
        builder.environment().put("KUBE_EDITOR", folder.resolve("editor").toString());
        return builder.start();
    }

    record Result(int code, String text) {}

    Result attempt(String... args) {
        try {
            Process process = launch(args);
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            return new Result(process.exitValue(), text);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    String kubectl(String... args) {
        Result result = attempt(args);
        assertThat(result.code()).as("kubectl %s: %s", List.of(args), result.text()).isZero();
        return result.text();
    }

    String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }
}
