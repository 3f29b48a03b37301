package io.azureccm.e2e.suite.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.controller.ServiceControllerInProcess;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.status.ServiceWriter;
import io.fabric8.kubernetes.api.model.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Service has, or shows, never outlives what stands behind it. */
class VanishedServiceTest {
    private static final String INTERNAL = "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"true\"}";

    @TempDir
    Path folder;

    /** Nobody would know of what was made for it if the controller were replaced before it hears of the deletion. */
    @Test
    void nothingIsMadeForAServiceThatIsDeletedBeforeItHasTheFinalizer() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(2).onTheWire())) {
            scenario.apply("web");
            try (ServiceControllerInProcess controller = new ServiceControllerInProcess(
                    new SteadyState(Duration.ofSeconds(1)), scenario::look, new ServiceControllerInProcess.Options(
                            new ServiceTiming(Duration.ofMillis(50), Duration.ofMillis(200), Duration.ofMillis(200),
                                    Duration.ofSeconds(1), Duration.ofMinutes(10)),
                            ArmPlanExecutor.Settings.DEFAULT, writer -> deleting(scenario, writer), false,
                            WriteFence.OPEN,
                            OrphanPolicy.OFF))) {
                controller.start(scenario.launch(scenario.cloudConfig("azure.json", "suite"), List.of()));
                scenario.await("the Service to be gone", () -> !scenario.exists("web"));
                controller.awaitQuiet(SteadyState.BOUND);
                assertThat(scenario.azure().calls().writes()).isEmpty();
            }
        }
    }

    private static ServiceWriter deleting(ServiceScenario scenario, ServiceWriter writer) {
        return new ServiceWriter() {
            @Override
            public boolean addFinalizer(Service service) {
                scenario.delete(service.getMetadata().getName());
                return writer.addFinalizer(service);
            }

            @Override
            public void removeFinalizer(Service service) {
                writer.removeFinalizer(service);
            }

            @Override
            public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
                return writer.setStatus(service, addresses, conditions);
            }
        };
    }

    /** Nobody would look for what is left once its Service is gone; the lists of Azure are ten seconds old here. */
    @Test
    void aServiceIsNotLetGoBeforeListsMustShowWhatAFailedWriteHasLeft() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(2))) {
            scenario.apply("stays");
            scenario.awaitAddresses("stays");
            scenario.azure()
                    .faults()
                    .add(Fault.on("GET", "loadBalancers", new FaultAction.StaleRead(Duration.ofSeconds(10))));
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers", new FaultAction.FailOperation("InternalServerError", "no")));
            String internal = scenario.networkId("loadBalancers", "kubernetes-internal");
            scenario.apply("web", 80, INTERNAL);
            scenario.await("the load balancer to fail", () -> scenario.azure().resource(internal).isPresent());
            scenario.delete("web");
            scenario.await("the Service to be gone", () -> !scenario.exists("web"));
            assertThat(scenario.azure().resource(internal)).isEmpty();
            scenario.azure().faults().clear();
            scenario.delete("stays");
            scenario.await("the other Service to be gone", () -> !scenario.exists("stays"));
            scenario.assertNothingLeft();
        }
    }

    /** The address is given up before its load balancer is, even if the next one cannot be had. */
    @Test
    void aServiceThatMovesShowsNoAddressThatNobodyServes() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(2))) {
            scenario.apply("web", 80, INTERNAL);
            scenario.apply("stays", 81, INTERNAL);
            scenario.awaitAddresses("web", "stays");
            List<String> before = scenario.addresses("web");
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses",
                            new FaultAction.Refuse(403, "AuthorizationFailed", "no")));
            scenario.apply("web");
            scenario.await("the public IP to be refused",
                    () -> scenario.azure().calls().counters().of("PUT", "publicIPAddresses") > 1);
            assertThat(scenario.addresses("web")).doesNotContainAnyElementsOf(before);
            scenario.assertSound();
            scenario.azure().faults().clear();
            scenario.awaitAddresses("web");
            scenario.assertSound();
        }
    }

    /** What cannot be said is not done: nobody would hear that the address it shows is gone. */
    @Test
    void aServiceWhoseStatusCannotBeWrittenKeepsWhatItShows() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).onTheWire())) {
            scenario.apply("web", 80, INTERNAL);
            scenario.apply("stays", 81, INTERNAL);
            scenario.awaitAddresses("web", "stays");
            List<String> before = scenario.addresses("web");
            scenario.awaitQuiet();
            scenario.api().requests().clear();
            scenario.api()
                    .faults()
                    .add(new Target("patch", "services/status"),
                            new Effect.Refuse(403, "Forbidden", "no", Duration.ZERO), Integer.MAX_VALUE);
            scenario.apply("web");
            scenario.await("the status to be refused more than once",
                    () -> scenario.api()
                            .requests()
                            .matching(request -> request.isWrite() && request.resource().equals("services/status"))
                            .size() > 2);
            scenario.awaitNoWrites(Duration.ofSeconds(1));
            assertThat(scenario.addresses("web")).isEqualTo(before);
            scenario.assertSound();
            scenario.api().faults().clear();
            scenario.await("another address",
                    () -> scenario.hasAddress("web") && !scenario.addresses("web").equals(before));
            scenario.assertSound();
        }
    }

    /** Its own frontend is as it should be; whether Azure serves it shows when the load balancer is whole again. */
    @Test
    void noAddressIsToldWhileAWriteForAnotherServiceHasLeftTheLoadBalancerBroken() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(2))) {
            int failure = scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers", new FaultAction.FailOperation("InternalServerError", "no"))
                            .nth(2)
                            .once());
            AtomicInteger tries = new AtomicInteger();
            ServiceControllerInProcess first = scenario.startController("first", writer -> silent(writer, tries),
                    WriteFence.OPEN);
            scenario.apply("web", 80, INTERNAL);
            scenario.await("everything but the status", () -> tries.get() > 0);
            first.close();
            scenario.apply("other", 81, INTERNAL);
            scenario.startController();
            scenario.awaitAddresses("web", "other");
            assertThat(scenario.azure().faults().all()).filteredOn(fault -> fault.id() == failure)
                    .allMatch(fault -> fault.fired() == 1);
            scenario.assertSound();
        }
    }

    private static ServiceWriter silent(ServiceWriter writer, AtomicInteger tries) {
        return new ServiceWriter() {
            @Override
            public boolean addFinalizer(Service service) {
                return writer.addFinalizer(service);
            }

            @Override
            public void removeFinalizer(Service service) {
                writer.removeFinalizer(service);
            }

            @Override
            public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
                tries.incrementAndGet();
                throw new IllegalStateException("the status cannot be written");
            }
        };
    }
}
