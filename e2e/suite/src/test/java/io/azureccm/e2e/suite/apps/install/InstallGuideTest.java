package io.azureccm.e2e.suite.apps.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The commands of the guide, one after the other, with kubectl against the simulators. In place of helm, docker and the build of
 * images there are scripts; helm's applies what the charts render to. What the DaemonSets describe is started in this process.
 */
class InstallGuideTest extends SimulatedCloudFixture {
    private static final Pattern BLOCK = Pattern.compile("```bash\\n(.*?)```", Pattern.DOTALL);
    private static final String HELM = """
            #!/usr/bin/env bash
            set -euo pipefail
            apps="${2#azure-}"
            [ "$2" != azure ] || apps="node-controller service-controller route-controller"
            for app in $apps; do
              manifest=docs/example-manifests/out-of-tree/charts/$app.manifest
              case "$1" in
                install) [ -f "$3/Chart.yaml" ] && kubectl apply -f "$manifest" ;;
                uninstall) kubectl delete --ignore-not-found -f "$manifest" ;;
                *) exit 2 ;;
              esac
            done
            """;

    private final List<RunningApp> apps = new ArrayList<>();
    private Path work;

    @BeforeEach
    void prepare() throws Exception {
        assumeTrue(onPath("kubectl") && onPath("bash"), "needs kubectl and bash");
        for (int i = 0; i < 3; i++) {
            cloud.cluster()
                    .apply("{apiVersion: v1, kind: Node, metadata: {name: vmss-a00000" + i + "}, spec: {taints: [{key: "
                            + "node.cloudprovider.kubernetes.io/uninitialized, value: 'true', effect: NoSchedule}]}}");
        }
        work = Files.createDirectories(folder.resolve("work"));
        for (String name : List.of("docs", "charts")) {
            Files.createSymbolicLink(work.resolve(name), root().resolve(name));
        }
        script("bin/helm", HELM);
        script("bin/docker", "#!/usr/bin/env bash\nexit 0\n");
        script("images/build", "#!/usr/bin/env bash\nexit 0\n");
        Files.copy(cloud.config(cloud.azure().url()), work.resolve("azure.json"));
    }

    @AfterEach
    void stop() {
        if (cloud == null)
            return;
        apps.forEach(RunningApp::close);
    }

    @Test
    void itsCommandsLeadFromNothingToAServiceAndBack() throws Exception {
        boolean served = false;
        for (String block : blocks()) {
            if (block.contains("rollout status"))
                startWhatIsDeployed();
            run(block);
            if (block.contains("kubectl wait service/web")) {
                served = cloud.addresses("web").size() == 1;
                assertThat(cloud.cluster().list("nodes", "").toString()).doesNotContain("uninitialized");
            }
            if (block.contains("helm uninstall")) {
                assertThat(cloud.cluster().list("services", "default")).extracting(
                        service -> service.at("/spec/type").asText()).doesNotContain("LoadBalancer");
                assertThat(cloud.azure().state().keySet()).noneMatch(id -> id.contains("/loadBalancers/"));
                assertThat(cloud.cluster().list("daemonsets", "kube-system")).isEmpty();
                assertThat(cloud.cluster().get("secrets", "kube-system", "azure-cloud-provider")).isEmpty();
            }
        }
        assertThat(served).isTrue();
        assertThat(cloud.cluster().list("daemonsets", "kube-system")).as("without Helm")
                .hasSize(3)
                .allMatch(workload -> workload.at("/spec/template/spec/containers/0/image")
                        .asText()
                        .startsWith("registry.example.com/azureccm/"));
    }

    /** What the kubelet does, and the controller of DaemonSets. */
    private void startWhatIsDeployed() throws IOException {
        byte[] secret = cloud.cluster()
                .get("secrets", "kube-system", "azure-cloud-provider")
                .orElseThrow()
                .at("/data/cloud-config")
                .binaryValue();
        Path config = Files.write(folder.resolve("mounted.json"), secret);
        for (App app : App.values()) {
            JsonNode workload = cloud.cluster()
                    .get("daemonsets", "kube-system", "azure-" + app.title())
                    .orElseThrow();
            JsonNode pod = workload.at("/spec/template/spec");
            List<String> flags = new ArrayList<>(ChartManifest.arguments(pod));
            flags.replaceAll(flag -> flag.startsWith("--cloud-config=") ? "--cloud-config=" + config : flag);
            Path kubeconfig = Files.writeString(folder.resolve(app.title()), cloud.cluster()
                    .kubeconfigOf("kube-system", pod.path("serviceAccountName").asText()));
            flags.addAll(List.of("--server.port=0", "--server.address=127.0.0.1", "--kubeconfig=" + kubeconfig));
            RunningApp running = RunningApp.start(app, flags, cloud.environment());
            apps.add(running);
            running.awaitReady();
            RunningApp.await("leading", running::leads, () -> running.get("/health").body());
            cloud.cluster()
                    .patchStatus("daemonsets", "kube-system", "azure-" + app.title(),
                            JsonNodeFactory.instance.objectNode()
                                    .put("observedGeneration", workload.at("/metadata/generation").asLong())
                                    .put("desiredNumberScheduled", 1)
                                    .put("currentNumberScheduled", 1)
                                    .put("updatedNumberScheduled", 1)
                                    .put("numberReady", 1)
                                    .put("numberAvailable", 1));
        }
        RunningApp.await("initialised",
                () -> !cloud.cluster().list("nodes", "").toString().contains("uninitialized"),
                () -> cloud.cluster().list("nodes", "").toString());
    }

    private void run(String block) throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder("bash", "-euo", "pipefail", "-c",
                "export REGISTRY=registry.example.com/azureccm\n" + block).directory(work.toFile())
                .redirectErrorStream(true);
        command.environment().put("PATH", work.resolve("bin") + ":" + System.getenv("PATH"));
        command.environment().put("KUBECONFIG", cloud.kubeconfig().toString());
        Path out = folder.resolve("out");
        Process process = command.redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).as(block).isTrue();
        assertThat(process.exitValue()).as(block + "\n" + Files.readString(out)).isZero();
    }

    private static List<String> blocks() throws IOException {
        List<String> blocks = BLOCK.matcher(Files.readString(root().resolve("docs/guides/install.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(6);
        return blocks;
    }

    private void script(String name, String text) throws IOException {
        Path file = work.resolve(name);
        Files.createDirectories(file.getParent());
        assertThat(Files.writeString(file, text).toFile().setExecutable(true)).isTrue();
    }

    private static boolean onPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve("charts")) && Files.exists(path.resolve("pom.xml")))
                .findFirst()
                .orElseThrow();
    }
}
