package io.azureccm.e2e.suite.apps.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With everything logged and every actuator endpoint open, failures included: no secret is to be seen anywhere. */
@Order(1)
class SecretsTest extends SimulatedCloudFixture {
    private static final String CLIENT_SECRET = "s3cret~client.Value-0815";
    private static final String PASSWORD = "certificate~pass.Word-4711";

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNodes();
        cloud.addService("web");
    }

    @ParameterizedTest
    @EnumSource
    void secretsAreNowhereToBeSeen(App app) throws Exception {
        String bearer = cloud.azure().token();
        int echo = cloud.azure()
                .faults()
                .add(Fault.on("POST", "token", new FaultAction.Refuse(401, "invalid_client",
                        "AADSTS7000215: Invalid client secret '" + CLIENT_SECRET + "' provided.")));
        try (AppProcess running = AppProcess.start(app, flags(app), cloud.environment(),
                folder.resolve("app.log"))) {
            RunningApp.await("the refusal in health", () -> running.get("health").contains("AADSTS7000215"),
                    running::log);
            Map<String, String> seen = look(running);
            cloud.azure().faults().remove(echo);
            cloud.azure()
                    .faults()
                    .add(Fault.on("PUT", "*", new FaultAction.Refuse(403, "AuthorizationFailed",
                            "The client with Authorization: Bearer " + bearer + " is not allowed.")).times(3));
            RunningApp.await("work", () -> running.log().contains("working"), running::log);
            RunningApp.await("ready", () -> running.get("health/readiness").contains("\"UP\""),
                    () -> running.get("health"));
            Files.writeString(folder.resolve("azure.json"), config().replace("\"Standard\"", "\"Best\""));
            RunningApp.await("the rejected config", () -> running.get("health").contains("loadBalancerSku"),
                    () -> running.get("health"));
            seen.forEach((where, text) -> assertNoSecret(where + " at first", text, bearer));
            look(running).forEach((where, text) -> assertNoSecret(where, text, bearer));
            running.terminate();
            assertNoSecret("log", running.log(), bearer);
        }
    }

    private Map<String, String> look(AppProcess running) throws IOException {
        Map<String, String> seen = new TreeMap<>();
        seen.put("log", running.log());
        seen.put("events", cloud.cluster().list("events", "default").toString()
                + cloud.cluster().list("events", "kube-system"));
        AtomicReference<String> root = new AtomicReference<>("");
        RunningApp.await("its paths", () -> {
            root.set(running.get(""));
            return root.get().contains("\"_links\"");
        }, running::log);
        JsonNode links = new ObjectMapper().readTree(root.get()).path("_links");
        links.properties().forEach(link -> {
            String path = link.getValue().path("href").asText().replaceFirst(".*/actuator/?", "");
            if (!path.contains("{") && !path.equals("heapdump") && !path.equals("shutdown")) {
                seen.put(path, running.get(path));
            }
        });
        seen.put("plans as text", running.get("plans?format=text"));
        assertThat(seen).containsKeys("health", "metrics", "prometheus", "info", "plans", "budget");
        return seen;
    }

    private void assertNoSecret(String where, String text, String bearer) {
        for (String secret : List.of(CLIENT_SECRET, PASSWORD, bearer, cloud.cluster().token())) {
            int at = text.indexOf(secret);
            assertThat(at).as(() -> where + " shows a secret: "
                    + text.substring(Math.max(0, at - 300), Math.min(text.length(), at + 80))).isNegative();
        }
        assertThat(text).as(where).doesNotContainPattern("Bearer ey[A-Za-z0-9]");
    }

    private List<String> flags(App app) throws IOException {
        List<String> flags = cloud.flags(app, "--v=9", "--enable-dynamic-reloading",
                "--logging.level.root=DEBUG", "--logging.level.com.azure=TRACE",
                "--logging.level.com.microsoft.aad=TRACE", "--logging.level.io.fabric8.kubernetes.client=TRACE",
                "--management.endpoints.web.exposure.include=*");
        Files.writeString(folder.resolve("azure.json"), config());
        return flags;
    }

    private String config() throws IOException {
        return Files.readString(cloud.config(cloud.azure().url()))
                .replace("s3cret", CLIENT_SECRET)
                .replace("\"aadClientSecret\"", "\"aadClientCertPassword\": \"" + PASSWORD + "\", \"aadClientSecret\"");
    }
}
