package io.azureccm.e2e.suite.apps.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.apps.kubectl.PluginRun.Ended;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** {@code kubectl azureccm} as users have it: the real kubectl forwards to the port of a service-controller that leads. */
@Order(1)
class KubectlPluginTest extends KubectlPluginFixture {
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

    @Test
    void aPortThatNobodyServesIsToldWithWhatKubectlSays() throws Exception {
        assertThat(asReader("plans", "--pod=controller-fghij").errors()).contains("does not answer");
        assertThat(asReader("plans", "--pod=controller-zzzzz").errors())
                .contains("pod kube-system/controller-zzzzz cannot be read");
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
