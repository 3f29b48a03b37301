package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.e2e.suite.harness.ServiceControllerInProcess;
import io.azureccm.e2e.suite.harness.Stillness;
import io.azureccm.e2e.suite.harness.Stillness.Look;
import io.azureccm.e2e.suite.harness.SuddenDeath;
import io.azureccm.service.status.ServiceWriter;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.List;

/** A service controller that dies at one of its writes; every status it writes until then has to be true. */
final class Doomed implements AutoCloseable {
    static final String ADD_FINALIZER = "finalizer";
    static final String REMOVE_FINALIZER = "end of finalizer";
    static final String STATUS = "status";

    private final SuddenDeath death;
    private final StatusPromise promise;
    private final ServiceControllerInProcess controller;

    Doomed(Scene scene, String client, SuddenDeath death) {
        this.death = death;
        this.promise = new StatusPromise(scene.azure());
        this.controller = new ServiceControllerInProcess(new Stillness(Duration.ZERO), () -> new Look(true, ""),
                new ServiceControllerInProcess.Options(Scene.QUICK,
                        new ArmPlanExecutor.Settings(32, Duration.ofMillis(500)),
                        writer -> new Writer(promise.around(writer)), false, WriteFence.OPEN, OrphanPolicy.OFF),
                death);
        controller.start(scene.launch(scene.cloudConfig(client + ".json", client), List.of()));
    }

    void die() {
        death.die();
    }

    boolean isDead() {
        return death.isDead();
    }

    void assertKeptItsPromise() {
        assertThat(promise.broken()).as("written into a status").isEmpty();
    }

    String log() {
        return controller.log();
    }

    @Override
    public void close() {
        die();
        controller.close();
    }

    private final class Writer implements ServiceWriter {
        private final ServiceWriter writer;

        Writer(ServiceWriter writer) {
            this.writer = writer;
        }

        @Override
        public boolean addFinalizer(Service service) {
            return death.write(ADD_FINALIZER, () -> writer.addFinalizer(service));
        }

        @Override
        public void removeFinalizer(Service service) {
            death.write(REMOVE_FINALIZER, () -> writer.removeFinalizer(service));
        }

        @Override
        public void setAddresses(Service service, List<String> addresses) {
            death.write(STATUS, () -> writer.setAddresses(service, addresses));
        }
    }
}
