package io.azureccm.e2e.suite.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cloud config that is replaced under a running app. */
class CloudConfigReloadTest extends SimulatedCloudFixture {

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNodes();
    }

    @Test
    void cloudConfigOfAMountedSecretIsFollowedAndABadOneKeptOut() throws Exception {
        Path mount = Files.createDirectory(folder.resolve("mount"));
        String good = Files.readString(cloud.config(cloud.azure().url()));
        swap(mount, "v1", good);
        List<String> flags = new ArrayList<>(cloud.flags("--enable-dynamic-reloading"));
        flags.set(0, "--cloud-config=" + mount.resolve("azure.json"));
        try (RunningApp running = RunningApp.start(App.SERVICE, flags, cloud.environment())) {
            RunningApp.await("leading", running::leads, () -> running.get("/health").body());
            running.awaitReady();

            swap(mount, "v2", good.replace("\"Standard\"", "\"Best\""));
            RunningApp.await("the rejection in health", () -> detail(running).contains("loadBalancerSku"),
                    () -> running.get("/health").body());
            RunningApp.await("the event", () -> events().contains("CloudConfigRejected"), this::events);
            assertThat(running.isReady()).isTrue();
            cloud.addService("meanwhile");
            RunningApp.await("served by the config before", () -> !cloud.addresses("meanwhile").isEmpty(),
                    () -> running.get("/plans?format=text").body());

            swap(mount, "v3", good.replace("\"loadBalancerSku\"", "\"tags\": \"team=net\", \"loadBalancerSku\""));
            RunningApp.await("the new config", () -> running.get("/info").body().contains("team"),
                    () -> running.get("/info").body());
            RunningApp.await("no problem any more", () -> detail(running).isEmpty(),
                    () -> running.get("/health").body());
            cloud.addService("after");
            // Until the session is replaced, the config before may serve it.
            RunningApp.await("served by the new config", () -> !cloud.addresses("after").isEmpty() && isTagged(),
                    () -> running.get("/plans?format=text").body());
        }
    }

    /** As the kubelet does it: a new directory, and the link to it replaced. */
    private static void swap(Path mount, String version, String text) throws IOException {
        Path data = Files.createDirectory(mount.resolve(".." + version));
        Files.writeString(data.resolve("azure.json"), text);
        Path link = Files.createSymbolicLink(mount.resolve("..data_tmp"), data.getFileName());
        Files.move(link, mount.resolve("..data"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (!Files.exists(mount.resolve("azure.json"))) {
            Files.createSymbolicLink(mount.resolve("azure.json"), Path.of("..data", "azure.json"));
        }
    }

    private static String detail(RunningApp running) {
        return running.component("azure").path("details").path("changedConfigNotTaken").asText();
    }

    private boolean isTagged() {
        return cloud.azure()
                .state()
                .values()
                .stream()
                .anyMatch(resource -> resource.toString().contains("\"team\":\"net\""));
    }

    private String events() {
        return cloud.cluster().list("events", "kube-system").toString();
    }
}
