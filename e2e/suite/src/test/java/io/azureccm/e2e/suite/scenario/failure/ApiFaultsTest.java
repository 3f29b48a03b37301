package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServedAddresses;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** While the Kubernetes API misbehaves Services come, change and go; what is there in the end is what was asked for last. */
@TestInstance(Lifecycle.PER_CLASS)
class ApiFaultsTest {
    private ServiceScenario scenario;

    @BeforeAll
    void open(@TempDir Path folder) {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).onTheWire());
        scenario.apply("first");
        scenario.awaitAddresses("first");
    }

    @AfterAll
    void close() {
        scenario.close();
    }

    /** What goes wrong, and when: just before the changes are made. */
    enum Trouble {
        watchesAreCut(scenario -> scenario.api().endWatches(Watches.End.CUT)),
        watchesExpire(scenario -> scenario.api().endWatches(Watches.End.EXPIRED)),
        historyIsForgotten(scenario -> scenario.api().expireHistory()),
        connectionsAreCut(scenario -> scenario.api().cutConnections()),
        statusWritesConflict(fault("patch", "services/status", new Effect.Stale(), 3)),
        statusWritesAreCut(fault("patch", "services/status", new Effect.Cut(), 2)),
        statusWritesAreRefused(
                fault("patch", "services/status", new Effect.Refuse(503, "ServiceUnavailable", "no", Duration.ZERO),
                        2)),
        listsAreRefused(scenario -> {
            fault("list", "services", new Effect.Refuse(503, "ServiceUnavailable", "no", Duration.ZERO), 2)
                    .accept(scenario);
            scenario.api().expireHistory();
        }),
        eventsAreRefused(
                fault("create", "events", new Effect.Refuse(403, "Forbidden", "no", Duration.ZERO), 50));

        private final Consumer<ServiceScenario> start;

        Trouble(Consumer<ServiceScenario> start) {
            this.start = start;
        }

        private static Consumer<ServiceScenario> fault(String verb, String resource, Effect effect, int times) {
            return scenario -> scenario.api().faults().add(new Target(verb, resource), effect, times);
        }
    }

    @ParameterizedTest
    @EnumSource
    void finalStateIsRightWhen(Trouble trouble) {
        String made = "made-" + trouble.ordinal();
        String gone = "gone-" + trouble.ordinal();
        scenario.apply(gone, 9000, "{}");
        scenario.awaitAddresses(gone);

        trouble.start.accept(scenario);
        int port = 9001 + trouble.ordinal();
        scenario.apply(made, port, "{}");
        scenario.apply("first", port, "{}");
        scenario.delete(gone);

        scenario.await("address of " + made, () -> scenario.hasAddress(made));
        scenario.await("end of " + gone, () -> !scenario.exists(gone));
        scenario.await("the changed port in Azure",
                () -> new ServedAddresses(scenario.azure())
                        .problems(scenario.cluster().service("default/first").orElseThrow(),
                                scenario.addresses("first"))
                        .isEmpty());
        scenario.api().faults().clear();
        scenario.assertSound();
        scenario.delete(made);
        scenario.await("end of " + made, () -> !scenario.exists(made));
        assertThat(scenario.azure().state().keySet().stream().filter(id -> id.contains("/publicIPAddresses/")))
                .as("addresses besides that of the first")
                .hasSize(1);
    }
}
