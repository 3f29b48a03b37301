package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.orphan.OrphanPolicy;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.suite.harness.ServiceControllerInProcess;
import io.azureccm.e2e.suite.harness.Stillness;
import io.azureccm.service.reconcile.known.Timing;
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
        try (Scene scene = Scene.open(folder, Setting.of(2))) {
            scene.apply("web");
            try (ServiceControllerInProcess controller = new ServiceControllerInProcess(
                    new Stillness(Duration.ofSeconds(1)), scene::look, new ServiceControllerInProcess.Options(
                            new Timing(Duration.ofMillis(50), Duration.ofMillis(200), Duration.ofMillis(200),
                                    Duration.ofSeconds(1), Duration.ofMinutes(10)),
                            ArmPlanExecutor.Settings.DEFAULT, writer -> deleting(scene, writer), false, WriteFence.OPEN,
                            OrphanPolicy.OFF))) {
                controller.start(scene.launch(scene.cloudConfig("azure.json", "suite"), List.of()));
                scene.await("the Service to be gone", () -> !scene.exists("web"));
                controller.awaitQuiet(Stillness.BOUND);
                assertThat(scene.azure().calls().writes()).isEmpty();
            }
        }
    }

    private static ServiceWriter deleting(Scene scene, ServiceWriter writer) {
        return new ServiceWriter() {
            @Override
            public boolean addFinalizer(Service service) {
                scene.delete(service.getMetadata().getName());
                return writer.addFinalizer(service);
            }

            @Override
            public void removeFinalizer(Service service) {
                writer.removeFinalizer(service);
            }

            @Override
            public void setAddresses(Service service, List<String> addresses) {
                writer.setAddresses(service, addresses);
            }
        };
    }

    /** Nobody would look for what is left once its Service is gone; the lists of Azure are ten seconds old here. */
    @Test
    void aServiceIsNotLetGoBeforeListsMustShowWhatAFailedWriteHasLeft() {
        try (Scene scene = Scene.play(folder, Setting.of(2))) {
            scene.apply("stays");
            scene.awaitAddresses("stays");
            scene.azure()
                    .faults()
                    .add(Fault.on("GET", "loadBalancers", new FaultAction.StaleRead(Duration.ofSeconds(10))));
            scene.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers", new FaultAction.FailOperation("InternalServerError", "no")));
            String internal = scene.networkId("loadBalancers", "kubernetes-internal");
            scene.apply("web", 80, INTERNAL);
            scene.await("the load balancer to fail", () -> scene.azure().resource(internal).isPresent());
            scene.delete("web");
            scene.await("the Service to be gone", () -> !scene.exists("web"));
            assertThat(scene.azure().resource(internal)).isEmpty();
            scene.azure().faults().clear();
            scene.delete("stays");
            scene.await("the other Service to be gone", () -> !scene.exists("stays"));
            scene.assertNothingLeft();
        }
    }

    /** The address is given up before its load balancer is, even if the next one cannot be had. */
    @Test
    void aServiceThatMovesShowsNoAddressThatNobodyServes() {
        try (Scene scene = Scene.play(folder, Setting.of(2))) {
            scene.apply("web", 80, INTERNAL);
            scene.apply("stays", 81, INTERNAL);
            scene.awaitAddresses("web", "stays");
            List<String> before = scene.addresses("web");
            scene.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses",
                            new FaultAction.Refuse(403, "AuthorizationFailed", "no")));
            scene.apply("web");
            scene.await("the public IP to be refused",
                    () -> scene.azure().calls().counters().of("PUT", "publicIPAddresses") > 1);
            assertThat(scene.addresses("web")).doesNotContainAnyElementsOf(before);
            scene.assertSound();
            scene.azure().faults().clear();
            scene.awaitAddresses("web");
            scene.assertSound();
        }
    }

    /** What cannot be said is not done: nobody would hear that the address it shows is gone. */
    @Test
    void aServiceWhoseStatusCannotBeWrittenKeepsWhatItShows() {
        try (Scene scene = Scene.play(folder, Setting.of(2))) {
            scene.apply("web", 80, INTERNAL);
            scene.apply("stays", 81, INTERNAL);
            scene.awaitAddresses("web", "stays");
            List<String> before = scene.addresses("web");
            scene.awaitQuiet();
            scene.api().requests().clear();
            scene.api()
                    .faults()
                    .add(new Target("patch", "services/status"),
                            new Effect.Refuse(403, "Forbidden", "no", Duration.ZERO), Integer.MAX_VALUE);
            scene.apply("web");
            scene.await("the status to be refused more than once",
                    () -> scene.api()
                            .requests()
                            .matching(request -> request.isWrite() && request.resource().equals("services/status"))
                            .size() > 2);
            scene.awaitNoWrites(Duration.ofSeconds(1));
            assertThat(scene.addresses("web")).isEqualTo(before);
            scene.assertSound();
            scene.api().faults().clear();
            scene.await("another address", () -> scene.hasAddress("web") && !scene.addresses("web").equals(before));
            scene.assertSound();
        }
    }

    /** Its own frontend is as it should be; whether Azure serves it shows when the load balancer is whole again. */
    @Test
    void noAddressIsToldWhileAWriteForAnotherServiceHasLeftTheLoadBalancerBroken() {
        try (Scene scene = Scene.open(folder, Setting.of(2))) {
            int failure = scene.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers", new FaultAction.FailOperation("InternalServerError", "no"))
                            .nth(2)
                            .once());
            AtomicInteger tries = new AtomicInteger();
            ServiceControllerInProcess first = scene.startController("first", writer -> silent(writer, tries),
                    WriteFence.OPEN);
            scene.apply("web", 80, INTERNAL);
            scene.await("everything but the status", () -> tries.get() > 0);
            first.close();
            scene.apply("other", 81, INTERNAL);
            scene.startController();
            scene.awaitAddresses("web", "other");
            assertThat(scene.azure().faults().all()).filteredOn(fault -> fault.id() == failure)
                    .allMatch(fault -> fault.fired() == 1);
            scene.assertSound();
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
            public void setAddresses(Service service, List<String> addresses) {
                tries.incrementAndGet();
                throw new IllegalStateException("the status cannot be written");
            }
        };
    }
}
