package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.controller.CrashPoint;
import io.azureccm.e2e.suite.harness.controller.ServiceControllerInProcess;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.e2e.suite.scenario.StatusInvariant;
import io.azureccm.service.status.ServiceWriter;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A service controller that dies at one of its writes; every status it writes until then has to be true. */
final class CrashingController implements AutoCloseable {
    static final String ADD_FINALIZER = "finalizer";
    static final String REMOVE_FINALIZER = "end of finalizer";
    static final String STATUS = "status";

    private final CrashPoint crashPoint;
    private final StatusInvariant invariant;
    private final ServiceControllerInProcess controller;

    CrashingController(ServiceScenario scenario, String client, CrashPoint crashPoint) {
        this.crashPoint = crashPoint;
        this.invariant = new StatusInvariant(scenario.azure());
        this.controller = new ServiceControllerInProcess(new SteadyState(Duration.ZERO),
                () -> new Observation(true, ""),
                new ServiceControllerInProcess.Options(ServiceScenario.QUICK,
                        new ArmPlanExecutor.Settings(32, Duration.ofMillis(500)),
                        writer -> new Writer(invariant.around(writer)), false, WriteFence.OPEN, OrphanPolicy.OFF),
                crashPoint);
        controller.start(scenario.launch(scenario.cloudConfig(client + ".json", client), List.of()));
    }

    void die() {
        crashPoint.die();
    }

    boolean isDead() {
        return crashPoint.isDead();
    }

    void assertInvariantHeld() {
        assertThat(invariant.broken()).as("written into a status").isEmpty();
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
            return crashPoint.write(ADD_FINALIZER, () -> writer.addFinalizer(service));
        }

        @Override
        public void removeFinalizer(Service service) {
            crashPoint.write(REMOVE_FINALIZER, () -> writer.removeFinalizer(service));
        }

        @Override
        public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
            AtomicReference<String> version = new AtomicReference<>();
            crashPoint.write(STATUS, () -> version.set(writer.setStatus(service, addresses, conditions)));
            return version.get();
        }
    }
}
