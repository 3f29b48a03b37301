package io.azureccm.e2e.suite.images;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.testcontainers.junit.jupiter.Testcontainers;

/**
 * The images themselves, where there is Docker and the base image can be had; {@code -Dimage.base=IMAGE} names another base than
 * the Dockerfiles do.
 */
@Testcontainers(disabledWithoutDocker = true)
@Execution(ExecutionMode.SAME_THREAD)
class ImageBuildTest {
    static final List<String> APPS = Dockerfile.APPS;
    private static final String TAG = "suite";
    private static final String BASE = System.getProperty("image.base",
            Dockerfile.of(APPS.getFirst()).value("ARG", "JAVA"));

    private record Ended(int code, String output) {}

    @TempDir
    Path folder;

    @BeforeEach
    void baseImage() throws IOException, InterruptedException {
        boolean there = docker("image", "inspect", BASE).code() == 0 || docker("pull", "--quiet", BASE).code() == 0;
        Assumptions.assumeTrue(there, () -> BASE + " cannot be had here");
    }

    @ParameterizedTest
    @FieldSource("APPS")
    void runsFromItsCacheWithoutRootAndWithoutAWritableFileSystemAndEndsWhenAsked(String app)
            throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(Dockerfile.root().resolve(app + "/target/" + app + ".jar")),
                () -> app + " has not been packaged");
        Ended built = run(List.of(Dockerfile.root().resolve("images/build").toString(), "--no-package", "--tag=" + TAG,
                "--base=" + BASE, app));
        assertThat(built.code()).as(built.output()).isZero();
        String image = "azureccm/" + app + ":" + TAG;

        assertThat(docker("inspect", "--format", "{{.Config.User}}", image).output().strip()).isEqualTo("65532:65532");
        Ended version = docker("run", "--rm", "--read-only", "--tmpfs", "/tmp", "--network", "none", "--env",
                "JAVA_TOOL_OPTIONS=" + Dockerfile.of(app).value("ENV", "JAVA_TOOL_OPTIONS")
                        + " -XX:AOTMode=on -Xlog:aot",
                image, "--version");
        assertThat(version.code()).as(version.output()).isZero();
        assertThat(version.output()).contains("Using AOT-linked classes: true").contains(app + " ");
        endsWhenAsked(image, app);
    }

    /** It runs as well when neither cluster nor Azure answer, and the JVM is the process that gets the signal. */
    private void endsWhenAsked(String image, String app) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("azure.json"), """
                {"tenantId": "t", "subscriptionId": "00000000-0000-0000-0000-000000000001", "resourceGroup": "k8s",
                 "location": "eastus", "vnetName": "v", "subnetName": "s", "securityGroupName": "n",
                 "routeTableName": "r", "useManagedIdentityExtension": true}
                """);
        Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """);
        folder.toFile().setExecutable(true, false);
        folder.toFile().setReadable(true, false);
        List<String> start = new ArrayList<>(List.of("run", "--detach", "--read-only", "--tmpfs", "/tmp", "--network",
                "none", "--volume", folder + ":/etc/azure:ro", image, "--cloud-config=/etc/azure/azure.json",
                "--kubeconfig=/etc/azure/kubeconfig", "--secure-port=0"));
        if (app.equals("route-controller"))
            start.add("--cluster-cidr=10.244.0.0/16");
        Ended started = docker(start.toArray(String[]::new));
        assertThat(started.code()).as(started.output()).isZero();
        String container = started.output().strip();
        try {
            new SteadyState(Duration.ZERO).await(SteadyState.BOUND, () -> {
                String log = logs(container);
                return new Observation(log.contains("started in"), log);
            });
            docker("stop", "--time", "60", container);
            assertThat(docker("inspect", "--format", "{{.State.ExitCode}}", container).output().strip())
                    .as(() -> logs(container))
                    .isEqualTo("0");
        } finally {
            docker("rm", "--force", container);
        }
    }

    private String logs(String container) {
        try {
            return docker("logs", container).output();
        } catch (IOException | InterruptedException unknown) {
            return unknown.toString();
        }
    }

    private Ended docker(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(Arrays.asList(arguments));
        return run(command);
    }

    private Ended run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "run", ".log");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(command + " does not end:\n" + Files.readString(output));
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }
}
