package io.azureccm.e2e.suite.scenario.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.scenario.PoolMembers;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What thirty Services cost in calls to Azure: made at once, seen again by a new controller, joined by a node, and deleted. */
class CallBudgetTest {
    private static final int SERVICES = 30;
    private static final List<String> NAMES = IntStream.range(0, SERVICES).mapToObj(i -> "web-" + i).toList();

    /** However slow the machine is, thirty public IPs come with one write of the load balancer. */
    private static final ServiceTiming ONE_BURST = new ServiceTiming(ServiceTiming.DEFAULT.idleWindow(),
            ServiceTiming.DEFAULT.maxAge(), ServiceTiming.DEFAULT.retryBase(), ServiceTiming.DEFAULT.retryCap(),
            ServiceTiming.DEFAULT.driftPeriod(), Duration.ofMinutes(1), ServiceTiming.DEFAULT.quotaWait());

    @TempDir
    Path folder;

    @Test
    void thirtyServicesStayWithinTheBudgetAllTheirLife() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(5).timing(ONE_BURST))) {
            scenario.awaitQuiet();
            scenario.resetCalls();
            makeAll(scenario);
            restart(scenario);
            joinNode(scenario);
            deleteAll(scenario);
        }
    }

    private static void makeAll(ServiceScenario scenario) {
        NAMES.forEach(scenario::apply);
        scenario.await("thirty addresses", () -> NAMES.stream().allMatch(scenario::hasAddress));
        scenario.awaitQuiet();
        scenario.assertCalls(10, 40);
        Set<String> addresses = new HashSet<>();
        NAMES.forEach(name -> addresses.addAll(scenario.addresses(name)));
        assertThat(addresses).as("addresses of their own").hasSize(SERVICES);
        scenario.assertSound();
    }

    private static void restart(ServiceScenario scenario) {
        scenario.stopController();
        scenario.resetCalls();
        scenario.startController();
        scenario.await("reads of the new controller", () -> scenario.azure().calls().counters().reads() > 0);
        scenario.awaitQuiet();
        scenario.assertCalls(6, 0);
    }

    private static void joinNode(ServiceScenario scenario) {
        scenario.azure().machines().scale(scenario.scaleSetId(), 6);
        scenario.resetCalls();
        scenario.addNode(5);
        scenario.await("the new machine in the pool", () -> PoolMembers.of(scenario).contains("5"));
        scenario.awaitQuiet();
        scenario.assertCalls(5, 3);
        scenario.assertSound();
    }

    private static void deleteAll(ServiceScenario scenario) {
        NAMES.forEach(scenario::delete);
        scenario.await("the end of all Services", () -> NAMES.stream().noneMatch(scenario::exists));
        scenario.awaitQuiet();
        scenario.assertNothingLeft();
        assertThat(PoolMembers.of(scenario)).isEmpty();
    }
}
