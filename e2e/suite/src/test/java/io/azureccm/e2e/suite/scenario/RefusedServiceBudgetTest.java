package io.azureccm.e2e.suite.scenario;

import io.azureccm.service.reconcile.known.Timing;
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
        try (Scene scene = Scene.play(folder, Setting.of(2).timing(Timing.DEFAULT))) {
            scene.apply("web", 80, "{\"service.beta.kubernetes.io/%s\": \"%s\"}".formatted(annotation, value));
            scene.await("the refusal",
                    () -> scene.events("web").stream().anyMatch(event -> event.startsWith("SyncLoadBalancerFailed")));
            scene.awaitQuiet();
            scene.assertCalls(reads, writes);

            scene.apply("web", 80, "{}");
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            scene.assertSound();
        }
    }
}
