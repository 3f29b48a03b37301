package io.azureccm.common.kube.patch;

import static io.azureccm.common.kube.ScriptedApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.condition.ConditionChange;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A write that is on its way when a controller is stopped arrives before the stop goes on, and so before the lease is given back. */
class InterruptedWriteTest {
    private final CountDownLatch arrives = new CountDownLatch(1);
    private final AtomicReference<PatchOutcome> outcome = new AtomicReference<>();
    private ScriptedApi api;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        api.answer(request -> {
            awaitArrival();
            return json("{\"metadata\":{\"name\":\"web\",\"uid\":\"uid-1\"}}");
        });
        client = api.client();
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void aStatusUnderWayIsWaitedForByAThreadThatIsInterrupted() throws InterruptedException {
        Thread writer = Thread.ofPlatform().start(this::write);
        Await.until("the status is under way", () -> api.requests().size() == 1);
        writer.interrupt();
        Await.until("the thread has heard of the interruption and waits on",
                () -> !writer.isInterrupted() && writer.getState() == Thread.State.TIMED_WAITING);
        assertThat(outcome.get()).isNull();
        arrives.countDown();
        writer.join();
        assertThat(outcome.get()).isEqualTo(PatchOutcome.WRITTEN);
    }

    @Test
    void aThreadThatWasInterruptedBeforeSendsNothing() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread writer = Thread.ofPlatform().unstarted(() -> {
            Thread.currentThread().interrupt();
            write();
        });
        writer.setUncaughtExceptionHandler((thread, problem) -> thrown.set(problem));
        writer.start();
        writer.join();
        assertThat(thrown.get()).hasMessageContaining("interrupted");
        assertThat(api.requests()).isEmpty();
        assertThat(outcome.get()).isNull();
    }

    private void write() {
        ServicePatches patches = new ServicePatches(new ObjectPatcher(new ApiRequests(client), Optional::empty));
        Service service = new ServiceBuilder().withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("uid-1")
                .endMetadata()
                .build();
        outcome.set(patches.status(service, List.of(new LoadBalancerIngressBuilder().withIp("1.2.3.4").build()),
                ConditionChange.NONE, shown -> {}));
    }

    private void awaitArrival() {
        try {
            arrives.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
