package io.azureccm.e2e.suite.apps.kubectl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.suite.apps.SimulatedCloud;
import io.azureccm.e2e.suite.apps.kubectl.PluginRun.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code kubectl azureccm} takes objects, namespaces and formats as kubectl does, and completes them. */
class KubectlUsageTest {
    private static final String WEB = "Service shop/web: programmed\n";
    @TempDir
    static Path folder;
    private static SimulatedCloud cloud;
    private static PluginRun plugin;
    private static ControllerPort port;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(PluginRun.canRun(), "kubectl or curl is not on the PATH: install them to run these tests");
        cloud = SimulatedCloud.start(folder, ClusterOptions.defaults().with(Feature.TLS), AzureSimulator.builder());
        port = new ControllerPort();
        plugin = new PluginRun(Files.createDirectories(folder.resolve("user")), cloud);
        plugin.kubeconfig("token: " + cloud.cluster().token());
        cloud.addService("web");
        port.answers("/actuator/services/shop/web?format=text", 200, WEB);
        port.answers("/actuator/services/default/web?format=text", 200, "Service default/web: pending\n");
        port.answers("/actuator/backends/shop/web?format=text", 200, "backends of shop/web\n");
        port.answers("/actuator/services/shop/web?format=text&health=true", 200, "shop/web with health\n");
        port.answers("/actuator/services/shop/none?format=text", 404, "Service shop/none: ignored, there is none\n");
        port.answers("/actuator/services/shop/none", 404, "{\"name\":\"shop/none\",\"state\":\"IGNORED\"}");
        port.answers("/actuator/services/shop/web", 200, "{\"name\":\"shop/web\",\"sections\":[{\"title\":\"a: b\"}]}");
        port.answers("/actuator/services?format=text", 200,
                "3 objects, 1 failed, 2 programmed\n  shop/web  failed  x\n  shop2/b   programmed\n  shop/c    programmed\n");
        port.answers("/actuator/nodes/vm-0?format=text", 200, "Node vm-0: programmed\n");
        port.answers("/actuator/routes/vm-0?format=text", 200, "Route vm-0: programmed\n");
    }

    @AfterAll
    static void stop() {
        if (port != null)
            port.close();
        if (cloud != null)
            cloud.close();
    }

    private static Ended run(String arguments) {
        List<String> all = new ArrayList<>(List.of(arguments.split(" ")));
        all.addAll(port.options());
        return plugin.run(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            explain web, Service default/web: pending
            health web -n shop, backends of shop/web
            health svc/web -n shop, backends of shop/web
            explain web -n shop --health, shop/web with health
            explain web -n shop, Service shop/web: programmed
            explain -nshop svc/web, Service shop/web: programmed
            explain service/web --namespace=shop, Service shop/web: programmed
            explain svc web --namespace shop, Service shop/web: programmed
            explain services shop/web, Service shop/web: programmed
            explain shop/web, Service shop/web: programmed
            explain node/vm-0, Node vm-0: programmed
            explain no vm-0, Node vm-0: programmed
            explain vm-0 --app=node, Node vm-0: programmed
            explain route/vm-0, Route vm-0: programmed
            """)
    void anObjectIsNamedAsInKubectl(String arguments, String answer) {
        Ended ended = run(arguments);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.output()).isEqualTo(answer + "\n");
        assertThat(ended.code()).isZero();
    }

    @Test
    void theNamespaceIsThatOfTheContextUnlessGiven() {
        assertThat(plugin.shell("kubectl config set-context --current --namespace=shop").code()).isZero();
        try {
            assertThat(run("explain web").output()).isEqualTo(WEB);
            assertThat(run("explain web -n default").output()).startsWith("Service default/web");
        } finally {
            plugin.shell("kubectl config set-context --current --namespace=");
        }
    }

    @Test
    void aListIsOfAllNamespacesOrOfOne() {
        assertThat(run("explain").output()).contains("shop/web", "shop2/b");
        assertThat(run("explain -n shop").output()).isEqualTo("  shop/web  failed  x\n  shop/c    programmed\n");
    }

    @Test
    void anAnswerMayBeJsonOrYaml() throws IOException {
        Ended json = run("explain web -n shop -o json");
        Ended yaml = run("explain web -n shop -oyaml");
        JsonNode expected = new ObjectMapper().readTree("{\"name\":\"shop/web\",\"sections\":[{\"title\":\"a: b\"}]}");

        assertThat(new ObjectMapper().readTree(json.output())).isEqualTo(expected);
        assertThat(yaml.errors()).isEmpty();
        assertThat(yaml.output()).startsWith("name: shop/web\n");
        assertThat(new ObjectMapper(new YAMLFactory()).readTree(yaml.output())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            explain none -n shop | Service shop/none: ignored, there is none
            explain none -n shop -o json | the service-controller does not manage the service shop/none
            explain node/none | this node-controller has no /actuator/nodes
            plan 4711 | plan 4711 is not there
            """)
    void whatDoesNotExistIsAnError(String arguments, String message) {
        Ended ended = run(arguments);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).isEmpty();
        assertThat(ended.errors()).startsWith("kubectl azureccm: ").contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            plans -n shop | plans: --namespace is that of a Service, for explain and health; --controller-namespace is that of the controllers
            explain node/vm-0 -n shop | a node has no namespace
            explain shop/web -n other | shop/web is not in the namespace other
            explain svc/web node/x | explain: shows one object
            explain svc/ | lacks a name
            health node/vm-0 | health: is for a Service
            healt web | unknown command healt
            plans --health | plans: --health is for explain of a Service
            plans -o xml | --output=xml: expected text, json or yaml
            plans -o | -o: value missing
            """)
    void contradictionsAreToldBeforeAnythingIsAsked(String arguments, String message) {
        Ended ended = plugin.run(arguments.split(" "));

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.errors()).contains(message);
    }

    @Test
    void onlyWhatIsHeldCanBeApproved() {
        cloud.cluster()
                .apply("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: azure-service-controller, "
                        + "namespace: kube-system}, spec: {holderIdentity: x_1}}");
        port.answers("/actuator/prometheus", 200,
                "controller_removals_held{hash=\"\",kind=\"routes\"} 0.0\n");
        assertThat(run("approve").output()).isEqualTo("The service-controller holds nothing.\n");
        assertThat(run("approve 73eb00b51663").errors()).contains("the service-controller holds nothing");
        port.answers("/actuator/prometheus", 200,
                "controller_removals_held{hash=\"73eb00b51663\",kind=\"frontends\"} 3.0\n"
                        + "controller_removals_held{hash=\"\",kind=\"public_ips\"} 0.0\n");
        assertThat(run("approve").output()).isEqualTo("73eb00b51663  3 frontends\n");
        Ended other = run("approve 0a");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.errors()).contains("holds nothing with the hash 0a; it holds:", "73eb00b51663  3 frontends");
        assertThat(annotation()).isEmpty();
        assertThat(run("approve 73eb00b51663").output())
                .isEqualTo("approved removals 73eb00b51663 on lease kube-system/azure-service-controller\n");
        assertThat(run("approve 73eb00b51663").code()).isZero();
        assertThat(annotation()).isEqualTo("73eb00b51663");
    }

    private static String annotation() {
        return cloud.cluster()
                .get("leases", "kube-system", "azure-service-controller")
                .orElseThrow()
                .at("/metadata/annotations/azureccm.io~1approve-removals")
                .asText();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pl | plans,plan
            explain s | svc/
            explain svc/ -n default w |
            explain -n default svc/w | svc/web
            explain -n default svc w | web
            plans --ap | --app=
            plans --app r | route
            plans --app=r | --app=route
            plans -o y | yaml
            explain -n defau | default
            """)
    void kubectlCompletesWhatComesNext(String arguments, String candidates) throws IOException {
        Path script = folder.resolve("user/kubectl_complete-azureccm");
        Files.writeString(script, plugin.run("completion").output());
        List<String> lines = plugin.shell("sh " + script + " " + arguments).output().lines().toList();

        assertThat(lines.getLast()).isEqualTo(":4");
        assertThat(lines.subList(0, lines.size() - 1)).extracting(line -> line.replaceFirst("\t.*", ""))
                .containsExactlyElementsOf(candidates == null ? List.of() : List.of(candidates.split(",")));
    }

    @Test
    void theArchiveAndItsManifestForKrewBelongTogether() throws Exception {
        List<Path> archives = new ArrayList<>();
        for (String each : List.of("one", "other")) {
            Path into = Files.createDirectories(folder.resolve(each));
            Ended made = plugin.shell(
                    PluginRun.FOLDER.resolve("package") + " --base-url=https://example.com/v1/ --destination=" + into);
            assertThat(made.code()).as(made.errors()).isZero();
            try (Stream<Path> files = Files.list(into)) {
                archives.add(files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst().orElseThrow());
            }
        }
        Path archive = archives.getFirst();
        assertThat(archive).hasSameBinaryContentAs(archives.getLast());
        JsonNode platform = new ObjectMapper(new YAMLFactory()).readTree(folder.resolve("one/azureccm.yaml").toFile())
                .at("/spec/platforms/0");
        assertThat(platform.path("uri").asText()).isEqualTo("https://example.com/v1/" + archive.getFileName());
        assertThat(plugin.shell("sha256sum " + archive).output()).startsWith(platform.path("sha256").asText() + " ");
        List<String> packed = plugin.shell("tar tzf " + archive).output().lines().toList();
        assertThat(platform.path("files")).extracting(file -> file.path("from").asText())
                .containsExactlyInAnyOrderElementsOf(packed)
                .contains(platform.path("bin").asText());
    }
}
