package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.common.resilience.budget.BudgetLimit;
import io.azureccm.common.resilience.budget.BudgetLimits;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.suite.harness.ServiceControllerInProcess;
import io.azureccm.e2e.suite.harness.Stillness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many Services at once on an Azure that counts calls as the real one does, only with smaller limits of a subscription. */
class CallLimitsTest {
    private static final double SCALE = 0.1;

    @TempDir
    Path folder;

    @Test
    void burstBeyondTheLimitsIsServedWithoutOneRefusal() {
        List<String> names = names(24);
        try (Scene scene = scene(SCALE); ServiceControllerInProcess controller = controller(budget(SCALE))) {
            names.forEach(scene::apply);
            start(scene, controller);
            scene.await("addresses", () -> names.stream().allMatch(scene::hasAddress));

            assertThat(scene.azure().calls().counters().throttled()).isZero();
            assertThat(scene.azure().problems()).isEmpty();
        }
    }

    @Test
    void limitsLowerThanBelievedCostSomeRefusalsAndTheStormEnds() {
        List<String> names = names(14);
        try (Scene scene = scene(SCALE / 2); ServiceControllerInProcess controller = controller(budget(SCALE))) {
            names.forEach(scene::apply);
            start(scene, controller);
            scene.await("addresses", () -> names.stream().allMatch(scene::hasAddress));

            // Those that were on their way together when the first was refused, and a few that tried again.
            assertThat(scene.azure().calls().counters().throttled()).isLessThanOrEqualTo(names.size());
            assertThat(scene.azure().problems()).isEmpty();
        }
    }

    @Test
    void whileOneKindOfWritesIsRefusedReadsGoOnAndNothingHammers() {
        try (Scene scene = Scene.open(folder, Setting.of(1));
                ServiceControllerInProcess controller = controller(BudgetSettings.of(App.SERVICE))) {
            scene.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Throttle("TooManyRequests", "2")));
            names(10).forEach(scene::apply);
            start(scene, controller);
            scene.await("a second refusal after the pause",
                    () -> scene.azure().calls().counters().throttled() > 10);
            int refused = scene.azure().calls().counters().throttled();
            scene.azure().faults().clear();
            scene.await("addresses", () -> names(10).stream().allMatch(scene::hasAddress));

            // Ten at once, then one at a time.
            assertThat(refused).isLessThanOrEqualTo(13);
            assertThat(scene.azure().problems()).isEmpty();
        }
    }

    @Test
    void whilePublicAddressesCannotBeWrittenOtherWritesAndDeletionsGoOn() {
        try (Scene scene = Scene.open(folder, Setting.of(1));
                ServiceControllerInProcess controller = controller(BudgetSettings.of(App.SERVICE))) {
            names(2).forEach(scene::apply);
            start(scene, controller);
            scene.await("addresses", () -> names(2).stream().allMatch(scene::hasAddress));

            scene.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Throttle("TooManyRequests", "600")));
            scene.apply("web-2");
            scene.await("a refusal", () -> scene.azure().calls().counters().throttled() > 0);
            scene.delete("web-0");
            scene.await("the end of a Service", () -> !scene.exists("web-0"));

            assertThat(scene.azure().calls().counters().throttled()).isOne();
            assertThat(scene.hasAddress("web-1")).isTrue();
            assertThat(scene.hasAddress("web-2")).isFalse();
            assertThat(scene.azure().problems()).isEmpty();
        }
    }

    private Scene scene(double scale) {
        return Scene.open(folder, Setting.of(1)
                .azure(AzureSimulator.builder().throttling(ThrottlingProfile.scaled(scale))));
    }

    /** As the simulator scales: the limits of the subscription, not those of one scale set or one machine. */
    private static BudgetSettings budget(double scale) {
        Map<String, BudgetLimit> ofResources = BudgetLimits.names()
                .stream()
                .filter(name -> name.endsWith("-per-resource"))
                .collect(Collectors.toMap(name -> name, name -> BudgetLimits.DOCUMENTED.limit(name).orElseThrow()));
        return BudgetSettings.of(App.SERVICE).with(BudgetLimits.DOCUMENTED.scaled(scale).with(ofResources));
    }

    private static ServiceControllerInProcess controller(BudgetSettings budget) {
        return new ServiceControllerInProcess(new Stillness(Duration.ZERO), () -> new Stillness.Look(true, ""),
                new ServiceControllerInProcess.Options(Scene.QUICK,
                        new ArmPlanExecutor.Settings(32, Duration.ofMillis(500)), UnaryOperator.identity(), false,
                        WriteFence.OPEN, OrphanPolicy.OFF, budget));
    }

    private static void start(Scene scene, ServiceControllerInProcess controller) {
        controller.start(scene.launch(scene.cloudConfig("azure.json", "suite"), List.of()));
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "web-" + i).toList();
    }
}
