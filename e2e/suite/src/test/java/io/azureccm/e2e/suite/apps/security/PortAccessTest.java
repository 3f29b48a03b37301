package io.azureccm.e2e.suite.apps.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.cluster.http.SecureClient;
import io.azureccm.e2e.cluster.http.SelfSigned;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import io.azureccm.node.NodeControllerApplication;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Who gets what at the port of an app, and which reviews of the Kubernetes API that costs. */
class PortAccessTest extends SimulatedCloudFixture {
    private static final List<String> OPEN = List.of("/healthz", "/livez", "/actuator/health/liveness");
    private static final List<String> GUARDED = List.of("/metrics", "/configz", "/actuator/plans",
            "/actuator/cloudconfig", "/actuator/prometheus");

    private ConfigurableApplicationContext app;
    private String url;

    @BeforeEach
    void prepare() throws Exception {
        grant("reader", "[/actuator/*, /metrics, /configz]", "{kind: ServiceAccount, namespace: shop, name: reader}");
        grant("ops", "[/metrics]", "{kind: Group, name: ops}");
    }

    @AfterEach
    void stop() {
        if (app != null)
            app.close();
    }

    private void grant(String name, String paths, String subject) {
        cloud.cluster()
                .apply("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: " + name
                        + "}, rules: [{nonResourceURLs: " + paths + ", verbs: [get]}]}");
        cloud.cluster()
                .apply("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: " + name
                        + "}, roleRef: {kind: ClusterRole, name: " + name + "}, subjects: [" + subject + "]}");
    }

    private void launch(String... more) throws Exception {
        start(cloud.flags(App.NODE, more));
        url = "https://127.0.0.1:" + app.getEnvironment().getProperty("local.server.port");
    }

    private void start(List<String> flags) throws Exception {
        app = switch (ControllerLauncher.launch(App.NODE, NodeControllerApplication.class, flags,
                cloud.environment())) {
            case Launch.Running(ConfigurableApplicationContext context) -> context;
            case Launch.Ended(int code, List<String> lines) -> throw new AssertionError(lines.toString());
        };
    }

    private long reviews(String resource) {
        return cloud.cluster().requests().matching(each -> each.resource().equals(resource)).size();
    }

    private static void await(String what, BooleanSupplier condition) {
        RunningApp.await(what, condition, () -> "not yet");
    }

    /** A certificate counts once the config map of the cluster has been read; before, its holder is reviewed as anonymous. */
    private SecureClient awaitCertificates() {
        SecureClient admin = SecureClient.withCertificate(
                cloud.cluster().clientAuthorities().user("admin", "system:masters"));
        await("certificates known", () -> admin.require(url + "/configz").statusCode() == 200);
        return admin;
    }

    @Test
    void everybodyGetsWhatTheClusterGrantsAndHealthIsOpen() throws Exception {
        launch();
        awaitCertificates();
        SecureClient nobody = SecureClient.withToken("");
        SecureClient wrong = SecureClient.withToken("wrong");
        SecureClient other = SecureClient.withToken(cloud.cluster().tokenOf("shop", "other"));
        SecureClient reader = SecureClient.withToken(cloud.cluster().tokenOf("shop", "reader"));
        SecureClient stranger = SecureClient
                .withCertificate(SelfSigned.create("strangers", List.of()).issue("admin", List.of("system:masters")));
        SecureClient ops = SecureClient.withCertificate(cloud.cluster().clientAuthorities().user("jane", "ops"));
        SecureClient proxy = SecureClient.withCertificate(cloud.cluster().clientAuthorities().frontProxy());

        for (String path : OPEN) {
            assertThat(code(nobody, path)).as(path).isEqualTo(200);
            assertThat(code(stranger, path)).as(path).isEqualTo(200);
            assertThat(code(other, path)).as(path).isEqualTo(200);
            assertThat(code(wrong, path)).as(path).isEqualTo(401);
        }
        for (String path : GUARDED) {
            assertThat(code(nobody, path)).as(path).isEqualTo(403);
            assertThat(code(wrong, path)).as(path).isEqualTo(401);
            assertThat(code(other, path)).as(path).isEqualTo(403);
            assertThat(code(stranger, path)).as(path).isEqualTo(403);
            assertThat(code(reader, path)).as(path).isEqualTo(200);
        }
        assertThat(code(ops, "/metrics")).isEqualTo(200);
        assertThat(code(ops, "/actuator/plans")).isEqualTo(403);
        assertThat(code(proxy, "/metrics", "X-Remote-User", "jane", "X-Remote-Group", "ops")).isEqualTo(200);
        assertThat(code(proxy, "/metrics", "X-Remote-User", "jane")).isEqualTo(403);
        assertThat(code(nobody, "/metrics", "X-Remote-User", "jane", "X-Remote-Group", "ops")).isEqualTo(403);
        assertThat(code(ops, "/actuator/plans", "X-Remote-User", "admin", "X-Remote-Group", "system:masters"))
                .isEqualTo(403);
        assertThat(code(reader, "/actuator/health/../plans")).isEqualTo(400);
        assertThat(code(nobody, "/actuator/health/../plans")).isEqualTo(400);
        assertThat(code(nobody, "/actuator/health/%2e%2e/plans")).isEqualTo(400);
        assertThat(reader.send("POST", url + "/metrics").statusCode()).isEqualTo(403);
    }

    @Test
    void pageThatAsksAzureNeedsThePermissionOfTheEndpoint() throws Exception {
        grant("viewer", "[/actuator/console, /actuator/console/*]",
                "{kind: ServiceAccount, namespace: shop, name: viewer}");
        launch();
        SecureClient viewer = SecureClient.withToken(cloud.cluster().tokenOf("shop", "viewer"));
        String page = url + "/actuator/console/backends/shop/web";

        assertThat(code(viewer, "/actuator/console/objects/shop/web")).isEqualTo(200);
        HttpResponse<String> refused = viewer.get(page);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("cannot get path \\\"/actuator/backends/shop/web\\\"");
        assertThat(SecureClient.withToken(cloud.cluster().tokenOf("shop", "reader")).get(page).statusCode())
                .isEqualTo(200);
    }

    @Test
    void logLevelsChangeOnlyWithThePermissionToPost() throws Exception {
        launch("--spring.profiles.active=debug");
        SecureClient reader = SecureClient.withToken(cloud.cluster().tokenOf("shop", "reader"));
        String logger = url + "/actuator/loggers/ROOT";
        assertThat(reader.get(logger).statusCode()).isEqualTo(200);
        assertThat(reader.send("POST", logger).statusCode()).isEqualTo(403);
        stop();
        launch("--spring.profiles.active=debug", "--management.endpoint.loggers.access=read-only");
        assertThat(SecureClient.withToken(cloud.cluster().token())
                .send("POST", url + "/actuator/loggers/ROOT")
                .statusCode()).isEqualTo(405);
    }

    @Test
    void theBillOfMaterialsIsForThoseWhoMayReadThePath() throws Exception {
        Path bill = Files.writeString(folder.resolve("application.cdx.json"), "{\"bomFormat\": \"CycloneDX\"}");
        launch("--management.endpoint.sbom.application.location=file:" + bill);
        SecureClient reader = SecureClient.withToken(cloud.cluster().tokenOf("shop", "reader"));
        assertThat(reader.get(url + "/actuator/sbom").body()).isEqualTo("{\"ids\":[\"application\"]}");
        assertThat(reader.get(url + "/actuator/sbom/application").body()).contains("CycloneDX");
        assertThat(code(SecureClient.withToken(""), "/actuator/sbom/application")).isEqualTo(403);
    }

    @Test
    void answersAreThoseOfTheKubernetesApi() throws Exception {
        launch();
        HttpResponse<String> refused = SecureClient.withToken("").get(url + "/metrics");
        assertThat(Json.parse(refused.body())).isEqualTo(Json.parse("""
                {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message":
                 "forbidden: User \\"system:anonymous\\" cannot get path \\"/metrics\\"", "reason": "Forbidden",
                 "details": {}, "code": 403}"""));
        assertThat(refused.headers().firstValue("Cache-Control")).contains("no-cache, private");
        assertThat(refused.headers().firstValue("WWW-Authenticate")).isEmpty();
        HttpResponse<String> unknown = SecureClient.withToken("x").get(url + "/metrics");
        assertThat(Json.text(Json.parse(unknown.body()), "reason")).isEqualTo("Unauthorized");
        HttpResponse<String> metrics = SecureClient.withToken(cloud.cluster().token()).get(url + "/metrics");
        assertThat(metrics.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain;version=0.0.4");
        assertThat(metrics.body()).contains("leader_election_master_status");
    }

    @Test
    void detailsOfHealthAreForThoseWhoMayAskForIt() throws Exception {
        launch();
        String path = url + "/actuator/health";
        assertThat(SecureClient.withToken("").get(path).body()).contains("\"leadership\"").doesNotContain("details");
        assertThat(SecureClient.withToken(cloud.cluster().tokenOf("shop", "other")).get(path).body())
                .doesNotContain("details");
        assertThat(SecureClient.withToken(cloud.cluster().tokenOf("shop", "reader")).get(path).body())
                .contains("details");
    }

    @Test
    void aReviewCountsForTenSecondsAndHealthCostsNone() throws Exception {
        launch();
        SecureClient admin = awaitCertificates();
        cloud.cluster().requests().clear();
        SecureClient nobody = SecureClient.withToken("");
        SecureClient reader = SecureClient.withToken(cloud.cluster().tokenOf("shop", "reader"));
        admin.get(url + "/metrics");
        assertThat(reviews("tokenreviews") + reviews("subjectaccessreviews")).as("administrators cost none").isZero();
        for (String path : OPEN)
            nobody.get(url + path);
        assertThat(reviews("subjectaccessreviews")).isZero();

        long began = System.nanoTime();
        nobody.get(url + "/metrics");
        nobody.get(url + "/metrics");
        assertThat(reviews("subjectaccessreviews")).isBetween(1L, oncePerTenSeconds(began));
        assertThat(reviews("tokenreviews")).isZero();

        for (int i = 0; i < 5; i++)
            reader.get(url + "/metrics");
        assertThat(reviews("subjectaccessreviews")).isBetween(2L, 2 * oncePerTenSeconds(began));
        assertThat(reviews("tokenreviews")).isBetween(1L, oncePerTenSeconds(began));

        SecureClient wrong = SecureClient.withToken("wrong");
        wrong.get(url + "/metrics");
        wrong.get(url + "/healthz");
        assertThat(reviews("tokenreviews")).isBetween(2L, 2 * oncePerTenSeconds(began));
        assertThat(reviews("subjectaccessreviews")).isBetween(2L, 2 * oncePerTenSeconds(began));
    }

    /** The most reviews of one caller so far: 1, unless the machine is so slow that the first one no longer counts. */
    private static long oncePerTenSeconds(long began) {
        return 1 + Duration.ofNanos(System.nanoTime() - began).dividedBy(Duration.ofSeconds(10));
    }

    @Test
    void authoritiesOfTheClusterAreFollowedAndNothingEndsWhileTheyCannotBeRead() throws Exception {
        cloud.cluster()
                .faults()
                .add(new Target("list", "configmaps"),
                        new Effect.Refuse(403, "Forbidden", "not yet", Duration.ZERO), -1);
        launch();
        SecureClient admin = SecureClient.withCertificate(
                cloud.cluster().clientAuthorities().user("admin", "system:masters"));
        assertThat(code(admin, "/metrics")).isEqualTo(403);
        assertThat(code(SecureClient.withToken(cloud.cluster().token()), "/metrics")).isEqualTo(200);
        cloud.cluster().faults().clear();
        await("certificates known", () -> code(admin, "/metrics") == 200);

        SelfSigned next = SelfSigned.create("next", List.of());
        cloud.cluster()
                .patch("configmaps", "kube-system", "extension-apiserver-authentication", Json.object()
                        .set("data", Json.object().put("client-ca-file", next.certificatePem())));
        SecureClient later = SecureClient.withCertificate(next.issue("admin", List.of("system:masters")));
        await("the new authority", () -> code(later, "/metrics") == 200);
        assertThat(code(admin, "/metrics")).isEqualTo(403);
    }

    @Test
    void healthIsToldAndAnswersAreKeptWhileTheKubernetesApiIsAway() throws Exception {
        launch("--authentication-token-webhook-cache-ttl=1h", "--authorization-webhook-cache-authorized-ttl=1h");
        SecureClient known = SecureClient.withToken(cloud.cluster().tokenOf("shop", "reader"));
        SecureClient late = SecureClient.withToken(cloud.cluster().tokenOf("shop", "reader"));
        assertThat(code(known, "/metrics")).isEqualTo(200);
        cloud.cluster()
                .faults()
                .add(new Target("create", "*"), new Effect.Refuse(500, "InternalError", "broken", Duration.ZERO), -1);

        assertThat(code(SecureClient.withToken(""), "/healthz")).isEqualTo(200);
        assertThat(code(late, "/healthz")).as("nobody can tell whether the token is wrong").isEqualTo(200);
        assertThat(code(known, "/metrics")).isEqualTo(200);
        HttpResponse<String> failed = late.get(url + "/metrics");
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).contains("InternalError").doesNotContain("broken");
        assertThat(SecureClient.withToken("").get(url + "/metrics").statusCode()).isEqualTo(500);
    }

    @Test
    void withoutAPortNothingIsLookedUp() throws Exception {
        start(List.of("--cloud-config=" + cloud.config(cloud.azure().url()),
                "--kubeconfig=" + cloud.kubeconfig(), "--secure-port=0"));
        await("it works on", () -> reviews("nodes") > 0);
        assertThat(reviews("configmaps")).isZero();
        assertThat(app.getEnvironment().getProperty("local.server.port")).isIn(null, "-1");
    }

    @Test
    void lookupsCanBeLeftOut() throws Exception {
        launch("--authentication-skip-lookup");
        await("it works on", () -> reviews("nodes") > 0);
        assertThat(code(SecureClient.withToken(cloud.cluster().token()), "/metrics")).isEqualTo(200);
        assertThat(reviews("configmaps")).isZero();
    }

    @Test
    void aSecondPortOfTheActuatorIsGuardedAsWell() throws Exception {
        launch("--management.server.port=0", "--management.server.address=127.0.0.1");
        url = "https://127.0.0.1:" + app.getEnvironment().getProperty("local.management.port");
        assertThat(code(SecureClient.withToken(""), "/actuator/plans")).isEqualTo(403);
        assertThat(code(SecureClient.withToken(""), "/actuator/health/liveness")).isEqualTo(200);
        assertThat(code(SecureClient.withToken(cloud.cluster().token()), "/actuator/plans")).isEqualTo(200);
    }

    private int code(SecureClient client, String path, String... headers) {
        return client.require(url + path, headers).statusCode();
    }
}
