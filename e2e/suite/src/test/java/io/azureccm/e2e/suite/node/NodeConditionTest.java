package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScenario.QUICK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.controller.NodeControllerInProcess;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Node says about its initialisation, as users meet it: with the real kubectl, and with the commands of the pages. */
class NodeConditionTest {
    private static final Pattern REMOVAL = Pattern.compile("^kubectl get nodes -o name .*$", Pattern.MULTILINE);
    private static final String PROVIDED = "alpha.kubernetes.io/provided-node-ip";
    private static final String TIMEOUT = " --timeout=" + SteadyState.BOUND.toSeconds() + "s";

    @TempDir
    Path folder;

    private String kubeconfig;

    @Test
    void kubectlWaitsForTheConditionAndTheCommandOfThePageTakesItAwayAndNothingElse() throws Exception {
        assumeTrue(onPath("kubectl") && onPath("xargs"), "kubectl is not on the PATH: install it to run this test");
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard().scaleSet("pool", 2))) {
            scenario.api();
            kubeconfig = scenario.launch().kubeconfig().toString();
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of(PROVIDED, "10.9.9.9"));
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            kubectl("kubectl patch node pool000000 --subresource=status --type=strategic -p "
                    + "'{\"status\":{\"conditions\":[{\"type\":\"example.com/Other\",\"status\":\"True\"},"
                    + "{\"type\":\"azureccm.io/Routed\",\"status\":\"False\"}]}}'");
            NodeControllerInProcess controller = scenario.start(QUICK);

            kubectl("kubectl wait --for=condition=azureccm.io/Initialized=false node/pool000000" + TIMEOUT);
            assertThat(conditions("pool000000")).contains("NodeIPNotFound", "10.9.9.9",
                    "What to do: ", "example.com/Other");
            assertThat(conditions("pool000001")).doesNotContain("azureccm.io/");
            // The watch shows the controller its own write a little later.
            scenario.await(() -> controller.explain("pool000000").contains("False (NodeIPNotFound)"));
            assertThat(controller.explain("pool000000")).contains("azureccm.io/Initialized", "False (NodeIPNotFound)");

            kubectl("kubectl annotate node pool000000 " + PROVIDED + "-");
            kubectl("kubectl wait --for=condition=azureccm.io/Initialized node/pool000000" + TIMEOUT);
            assertThat(scenario.isInitialised("pool000000")).isTrue();
            scenario.stop();

            kubectl(removalOn("docs/resources/node/reasons.md"));
            kubectl(removalOn("docs/resources/route/reasons.md"));
            assertThat(conditions("pool000000")).contains("example.com/Other").doesNotContain("azureccm.io/");
        }
    }

    private static String removalOn(String page) throws IOException {
        Matcher command = REMOVAL.matcher(Files.readString(Path.of("../..").resolve(page)));
        assertThat(command.find()).as("the command on " + page).isTrue();
        return command.group();
    }

    private String conditions(String node) throws Exception {
        return kubectl("kubectl get node " + node + " -o jsonpath='{.status.conditions}'");
    }

    private String kubectl(String command) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true);
        shell.environment().put("KUBECONFIG", kubeconfig);
        Process process = shell.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(command).isTrue();
        assertThat(process.exitValue()).as("%s: %s", command, output).isZero();
        return output;
    }

    private static boolean onPath(String program) {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }
}
