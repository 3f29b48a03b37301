package io.azureccm.common.boot.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.boot.spring.StartFiles;
import io.azureccm.common.boot.spring.TestController;
import io.azureccm.common.config.options.App;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.logging.LoggingSystem;

/** What is wrong for good ends a start with one line per problem and code 1, before anything runs. */
class ControllerLauncherTest {
    @TempDir
    Path folder;
    private StartFiles files;

    @BeforeEach
    void files() {
        files = new StartFiles(folder);
    }

    @Test
    void helpEndsWithoutAProblem() {
        Launch.Ended ended = ended("--help");
        assertThat(ended.code()).isZero();
        assertThat(ended.lines().getFirst()).startsWith("Usage: node-controller")
                .contains("--cloud-config", "Commands, as the first argument:");
    }

    @Test
    void versionEndsWithoutAProblem() {
        assertThat(ended("--version")).isEqualTo(new Launch.Ended(0, List.of("node-controller dev")));
    }

    @Test
    void badFlagIsNamedWithWhatWasExpected() {
        Launch.Ended ended = ended("--kube-api-qps=many", "--cloud-config=x");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.lines()).singleElement()
                .asString()
                .startsWith("node-controller: command line: --kube-api-qps: value \"many\" is not valid, expected ");
    }

    @Test
    void aMisspeltFlagIsNamedWhereTheOneThatWasMeantIsMissing() {
        assertThat(ended("--clod-config=x").lines()).containsExactly(
                "node-controller: command line: --cloud-config: is missing, expected the path of the cloud config unless "
                        + "--enable-dynamic-reloading is set and --cloud-config-secret-name names a secret; there is "
                        + "--clod-config, which is unknown",
                "node-controller: command line: --clod-config: unknown flag, it has no effect (did you mean --cloud-config?)");
    }

    @Test
    void aMisspeltFlagIsNamedWhenSomethingElseGoesWrongWithoutIt() {
        assertThat(ended("--cloud-config=" + folder.resolve("nowhere"), "--kubeconfg=x").lines())
                .contains("node-controller: command line: --kubeconfg: unknown flag, it has no effect "
                        + "(did you mean --kubeconfig?)");
    }

    @Test
    void aMisspeltSettingOfSpringLeavesTheFlagsNamed() throws Exception {
        assertThat(ended(files.kubeconfig(), files.config(StartFiles.GOOD),
                "--azureccm.leader-election.mode=lottery", "--leader-elekt=false").lines())
                .anyMatch(line -> line.contains("(did you mean --leader-elect?)"));
    }

    @Test
    void startsSideBySideInOneProcessDoNotTakeTheLoggingFromEachOther() throws Exception {
        String[] args = {files.kubeconfig(), files.config(StartFiles.GOOD),
                "--azureccm.leader-election.mode=lottery"};
        try (ExecutorService starts = Executors.newCachedThreadPool()) {
            for (int i = 0; i < 20; i++) {
                // As after the end of an app in this process: the next one sets the logging up anew.
                LoggingSystem.get(getClass().getClassLoader()).cleanUp();
                Callable<Launch.Ended> start = () -> ended(args);
                for (Future<Launch.Ended> each : starts.invokeAll(Collections.nCopies(8, start))) {
                    assertThat(each.get().lines()).singleElement().asString().contains("lottery");
                }
            }
        }
    }

    @Test
    void aMisspeltKeyIsNamedWhereTheOneThatWasMeantIsMissing() throws Exception {
        assertThat(ended(files.kubeconfig(), files.config("{\"subscriptonId\": \"s\", \"resourceGroup\": \"rg\"}"))
                .lines()).anyMatch(line -> line.contains("subscriptionId: is missing"))
                .anyMatch(
                        line -> line.contains("subscriptonId: ") && line.contains("did you mean \"subscriptionId\"?"));
    }

    @Test
    void allProblemsOfTheConfigAreListed() throws Exception {
        Launch.Ended ended = ended(files.kubeconfig(),
                files.config("{\"vmType\": 3, \"loadBalancerSku\": \"huge\", \"aadClientSecret\": \"s3cret\"}"));
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.lines()).hasSizeGreaterThan(1)
                .allMatch(line -> line.startsWith("node-controller: " + folder.resolve("azure.json") + ": "))
                .anyMatch(line -> line.contains("loadBalancerSku"))
                .noneMatch(line -> line.contains("s3cret"));
    }

    @Test
    void whatTheAppNeedsAndDoesNotHaveIsNamed() throws Exception {
        assertThat(ended(files.kubeconfig(), files.config("{}")).lines())
                .anyMatch(line -> line.contains("subscriptionId"))
                .anyMatch(line -> line.contains("resourceGroup"));
    }

    @Test
    void filesThatAreNotThereAreAllNamed() {
        Path nowhere = folder.resolve("nowhere");
        Launch launched = ControllerLauncher.launch(App.NODE, TestController.class,
                List.of("--cloud-config=" + nowhere, "--kubeconfig=" + nowhere),
                Map.of("SSL_CERT_FILE", nowhere.toString()));
        assertThat(((Launch.Ended) launched).lines()).containsExactlyInAnyOrder(
                "node-controller: cannot read the kubeconfig " + nowhere,
                "node-controller: SSL_CERT_FILE: " + nowhere + " does not exist",
                "node-controller: " + nowhere + ": does not exist; --cloud-config must name the azure.json");
    }

    @Test
    void fileWithoutAnyCredentialIsRefused() throws Exception {
        Launch.Ended ended = ended(files.kubeconfig(), files.config(
                "{\"cloudConfigType\": \"file\", \"subscriptionId\": \"s\", \"resourceGroup\": \"rg\"}"));
        assertThat(ended.lines()).singleElement().asString().contains("has no credential");
    }

    @Test
    void unknownLeaderElectionModeIsRefused() throws Exception {
        Launch.Ended ended = ended(files.kubeconfig(), files.config(StartFiles.GOOD),
                "--azureccm.leader-election.mode=lottery");
        assertThat(ended.lines()).containsExactly(
                "node-controller: settings: azureccm.leader-election.mode: \"lottery\" is not valid, expected lease or configmap");
    }

    private static Launch.Ended ended(String... args) {
        return (Launch.Ended) ControllerLauncher.launch(App.NODE, TestController.class, List.of(args), Map.of());
    }
}
