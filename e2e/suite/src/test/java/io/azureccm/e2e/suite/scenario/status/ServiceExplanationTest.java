package io.azureccm.e2e.suite.scenario.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The explanation of a Service says where it is, what it waits for and what its user has to change. */
class ServiceExplanationTest {
    private static final String IDLE = "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout";

    @TempDir
    Path folder;

    @Test
    void programmedServiceNamesWhatItHasInAzureAndWhereItsSettingsComeFrom() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(2))) {
            scenario.apply("web", 80, "{\"" + IDLE + "\": \"10\"}");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            String address = scenario.addresses("web").getFirst();

            String text = scenario.controller().explain("default/web");

            assertThat(text).startsWith("Service default/web: programmed, at " + address + "\n")
                    .doesNotContain("waits for");
            assertThat(line(text, "idle timeout")).contains("10 min").endsWith(IDLE);
            assertThat(line(text, "exposure")).contains("external").endsWith("default");
            assertThat(line(text, "load balancer")).contains("kubernetes");
            assertThat(line(text, "public IP")).contains(address).endsWith("created by the controller for default/web");
            assertThat(line(text, "rule")).contains("80 -> ").contains("pool kubernetes");
            assertThat(line(text, "pool")).contains("2 members: ");
            assertThat(line(text, "security rule")).contains("from Internet");
            assertThat(line(text, "in the status")).endsWith(address);
        }
    }

    @Test
    void healthOfBackendsIsWhatAzureAnswersBesideTheReadinessOfTheirNodes() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(2))) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            scenario.azure()
                    .machines()
                    .power(scenario.azure().machines().find("vmss-a000000").orElseThrow().id().text(), "stopped");

            List<Explanation.Line> lines = health(scenario);

            assertThat(lines).hasSize(3);
            assertThat(lines.getFirst().value()).endsWith("-TCP-80");
            assertThat(lines.getFirst().note()).startsWith("1 of 2 up, asked at ");
            assertThat(lines.subList(1, 3)).anySatisfy(line -> {
                assertThat(line.value()).isEqualTo("down");
                assertThat(line.note()).isEqualTo("The probe gets no answer, node ready");
            }).anySatisfy(line -> assertThat(line.value()).isEqualTo("up"));
            assertThat(scenario.azure().calls().counters().of("POST", "loadBalancers/loadBalancingRules/health"))
                    .isEqualTo(1);
        }
    }

    @Test
    void refusedServiceNamesTheAnnotationAndWhatWouldBeRight() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.apply("web", 80, "{\"" + IDLE + "\": \"900\"}");
            scenario.await("the refusal", () -> scenario.controller().explain("default/web").contains(": refused"));

            String text = scenario.controller().explain("default/web");

            assertThat(text).startsWith("Service default/web: refused, ").contains(IDLE, "900");
            assertThat(text).contains("mistakes\n");
        }
    }

    @Test
    void failedServiceNamesTheWriteThatFailedAndWhenItIsTriedAgain() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses",
                            new FaultAction.Refuse(403, "AuthorizationFailed", "not this one")));
            scenario.apply("web");
            AtomicReference<String> shown = new AtomicReference<>();
            // While the write is tried again there is no time.
            scenario.await("the failure and the time of the next attempt", () -> {
                shown.set(scenario.controller().explain("default/web"));
                return shown.get().contains(": failed") && shown.get().contains("until 20");
            });

            String text = shown.get();
            assertThat(text).contains("AuthorizationFailed", "waits for\n");
            assertThat(line(text, "the next attempt")).contains("publicIPAddresses/").contains("until 20");
            assertThat(line(text, "in the status")).endsWith("none");
        }
    }

    @Test
    void serviceThatIsNotOursIsSaidToBeSo() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.awaitQuiet();

            assertThat(scenario.controller().explain("default/none")).startsWith("Service default/none: ignored, ")
                    .contains("loadBalancerClass");
        }
    }

    /** Azure's answer is polled for: time has to pass, and whoever asks has to wait in the time of the scenario. */
    private static List<Explanation.Line> health(ServiceScenario scenario) {
        Executor inItsTime = scenario.launch(scenario.cloudConfig("health.json", "health"), List.of())
                .world()
                .<Executor>map(world -> task -> world.time().start("health", task))
                .orElse(task -> Thread.ofVirtual().start(task));
        CompletableFuture<List<Explanation.Line>> answer = CompletableFuture
                .supplyAsync(() -> scenario.controller().health("default/web"), inItsTime);
        scenario.await("the answer", answer::isDone);
        return answer.join();
    }

    private static String line(String text, String what) {
        return text.lines().filter(line -> line.strip().startsWith(what + " ")).findFirst().orElse("no line " + what);
    }
}
