package io.azureccm.e2e.suite.scenario.leadership;

import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.e2e.suite.harness.controller.ServiceControllerInProcess;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.status.ServiceWriter;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An instance that can lose its leadership in the middle of whatever it does: from then on it writes nothing, neither to Azure
 * nor to Services, while Azure carries out what it had sent.
 */
final class DeposedLeader implements AutoCloseable {
    private final AtomicBoolean dead = new AtomicBoolean();
    private final ServiceControllerInProcess controller;

    DeposedLeader(ServiceScenario scenario, String client) {
        WriteFence fence = () -> dead.get() ? Optional.of("no longer the leader") : Optional.empty();
        controller = scenario.startController(client, Writer::new, fence);
    }

    void die() {
        dead.set(true);
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
            requireAlive();
            return writer.addFinalizer(service);
        }

        @Override
        public void removeFinalizer(Service service) {
            requireAlive();
            writer.removeFinalizer(service);
        }

        @Override
        public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
            requireAlive();
            return writer.setStatus(service, addresses, conditions);
        }

        private void requireAlive() {
            if (dead.get())
                throw new IllegalStateException("no longer the leader");
        }
    }
}
