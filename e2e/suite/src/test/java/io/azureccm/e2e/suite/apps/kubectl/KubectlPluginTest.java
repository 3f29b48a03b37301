package io.azureccm.e2e.suite.apps.kubectl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.http.SelfSigned;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.suite.apps.AdminClient;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloud;
import io.azureccm.e2e.suite.apps.kubectl.PluginRun.Ended;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kubectl azureccm} as users have it: the real kubectl forwards to the port of a service-controller that leads. */
@Order(1)
class KubectlPluginTest {
    @TempDir
    static Path folder;
    private static SimulatedCloud cloud;
    private static RunningApp app;
    private static PluginRun plugin;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(PluginRun.canRun(), "kubectl or curl is not on the PATH: install them to run these tests");
        // As in the guide: the security group is written before the load balancer is, however busy this machine is.
        cloud = SimulatedCloud.start(folder, ClusterOptions.defaults().withTls(),
                AzureSimulator.builder()
                        .latencies(Latencies.builder()
                                .rule("PUT", "loadBalancers", Delay.ofMillis(400), Delay.NONE)
                                .build()));
        plugin = new PluginRun(Files.createDirectories(folder.resolve("user")), cloud);
        cloud.addNodes();
        cloud.addService("web");
        app = RunningApp.start(App.SERVICE, cloud.flags(), cloud.environment());
        RunningApp.await("given an address", () -> !cloud.addresses("web").isEmpty(), () -> app.get("/health").body());
        int port = URI.create(app.actuator()).getPort();
        cloud.cluster().apply(pod("controller-abcde", leaderHost(), port, "Running"));
        cloud.cluster().apply(pod("controller-fghij", "other", 1, "Running"));
        cloud.cluster().apply(pod("controller-klmno", leaderHost(), 1, "Succeeded"));
        for (String object : Files.readString(PluginRun.FOLDER.resolve("reader.yaml")).split("\n---\n"))
            cloud.cluster().apply(object);
        bind("Cluster", "{name: azureccm-reader}");
        bind("", "{name: azureccm-reader, namespace: kube-system}");
    }

    @AfterAll
    static void stop() {
        if (app != null)
            app.close();
        if (cloud != null)
            cloud.close();
    }

    private static String leaderHost() {
        return cloud.holder(App.SERVICE).replaceFirst("_[^_]*$", "");
    }

    private static ObjectNode pod(String name, String node, int port, String phase) {
        return Json.parse("""
                {apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: kube-system,
                  labels: {app.kubernetes.io/name: service-controller}},
                 spec: {nodeName: %s, containers: [{name: c, image: i, ports: [{name: actuator, containerPort: %d}]}]},
                 status: {phase: %s, podIP: 127.0.0.1}}""".formatted(name, node, port, phase));
    }

    private static void bind(String scope, String metadata) {
        cloud.cluster()
                .apply("{apiVersion: rbac.authorization.k8s.io/v1, kind: " + scope + "RoleBinding, metadata: "
                        + metadata
                        + ", roleRef: {kind: " + scope + "Role, name: azureccm-reader}, "
                        + "subjects: [{kind: ServiceAccount, namespace: shop, name: reader}]}");
    }

    private static String readerToken() {
        return cloud.cluster().tokenOf("shop", "reader");
    }

    private static Ended asReader(String... arguments) throws Exception {
        plugin.kubeconfig("token: " + readerToken());
        return plugin.run(arguments);
    }

    private static String page(String path) {
        return app.get(path).body();
    }

    @Test
    void plansAreThoseOfTheLeader() throws Exception {
        Ended plans = asReader("plans");
        assertThat(plans.errors()).isEmpty();
        assertThat(plans.output()).contains("+ loadBalancers/kubernetes").isEqualTo(page("/plans?format=text"));
        assertThat(plans.code()).isZero();
    }

    @Test
    void aPlanIsTheOneOfTheNumberAndTheNewestWithoutOne() throws Exception {
        String first = asReader("plan", "1").output();
        assertThat(first).contains("Plan #1 ").isEqualTo(page("/plans/1?format=text"));
        String newest = asReader("plan").output();
        assertThat(page("/plans?format=text")).startsWith(newest.strip());
        Ended unknown = asReader("plan", "4711");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.errors()).contains("plan 4711 is not there, or not any more: kubectl azureccm plans");
    }

    @Test
    void budgetAndOrphansAreShownAsText() throws Exception {
        assertThat(asReader("budget").output()).startsWith("Budget of calls to Azure at ");
        assertThat(asReader("orphans", "--app", "service-controller").output()).contains("orphans");
    }

    @Test
    void aClientCertificateOfTheKubeconfigIsShownToTheController() throws Exception {
        SelfSigned jane = AdminClient.user("jane", "system:masters");
        cloud.cluster().access().addCertificate(jane.certificate(), Caller.ADMIN);
        plugin.kubeconfig("client-certificate-data: " + base64(jane.certificatePem()) + ", client-key-data: "
                + base64(jane.keyPem()));
        Ended plans = plugin.run("plans");
        assertThat(plans.output()).as(plans.errors()).isEqualTo(page("/plans?format=text"));
        Path certificate = Files.writeString(folder.resolve("jane.crt"), jane.certificatePem());
        Path key = Files.writeString(folder.resolve("jane.key"), jane.keyPem());
        plugin.kubeconfig("client-certificate: " + certificate + ", client-key: " + key);
        assertThat(plugin.run("plan", "1").output()).isEqualTo(page("/plans/1?format=text"));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anExecPluginOfTheKubeconfigIsRunWithItsArgumentsAndEnvironment() throws Exception {
        Path login = folder.resolve("login");
        Files.writeString(login,
                """
                        #!/bin/sh
                        [ "$1|$2|$GREETING" = 'get-token|two words|a=b' ] || { echo "wrong: $1|$2|$GREETING" >&2; exit 1; }
                        printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",\\n"spec":{},"status":{"token":"%s"}}' "$TOKEN"
                        """);
        assertThat(login.toFile().setExecutable(true)).isTrue();
        String exec = "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: " + login
                + ", args: [get-token, two words], env: [{name: GREETING, value: 'a=b'}, {name: TOKEN, value: "
                + readerToken() + "}]}";
        plugin.kubeconfig(exec);
        assertThat(plugin.run("plans").output()).isEqualTo(page("/plans?format=text"));
        plugin.kubeconfig(exec.replace("two words", "three"));
        assertThat(plugin.run("plans", "--address=" + root(), "--insecure-skip-tls-verify").errors())
                .contains("wrong: get-token|three|a=b")
                .contains("executable " + login + " failed with exit code 1");
    }

    @Test
    void aTokenMayComeFromAFileFromStandardInputOrFromAServiceAccount() throws Exception {
        cloud.cluster().apply("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
        cloud.cluster().apply("{apiVersion: v1, kind: ServiceAccount, metadata: {name: reader, namespace: shop}}");
        plugin.kubeconfig("token: " + cloud.cluster().token());
        String plans = page("/plans?format=text");
        Path file = Files.writeString(folder.resolve("token"), readerToken() + "\n");
        assertThat(plugin.run("plans", "--token-file=" + file).output()).isEqualTo(plans);
        assertThat(plugin.typing(readerToken() + "\n").run("plans", "--token-file", "-").output()).isEqualTo(plans);
        assertThat(plugin.run("plans", "--service-account=shop/reader").output()).isEqualTo(plans);
        assertThat(asReader("plans", "--service-account=shop/reader").errors())
                .contains("cannot create a token of service account shop/reader");
        assertThat(plugin.run("plans", "--token-file=" + Files.writeString(folder.resolve("x"), "\"\n")).errors())
                .contains("this is not a token");
    }

    @Test
    void whoMayNotIsToldWhatToGrantAndThatIsEnough() throws Exception {
        plugin.kubeconfig("token: " + cloud.cluster().tokenOf("shop", "late"));
        assertThat(plugin.run("plans").errors()).contains("cannot get resource \"leases\"")
                .contains("lease kube-system/azure-service-controller cannot be read: see reader.yaml");
        plugin.kubeconfig("token: " + cloud.cluster().token());
        String late = cloud.cluster().tokenOf("shop", "late");
        Ended refused = plugin.run("plans", "--token=" + late);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.errors())
                .contains("User 'system:serviceaccount:shop:late' cannot get path '/actuator/plans'");
        List<String> grants = refused.errors().lines().filter(each -> each.contains("binding ")).toList();
        assertThat(grants).hasSize(2)
                .allSatisfy(grant -> assertThat(plugin.shell(grant.replace(" azureccm-reader ", " late ")).code())
                        .isZero());
        plugin.kubeconfig("token: " + late);
        RunningApp.await("granted", () -> plugin.succeeds("plans"), () -> "refused");
    }

    @Test
    void aReaderReachesPodsOnlyInTheNamespaceOfTheControllers() {
        plugin.kubeconfig("token: " + readerToken());
        assertThat(plugin.shell("kubectl get pods -n kube-system").code()).isZero();
        cloud.cluster().apply("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
        assertThat(plugin.shell("kubectl get pods -n shop").errors()).contains("cannot list resource \"pods\"");
        cloud.cluster().apply(Json.parse("""
                {apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: shop},
                 spec: {containers: [{name: c, image: i}]}, status: {phase: Running, podIP: 127.0.0.1}}"""));
        assertThat(plugin.shell("kubectl port-forward -n shop pod/web-1 :80").errors())
                .contains("cannot get resource \"pods\"");
    }

    @Test
    void aTokenThatTheClusterDoesNotKnowIsToldAsSuch() throws Exception {
        plugin.kubeconfig("token: " + cloud.cluster().token());
        assertThat(plugin.run("plans", "--token=unknown").errors())
                .contains("the cluster does not know this token (401)")
                .contains("--service-account=NAMESPACE/NAME");
    }

    @Test
    void withoutALeaderItsLeaseAndThePodsAreNamed() throws Exception {
        Ended ended = asReader("plans", "--app=route");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.errors())
                .contains("no route-controller leads: there is no lease kube-system/azure-route-controller")
                .contains("Pods of the route-controller in kube-system: none");
        lease("{holderIdentity: gone_1}");
        plugin.kubeconfig("token: " + cloud.cluster().token());
        assertThat(plugin.run("plans", "--lease=other").errors())
                .contains("the lease kube-system/other is held by gone_1, but no running pod in kube-system matches it")
                .contains("controller-abcde (Running), controller-fghij (Running), controller-klmno (Succeeded)");
        lease("{holderIdentity: ''}");
        assertThat(plugin.run("plans", "--lease=other").errors())
                .contains("no service-controller leads: nobody holds the lease kube-system/other");
        assertThat(plugin.run("plan", "1", "--lease=other", "--pod=controller-abcde").code()).isZero();
        lease("{holderIdentity: controller-abcde_1}");
        assertThat(plugin.run("plan", "1", "--lease=other").code()).as("the holder is called as the pod is").isZero();
    }

    private static void lease(String spec) {
        cloud.cluster()
                .apply("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: other, namespace: kube-system}, spec: "
                        + spec + "}");
    }

    private static String root() {
        return app.actuator().replace("/actuator", "");
    }

    @Test
    void anAddressIsAskedStraightAndHasToBeTrusted() throws Exception {
        assertThat(asReader("plan", "1", "--address=" + root(), "--insecure-skip-tls-verify").output())
                .isEqualTo(page("/plans/1?format=text"));
        assertThat(asReader("plan", "1", "--address=" + root()).errors()).contains("does not answer")
                .contains("certificate");
        assertThat(asReader("plan", "1", "--address=http://127.0.0.1:1").errors()).contains("it has to be https://");
    }

    @Test
    void aPortThatNobodyServesIsToldWithWhatKubectlSays() throws Exception {
        assertThat(asReader("plans", "--pod=controller-fghij").errors()).contains("does not answer");
        assertThat(asReader("plans", "--pod=controller-zzzzz").errors())
                .contains("pod kube-system/controller-zzzzz cannot be read");
    }

    @Test
    void secretsAreInNoArgumentOfAProgramAndInNoFileThatStays() throws Exception {
        String token = readerToken();
        plugin.kubeconfig("token: " + token);
        PluginRun watched = plugin.recording();
        assertThat(watched.run("plans").code()).isZero();
        assertThat(watched.run("plan", "4711").code()).isEqualTo(1);
        assertThat(watched.recorded()).contains("curl ", "port-forward").doesNotContain(token);
        assertThat(watched.temporaryFiles()).isEmpty();
    }

    @Test
    void nothingStaysOfACommandWhoseReaderHasGone() throws Exception {
        plugin.kubeconfig("token: " + readerToken());
        for (String command : List.of("plans", "plans -o json", "plan -o yaml", "explain")) {
            assertThat(plugin.shell("kubectl azureccm " + command + " | true").errors()).as(command).isEmpty();
        }
        assertThat(plugin.temporaryFiles()).isEmpty();
    }

    @Test
    void aShadowIsFoundByItsArgumentsAndIsNoLeader() throws Exception {
        assertThat(asReader("shadow").errors()).contains("no pod runs the service-controller as a shadow");
        ObjectNode shadow = pod("shadow-abcde", leaderHost(), 1, "Running");
        ((ObjectNode) shadow.at("/spec/containers/0")).putArray("args").add("--cluster-name=c").add("--shadow");
        cloud.cluster().apply(shadow);
        try {
            assertThat(asReader("shadow").errors()).as("nobody is at its port")
                    .contains("does not answer")
                    .contains("127.0.0.1:1");
            assertThat(asReader("plan", "1").output()).isEqualTo(page("/plans/1?format=text"));
            cloud.cluster().apply(pod("second-abcde", leaderHost(), 1, "Running"));
            assertThat(asReader("plan", "1").errors()).contains("which may be several pods");
        } finally {
            cloud.cluster().delete("pods", "kube-system", "shadow-abcde");
            cloud.cluster().delete("pods", "kube-system", "second-abcde");
        }
        assertThat(asReader("shadow", "--pod=controller-abcde").errors())
                .contains("this service-controller has no /actuator/shadow");
    }

    @Test
    void anObjectIsExplainedAndOneThatIsNotThereIsToldAsSuch() throws Exception {
        Ended web = asReader("explain", "service", "default/web");
        assertThat(web.errors()).isEmpty();
        assertThat(web.output()).contains("default/web").isEqualTo(page("/services/default/web?format=text"));
        Ended none = asReader("explain", "service", "default/none");
        assertThat(none.output() + none.errors()).contains(page("/services/default/none?format=text").strip());
        assertThat(asReader("explain", "node", "vmss-a000000", "--pod=controller-abcde").errors())
                .contains("this node-controller has no /actuator/nodes");
    }

    @Test
    void withoutANameAllAreListed() throws Exception {
        Ended all = asReader("explain");
        assertThat(all.errors()).isEmpty();
        assertThat(all.output()).contains("default/web").isEqualTo(page("/services?format=text"));
        assertThat(asReader("explain", "service").output()).isEqualTo(all.output());
        Ended none = asReader("explain", "-n", "empty");
        assertThat(none.output()).isEmpty();
        assertThat(none.errors()).isEqualTo("No objects of the service-controller found in empty namespace.\n");
    }

    @Test
    void theConsoleIsServedToABrowserThatShowsNoToken() throws Exception {
        plugin.kubeconfig("token: " + readerToken());
        try (PluginRun.Running console = plugin.background("console")) {
            String address = console
                    .awaitLine(Pattern.compile(".* is at (http://127\\.0\\.0\\.1:[0-9]+/actuator/console) .*"));
            HttpResponse<String> overview = open(address);
            assertThat(overview.body()).contains("default/web");
            assertThat(overview.headers().firstValue("Content-Security-Policy").orElse(""))
                    .startsWith("default-src 'none'");
            assertThat(overview.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(open(address + "/objects/default/web").body()).contains("asks for");
            assertThat(open(address + "?state=PENDING&name=x").statusCode()).isEqualTo(200);
            assertThat(open(address.replace("/console", "/plans")).statusCode()).isEqualTo(403);
        }
        assertThat(plugin.temporaryFiles()).isEmpty();
    }

    private static HttpResponse<String> open(String address) throws Exception {
        try (HttpClient browser = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return browser.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
        }
    }

    @Test
    void nothingIsApprovedThatIsNotHeld() throws Exception {
        Ended refused = asReader("approve", "73eb00b51663");
        assertThat(refused.errors()).contains("the service-controller holds nothing");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(asReader("approve").output()).isEqualTo("The service-controller holds nothing.\n");
    }

    @Test
    void whatTheGuideShowsIsWhatIsPrinted() throws Exception {
        String guide = Files.readString(Path.of("../../docs/guides/kubectl.md"));
        String block = guide.replaceFirst("(?s).*?\n## On the playground\n.*?```text\n(.*?)```.*", "$1");
        plugin.kubeconfig("token: " + cloud.cluster().token());
        int commands = 0;
        for (String part : block.split("(?m)^\\$ ")) {
            if (part.isEmpty())
                continue;
            String command = part.lines().findFirst().orElseThrow();
            Ended ended = plugin.shell(command);
            assertThat(steady(ended.output() + ended.errors())).as(command)
                    .isEqualTo(steady(part.substring(command.length() + 1)));
            commands++;
        }
        assertThat(commands).isEqualTo(3);
    }

    /** Without what differs from one run to the next: times, what was left of the budget, and which outcome came first. */
    private static List<String> steady(String text) {
        return text.lines()
                .map(line -> line.replaceFirst("^20[0-9T:.-]+Z$", "TIME")
                        .replaceFirst("snapshot age .*|budget left: .*|took .*", "..."))
                .sorted()
                .toList();
    }

    @Test
    void mistakesAreToldBeforeAnythingIsAsked() throws Exception {
        plugin.kubeconfig("token: " + cloud.cluster().token());
        for (List<String> wrong : List.of(List.of("plnas"), List.of("plans", "--ap=route"), List.of("plans", "--app=x"),
                List.of("plan", "x"), List.of("explain", "x", "y"), List.of("approve", "x"),
                List.of("plans", "1"), List.of("plans", "--pod=a/b"),
                List.of("plans", "--app"))) {
            Ended ended = plugin.run(wrong.toArray(String[]::new));
            assertThat(ended.code()).as(wrong.toString()).isEqualTo(1);
            assertThat(ended.errors()).as(wrong.toString()).startsWith("kubectl azureccm: ");
            assertThat(ended.output()).isEmpty();
        }
        assertThat(plugin.run("help").output()).contains("kubectl azureccm COMMAND");
        String version = Files.readString(Path.of("../../pom.xml"))
                .replaceAll("(?s).*?<version>(.*?)</version>.*", "$1");
        assertThat(plugin.run("version").output()).isEqualTo("kubectl-azureccm " + version + "\n");
    }
}
