package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.cluster.api.watch.Watches;
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
class ApiTroubleTest {
    private Scene scene;

    @BeforeAll
    void open(@TempDir Path folder) {
        scene = Scene.play(folder, Setting.of(2));
        scene.apply("first");
        scene.awaitAddresses("first");
    }

    @AfterAll
    void close() {
        scene.close();
    }

    /** What goes wrong, and when: just before the changes are made. */
    enum Trouble {
        watchesAreCut(scene -> scene.api().endWatches(Watches.End.CUT)),
        watchesExpire(scene -> scene.api().endWatches(Watches.End.EXPIRED)),
        historyIsForgotten(scene -> scene.api().expireHistory()),
        connectionsAreCut(scene -> scene.api().cutConnections()),
        statusWritesConflict(fault("patch", "services/status", new Effect.Stale(), 3)),
        statusWritesAreCut(fault("patch", "services/status", new Effect.Cut(), 2)),
        statusWritesAreRefused(
                fault("patch", "services/status", new Effect.Refuse(503, "ServiceUnavailable", "no", Duration.ZERO),
                        2)),
        listsAreRefused(scene -> {
            fault("list", "services", new Effect.Refuse(503, "ServiceUnavailable", "no", Duration.ZERO), 2)
                    .accept(scene);
            scene.api().expireHistory();
        }),
        eventsAreRefused(
                fault("create", "events", new Effect.Refuse(403, "Forbidden", "no", Duration.ZERO), 50));

        private final Consumer<Scene> start;

        Trouble(Consumer<Scene> start) {
            this.start = start;
        }

        private static Consumer<Scene> fault(String verb, String resource, Effect effect, int times) {
            return scene -> scene.api().faults().add(new Target(verb, resource), effect, times);
        }
    }

    @ParameterizedTest
    @EnumSource
    void finalStateIsRightWhen(Trouble trouble) {
        String made = "made-" + trouble.ordinal();
        String gone = "gone-" + trouble.ordinal();
        scene.apply(gone, 9000, "{}");
        scene.awaitAddresses(gone);

        trouble.start.accept(scene);
        int port = 9001 + trouble.ordinal();
        scene.apply(made, port, "{}");
        scene.apply("first", port, "{}");
        scene.delete(gone);

        scene.await("address of " + made, () -> scene.hasAddress(made));
        scene.await("end of " + gone, () -> !scene.exists(gone));
        scene.await("the changed port in Azure",
                () -> new ServedAddresses(scene.azure())
                        .problems(scene.cluster().service("default/first").orElseThrow(),
                                scene.addresses("first"))
                        .isEmpty());
        scene.api().faults().clear();
        scene.assertSound();
        scene.delete(made);
        scene.await("end of " + made, () -> !scene.exists(made));
        assertThat(scene.azure().state().keySet().stream().filter(id -> id.contains("/publicIPAddresses/")))
                .as("addresses besides that of the first")
                .hasSize(1);
    }
}
