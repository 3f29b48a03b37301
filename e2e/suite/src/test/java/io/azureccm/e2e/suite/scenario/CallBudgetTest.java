package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.reconcile.known.Timing;
import java.nio.file.Path;
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

    @TempDir
    Path folder;

    @Test
    void thirtyServicesStayWithinTheBudgetAllTheirLife() {
        try (Scene scene = Scene.play(folder, Setting.of(5).timing(Timing.DEFAULT))) {
            scene.awaitQuiet();
            scene.resetCalls();
            makeAll(scene);
            restart(scene);
            joinNode(scene);
            deleteAll(scene);
        }
    }

    private static void makeAll(Scene scene) {
        NAMES.forEach(scene::apply);
        scene.await("thirty addresses", () -> NAMES.stream().allMatch(scene::hasAddress));
        scene.awaitQuiet();
        scene.assertCalls(10, 40);
        Set<String> addresses = new HashSet<>();
        NAMES.forEach(name -> addresses.addAll(scene.addresses(name)));
        assertThat(addresses).as("addresses of their own").hasSize(SERVICES);
        scene.assertSound();
    }

    private static void restart(Scene scene) {
        scene.stopController();
        scene.resetCalls();
        scene.startController();
        scene.await("reads of the new controller", () -> scene.azure().calls().counters().reads() > 0);
        scene.awaitQuiet();
        scene.assertCalls(6, 0);
    }

    private static void joinNode(Scene scene) {
        scene.azure().machines().scale(scene.scaleSetId(), 6);
        scene.resetCalls();
        scene.addNode(5);
        scene.await("the new machine in the pool", () -> PoolMembers.of(scene).contains("5"));
        scene.awaitQuiet();
        scene.assertCalls(5, 3);
        scene.assertSound();
    }

    private static void deleteAll(Scene scene) {
        NAMES.forEach(scene::delete);
        scene.await("the end of all Services", () -> NAMES.stream().noneMatch(scene::exists));
        scene.awaitQuiet();
        scene.assertNothingLeft();
        assertThat(PoolMembers.of(scene)).isEmpty();
    }
}
