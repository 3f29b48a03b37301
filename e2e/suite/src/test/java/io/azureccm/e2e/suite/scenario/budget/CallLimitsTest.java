package io.azureccm.e2e.suite.scenario.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.resilience.budget.BudgetLimit;
import io.azureccm.common.resilience.budget.BudgetLimits;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.common.resilience.budget.ScaledLimits;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.controller.ServiceControllerInProcess;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many Services at once on an Azure that counts calls as the real one does, only with smaller limits of a subscription. */
@Order(1)
class CallLimitsTest {
    private static final double SCALE = 0.1;

    @TempDir
    Path folder;

    @Test
    void burstBeyondTheLimitsIsServedWithoutOneRefusal() {
        List<String> names = names(24);
        try (ServiceScenario scenario = scenario(SCALE);
                ServiceControllerInProcess controller = controller(budget(SCALE))) {
            names.forEach(scenario::apply);
            start(scenario, controller);
            scenario.await("addresses", () -> names.stream().allMatch(scenario::hasAddress));

            assertThat(scenario.azure().calls().counters().throttled()).isZero();
            assertThat(scenario.azure().problems()).isEmpty();
        }
    }

    @Test
    void limitsLowerThanBelievedCostSomeRefusalsAndTheStormEnds() {
        List<String> names = names(14);
        try (ServiceScenario scenario = scenario(SCALE / 2);
                ServiceControllerInProcess controller = controller(budget(SCALE))) {
            names.forEach(scenario::apply);
            start(scenario, controller);
            scenario.await("addresses", () -> names.stream().allMatch(scenario::hasAddress));

            // Those that were on their way together when the first was refused, and a few that tried again.
            assertThat(scenario.azure().calls().counters().throttled()).isLessThanOrEqualTo(names.size());
            assertThat(scenario.azure().problems()).isEmpty();
        }
    }

    @Test
    void whileOneKindOfWritesIsRefusedReadsGoOnAndNothingHammers() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1));
                ServiceControllerInProcess controller = controller(BudgetSettings.of(App.SERVICE))) {
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Throttle("TooManyRequests", "2")));
            names(10).forEach(scenario::apply);
            start(scenario, controller);
            scenario.await("a second refusal after the pause",
                    () -> scenario.azure().calls().counters().throttled() > 10);
            int refused = scenario.azure().calls().counters().throttled();
            scenario.azure().faults().clear();
            scenario.await("addresses", () -> names(10).stream().allMatch(scenario::hasAddress));

            // Ten at once, then one at a time.
            assertThat(refused).isLessThanOrEqualTo(13);
            assertThat(scenario.azure().problems()).isEmpty();
        }
    }

    @Test
    void whilePublicAddressesCannotBeWrittenOtherWritesAndDeletionsGoOn() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1));
                ServiceControllerInProcess controller = controller(BudgetSettings.of(App.SERVICE))) {
            names(2).forEach(scenario::apply);
            start(scenario, controller);
            scenario.await("addresses", () -> names(2).stream().allMatch(scenario::hasAddress));

            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Throttle("TooManyRequests", "600")));
            scenario.apply("web-2");
            scenario.await("a refusal", () -> scenario.azure().calls().counters().throttled() > 0);
            scenario.delete("web-0");
            scenario.await("the end of a Service", () -> !scenario.exists("web-0"));

            assertThat(scenario.azure().calls().counters().throttled()).isOne();
            assertThat(scenario.hasAddress("web-1")).isTrue();
            assertThat(scenario.hasAddress("web-2")).isFalse();
            assertThat(scenario.azure().problems()).isEmpty();
        }
    }

    private ServiceScenario scenario(double scale) {
        return ServiceScenario.open(folder, ScenarioSetup.of(1)
                .azure(AzureSimulator.builder().throttling(ThrottlingProfile.scaled(scale))));
    }

    /** As the simulator scales: the limits of the subscription, not those of one scale set or one machine. */
    private static BudgetSettings budget(double scale) {
        Map<String, BudgetLimit> ofResources = BudgetLimits.names()
                .stream()
                .filter(name -> name.endsWith("-per-resource"))
                .collect(Collectors.toMap(name -> name, name -> BudgetLimits.DOCUMENTED.limit(name).orElseThrow()));
        return ScaledLimits.settings(App.SERVICE,
                ScaledLimits.of(BudgetLimits.DOCUMENTED, scale).with(ofResources));
    }

    private static ServiceControllerInProcess controller(BudgetSettings budget) {
        return new ServiceControllerInProcess(new SteadyState(Duration.ZERO),
                () -> new SteadyState.Observation(true, ""),
                new ServiceControllerInProcess.Options(ServiceScenario.QUICK,
                        new ArmPlanExecutor.Settings(32, Duration.ofMillis(500)), UnaryOperator.identity(), false,
                        WriteFence.OPEN, OrphanPolicy.OFF, budget));
    }

    private static void start(ServiceScenario scenario, ServiceControllerInProcess controller) {
        controller.start(scenario.launch(scenario.cloudConfig("azure.json", "suite"), List.of()));
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "web-" + i).toList();
    }
}
