package io.azureccm.e2e.suite.scenario.budget;

import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a Service that cannot be served costs in calls to Azure: nobody asks for machines or rules that nothing is done with. */
class RefusedServiceBudgetTest {
    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({"azure-load-balancer-ipv4,                    10.0.0.9,  2, 0",
            "azure-load-balancer-ipv4,                    52.8.8.9,  3, 0",
            "azure-pip-name,                              nowhere,   3, 0",
            "azure-load-balancer-tcp-idle-timeout,        2,         3, 1"})
    void readsFrontendsOnlyAndServesTheServiceOnceItIsMended(String annotation, String value, int reads, int writes) {
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(2).timing(ServiceTiming.DEFAULT))) {
            scenario.apply("web", 80, "{\"service.beta.kubernetes.io/%s\": \"%s\"}".formatted(annotation, value));
            scenario.await("the refusal",
                    () -> scenario.events("web")
                            .stream()
                            .anyMatch(event -> event.startsWith("SyncLoadBalancerFailed")));
            scenario.awaitQuiet();
            scenario.assertCalls(reads, writes);

            scenario.apply("web", 80, "{}");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }
}
