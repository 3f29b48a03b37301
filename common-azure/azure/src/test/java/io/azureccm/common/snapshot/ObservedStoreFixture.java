package io.azureccm.common.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway.PutResult;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.reconcile.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A store over an ARM in memory, with a clock that a test moves. */
abstract class ObservedStoreFixture {
    static final ArmId IPS = ArmId.collection("sub", "rg", ArmTypes.PUBLIC_IP);
    static final ArmId LBS = ArmId.collection("sub", "rg", ArmTypes.LOAD_BALANCER);
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration SETTLE = Duration.ofSeconds(15);

    final FakeArm arm = new FakeArm();
    final VirtualClock clock = new VirtualClock();
    final ObservedStore store = new ObservedStore(arm, clock,
            new ObservedStore.Settings(SETTLE, Duration.ofMinutes(30)));

    Observed list(ArmId collection, Duration maxAge) {
        return store.read(Read.list(collection, maxAge));
    }

    Observed get(ArmId id, Duration maxAge) {
        return store.read(Read.get(id, maxAge));
    }

    List<String> names(Observed observation) {
        return observation.list().stream().map(node -> node.path("name").asText()).sorted().toList();
    }

    /** A write as the executor makes it: ARM first, then the store. */
    void put(ArmId id, ObjectNode body) {
        PutResult result = arm.put(id, body, "");
        if (result.isFinal())
            store.written(id, result.body().orElseThrow());
        else
            store.accepted(id, result.body().orElseThrow());
    }

    void delete(ArmId id) {
        arm.delete(id, "");
        store.deleted(id);
    }

    static <T> CompletableFuture<T> inBackground(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> Thread.ofVirtual().start(task));
    }

    static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(2, TimeUnit.MINUTES).join();
    }

    static void awaitWaiting(Thread thread) {
        while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    static void join(Thread thread) {
        try {
            assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
