package io.azureccm.e2e.suite.scenario.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.controller.CommandRun;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.ServiceControllerApplication;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code service-controller plan}: the same plan that the controller would carry out, as text and as an exit code. */
class PlanCommandTest {
    @TempDir
    Path folder;

    private static CommandRun plan(ServiceScenario scenario, Path folder, String... more) {
        String[] args = new String[more.length + 1];
        args[0] = "plan";
        System.arraycopy(more, 0, args, 1, more.length);
        return CommandRun.of(ServiceControllerApplication.commands(),
                scenario.launch(scenario.cloudConfig("plan.json", "plan"), List.of()), args);
    }

    @Test
    void planOfAServiceThatIsToBeServedSaysWhatIsAddedAndWritesNothing() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("web");
            scenario.resetCalls();
            CommandRun run = plan(scenario, folder);
            assertThat(run.code()).as(run.err()).isEqualTo(2);
            assertThat(run.out()).contains("+ publicIPAddresses/kubernetes-", "PUT", "loadBalancers/kubernetes");
            assertThat(run.lastLine()).startsWith("1 Service: 0 unchanged, 1 changed, 0 refused; no address changes; ");
            assertThat(plan(scenario, folder)).isEqualTo(run);
            assertThat(plan(scenario, folder, "--fail-on=remove,address-change").code()).isZero();
            assertThat(plan(scenario, folder, "--fail-on=add").code()).isEqualTo(2);
            scenario.assertCalls(Integer.MAX_VALUE, 0);
            assertThat(scenario.events("web")).isEmpty();
            assertThat(scenario.hasAddress("web")).isFalse();
        }
    }

    @Test
    void planHasNothingToDoWhereTheControllerIsDone() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("web");
            scenario.apply("api", 81, "{}");
            scenario.awaitAddresses("web", "api");
            scenario.awaitQuiet();
            scenario.stopController();
            CommandRun run = plan(scenario, folder);
            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(run.lastLine())
                    .isEqualTo("2 Services: 2 unchanged, 0 changed, 0 refused; no address changes; 0 writes");
            scenario.apply("web", 80, "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"true\"}");
            CommandRun moved = plan(scenario, folder, "--fail-on=address-change", "--service=default/web");
            assertThat(moved.code()).as(moved.out()).isEqualTo(2);
            assertThat(moved.lastLine()).startsWith("1 Service: 0 unchanged, 1 changed, 0 refused; ")
                    .doesNotContain("no address changes");
            CommandRun other = plan(scenario, folder, "--service=default/api");
            assertThat(other.code()).as(other.out()).isZero();
        }
    }

    @Test
    void refusedServiceIsCodeThreeInEachForm() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("web", 80,
                    "{\"service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout\": \"never\"}");
            for (String output : List.of("text", "json", "markdown", "html")) {
                CommandRun run = plan(scenario, folder, "--output=" + output);
                assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
                assertThat(run.out()).contains("default/web", "1 refused");
            }
        }
    }

    @Test
    void whatCannotBeReadIsCodeFourAndNamed() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("web");
            scenario.azure()
                    .faults()
                    .add(Fault.on("GET", "loadBalancers",
                            new FaultAction.Refuse(403, "AuthorizationFailed", "not for you")));
            CommandRun run = plan(scenario, folder, "--fail-on=remove");
            assertThat(run.code()).as(run.out()).isEqualTo(4);
            assertThat(run.out()).contains("? not read  LIST ", "loadBalancers", "not for you");
            assertThat(plan(scenario, folder, "--fail-on=remove")).isEqualTo(run);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"resourceGroup", "loadBalancerResourceGroup"})
    void nothingIsPlannedInAResourceGroupThatDoesNotExistAndItsKeyIsNamed(String key) {
        try (ServiceScenario scenario = ServiceScenario.open(folder,
                ScenarioSetup.of(1).config(key, "nope").onTheWire())) {
            scenario.apply("web");
            CommandRun run = plan(scenario, folder);
            assertThat(run.code()).as(run.out()).isEqualTo(4);
            assertThat(run.out()).contains("? not read  " + key + " \"nope\" does not exist in subscription ")
                    .doesNotContain("PUT");
            assertThat(run.lastLine()).isEqualTo("1 Service: not planned; 1 not read");
            Path snapshot = folder.resolve("snapshot.json");
            CommandRun taken = CommandRun.of(ServiceControllerApplication.commands(),
                    scenario.launch(scenario.cloudConfig("plan.json", "plan"), List.of()), "snapshot",
                    "--output=" + snapshot);
            assertThat(taken.code()).as(taken.err()).isEqualTo(4);
            assertThat(taken.err()).contains("not read: " + key + " \"nope\" does not exist");
            assertThat(snapshot).doesNotExist();
        }
    }

    @Test
    void kubernetesApiThatDoesNotAnswerInTimeIsCodeFour() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            CommandRun run = CommandRun.of(ServiceControllerApplication.commands(),
                    scenario.launch(scenario.cloudConfig("plan.json", "plan"), List.of("--master=https://127.0.0.1:1")),
                    "plan", "--timeout=1s");
            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
            assertThat(run.out()).contains("? not read  services of the Kubernetes API");
        }
    }

    @Test
    void mistakesInTheCommandAreCodeOneAndNamed() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.apply("web");
            assertMistake(plan(scenario, folder, "--fail-on=removal"),
                    "--fail-on: \"removal\" is not known (did you mean \"remove\"?)");
            assertMistake(plan(scenario, folder, "--output=xml"), "--output: \"xml\" is not known");
            assertMistake(plan(scenario, folder, "--timeout=soon"), "--timeout: \"soon\" is not a duration");
            assertMistake(plan(scenario, folder, "--fail-onn=add"), "unknown flag");
            assertMistake(plan(scenario, folder, "--service=default/wep"),
                    "there is no Service \"default/wep\" that this app manages (did you mean \"default/web\"?)");
        }
    }

    private static void assertMistake(CommandRun run, String said) {
        assertThat(run.code()).as(run.out()).isEqualTo(1);
        assertThat(run.err()).contains(said);
        assertThat(run.out()).isEmpty();
    }
}
