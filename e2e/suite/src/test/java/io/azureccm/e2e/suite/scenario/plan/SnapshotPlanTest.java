package io.azureccm.e2e.suite.scenario.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.harness.controller.CommandRun;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.ServiceControllerApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code service-controller snapshot} and plans of its file: those of the controller, without a cluster, a cloud or a credential. */
class SnapshotPlanTest {
    private static final String WEB = """
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            spec: {type: LoadBalancer, ports: [{name: port-80, port: 80}, {name: port-443, port: 443}]}
            """;

    @TempDir
    Path folder;

    static CommandRun command(ServiceScenario scenario, String... args) {
        return CommandRun.of(ServiceControllerApplication.commands(),
                scenario.launch(scenario.cloudConfig("plan.json", "plan"), List.of()), args);
    }

    static CommandRun stored(String... args) {
        return CommandRun.offline(ServiceControllerApplication.commands(),
                Stream.concat(Stream.of("plan"), Stream.of(args)).toArray(String[]::new));
    }

    private Path snapshot(ServiceScenario scenario, String... more) {
        Path file = folder.resolve("snapshot.json");
        CommandRun run = command(scenario, Stream.concat(Stream.of("snapshot", "--output=" + file), Stream.of(more))
                .toArray(String[]::new));
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        return file;
    }

    private Path manifest(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void planOfASnapshotIsThatOfTheClusterAndManifestsChangeIt() throws IOException {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("web");
            scenario.apply("api", 81, "{}");
            scenario.awaitAddresses("web", "api");
            scenario.awaitQuiet();
            scenario.stopController();
            scenario.apply("late", 82, "{}");
            CommandRun live = command(scenario, "plan");
            Path file = snapshot(scenario);
            CommandRun same = stored("--snapshot=" + file);
            assertThat(same.out()).isEqualTo(live.out());
            assertThat(same.code()).isEqualTo(live.code()).isEqualTo(2);
            assertThat(Files.readString(file)).contains("\"aadClientId\"")
                    .doesNotContain("not-a-secret", "aadClientSecret", "managedFields", "last-applied");
            String[] changed = {"--snapshot=" + file, "-f", manifest("web.yaml", WEB).toString()};
            CommandRun more = stored(changed);
            assertThat(more.code()).as(more.out() + more.err()).isEqualTo(2);
            assertThat(more.out()).contains("-TCP-443  ServiceChanged default/web", "rules 2 -> 4 of 1500");
            assertThat(more.lastLine())
                    .isEqualTo("3 Services: 1 unchanged, 2 changed, 0 refused; no address changes; 3 writes");
            assertThat(stored(changed)).isEqualTo(more);
            CommandRun gone = stored("--snapshot=" + file, "--delete=default/api", "--service=default/api");
            assertThat(gone.code()).as(gone.out() + gone.err()).isEqualTo(2);
            assertThat(gone.out()).contains("- frontend", "- publicIPAddresses/", "2 address changes;");
        }
    }

    @Test
    void newServicesOfAManifestArePlannedOnAClusterThatHadNone() throws IOException {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            Path file = snapshot(scenario);
            Files.createDirectories(folder.resolve("k8s/deep"));
            Files.writeString(folder.resolve("k8s/all.yaml"), WEB + "---\nkind: Deployment\nmetadata: {name: web}\n");
            Files.writeString(folder.resolve("k8s/deep/list.json"),
                    """
                            {"kind": "List", "items": [{"kind": "Service", "metadata": {"name": "in", "namespace": "shop",
                             "annotations": {"service.beta.kubernetes.io/azure-load-balancer-internal": "true"}},
                             "spec": {"type": "LoadBalancer", "ports": [{"port": 5432}]}}]}
                            """);
            Files.writeString(folder.resolve("k8s/notes.txt"), "no manifest");
            CommandRun run = stored("--snapshot=" + file, "-f", folder.resolve("k8s").toString(), "--namespace=front");
            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
            assertThat(run.out()).contains("front/web", "shop/in", "loadBalancers/kubernetes-internal");
            assertThat(run.lastLine()).startsWith("2 Services: 0 unchanged, 2 changed, 0 refused; ");
        }
    }

    @Test
    void whatAManifestNamesAndTheSnapshotLacksIsCodeFourUntilTheSnapshotReadIt() throws IOException {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            String manifest = manifest("web.yaml", WEB.replace("name: web", """
                    name: web, annotations: {
                      service.beta.kubernetes.io/azure-load-balancer-resource-group: elsewhere,
                      service.beta.kubernetes.io/azure-pip-name: mine}""")).toString();
            CommandRun lacking = stored("--snapshot=" + snapshot(scenario), "-f", manifest);
            assertThat(lacking.code()).as(lacking.out()).isEqualTo(4);
            assertThat(lacking.out()).contains("? not read  LIST ", "resourceGroups/elsewhere",
                    "is not in the snapshot");
            CommandRun read = stored("--snapshot=" + snapshot(scenario, "-f", manifest), "-f", manifest);
            assertThat(read.code()).as(read.out() + read.err()).isNotEqualTo(4);
        }
    }

    @Test
    void snapshotThatIsTooOldIsCodeFourAndOneThatCannotBeReadIsCodeOne() throws IOException {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("web");
            Path file = snapshot(scenario);
            String text = Files.readString(file);
            assertThat(stored("--snapshot=" + file, "--max-age=24h").code()).isEqualTo(2);
            Files.writeString(file,
                    text.replaceAll("\"takenAt\" : \"[^\"]*\"", "\"takenAt\" : \"2020-01-01T00:00:00Z\""));
            assertThat(stored("--snapshot=" + file).code()).isEqualTo(2);
            CommandRun old = stored("--snapshot=" + file, "--max-age=24h");
            assertThat(old.code()).isEqualTo(4);
            assertThat(old.out()).contains("taken at 2020-01-01T00:00:00Z, which is longer ago than --max-age allows");
            Files.writeString(file, text.replace("azureccm-snapshot/1", "azureccm-snapshot/9"));
            assertMistake("\"azureccm-snapshot/9\", but this version reads \"azureccm-snapshot/1\"",
                    "--snapshot=" + file);
            Files.writeString(file, text.replace("\"service-controller\"", "\"node-controller\""));
            assertMistake("is a snapshot of the node-controller", "--snapshot=" + file);
            Files.writeString(file, text.substring(0, text.length() / 2));
            assertMistake("cannot be read as a snapshot", "--snapshot=" + file);
            assertMistake("nowhere.json", "--snapshot=" + folder.resolve("nowhere.json"));
            Files.writeString(file, text);
            assertMistake("--delete: there is no default/wep", "--snapshot=" + file, "--delete=default/wep");
            assertMistake("no such file or folder", "--snapshot=" + file, "-f", folder + "/none.yaml");
            assertMistake("only valid with --snapshot", "--max-age=1h");
        }
    }

    private void assertMistake(String said, String... args) {
        CommandRun run = stored(args);
        assertThat(run.code()).as(run.out()).isEqualTo(1);
        assertThat(run.err()).contains(said);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void manifestsAloneAreRefusedForWhatTheySayAndForNothingElse() throws IOException {
        CommandRun good = stored("-f", manifest("web.yaml", WEB.replace("name: web", """
                name: web, annotations: {
                  service.beta.kubernetes.io/azure-load-balancer-internal: "true",
                  service.beta.kubernetes.io/azure-load-balancer-internal-subnet: theirs}""")).toString());
        assertThat(good.code()).as(good.out() + good.err()).isZero();
        assertThat(good.out()).endsWith("1 Service: 1 unchanged, 0 changed, 0 refused; no address changes; 0 writes\n");
        CommandRun wrong = stored("-f", manifest("web.yaml", WEB.replace("name: web", """
                name: web, annotations: {service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: never}"""))
                .toString());
        assertThat(wrong.code()).as(wrong.out() + wrong.err()).isEqualTo(3);
        assertThat(wrong.out()).contains("! refused  default/web", "1 refused");
        assertMistake("not.yaml: line 2", "-f", manifest("not.yaml", "kind: [\nmetadata: }").toString());
    }
}
