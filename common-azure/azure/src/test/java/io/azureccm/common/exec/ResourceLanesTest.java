package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.id;
import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ResourceLanesTest {
    private final ResourceLanes lanes = new ResourceLanes();

    @Test
    void partsOfANetworkResourceShareItsLaneAndInstancesOfAScaleSetHaveTheirOwn() {
        ArmId set = id(ArmTypes.SCALE_SET, "nodes");
        assertThat(ResourceLanes.laneOf(loadBalancer("lb").child("backendAddressPools", "p")))
                .isEqualTo(loadBalancer("lb"));
        assertThat(ResourceLanes.laneOf(set.child("virtualMachines", "0"))).isNotEqualTo(ResourceLanes.laneOf(set));
        assertThat(ResourceLanes.laneOf(ArmId.parse(loadBalancer("lb").toString().toUpperCase(java.util.Locale.ROOT))))
                .isEqualTo(ResourceLanes.laneOf(loadBalancer("lb")));
    }

    @Test
    void laterWorkWaitsInOrderOfArrival() {
        Gate gate = new Gate();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        threads.add(inLane(ip("a"), gate::await));
        gate.awaitArrival();
        for (int i = 1; i <= 5; i++) {
            int place = i;
            threads.add(inLane(ip("a"), () -> order.add(place)));
            ExecutorFixture.awaitUntil(() -> lanes.waitingFor(ip("a")) == place);
        }
        gate.open();
        threads.forEach(ResourceLanesTest::join);
        assertThat(order).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void anInterruptEndsTheWaitWithoutRunningTheWork() {
        Gate gate = new Gate();
        Thread first = inLane(ip("a"), gate::await);
        gate.awaitArrival();
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        Thread second = inLane(ip("a"), () -> ran.complete(true));
        ExecutorFixture.awaitUntil(() -> lanes.waitingFor(ip("a")) == 1);
        second.interrupt();
        join(second);
        assertThat(ran).isNotDone();
        gate.open();
        join(first);
        assertThat(lanes.busy()).isZero();
    }

    @Test
    void workThatFailsLeavesTheLaneFree() throws InterruptedException {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> lanes.inLane(ip("a"), () -> {
            throw new IllegalStateException("no");
        }))).isInstanceOf(IllegalStateException.class);
        assertThat(lanes.<String>inLane(ip("a"), () -> "done")).isEqualTo("done");
        assertThat(lanes.busy()).isZero();
    }

    @Property(tries = 40)
    void neverTwoAtOnceInOneLaneAndNothingIsLost(@ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int resources) {
        ResourceLanes tried = new ResourceLanes();
        ConcurrentHashMap<ArmId, AtomicInteger> inside = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<ArmId> crowded = new ConcurrentLinkedQueue<>();
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        new Random(seed).ints(60, 0, resources).forEach(number -> threads.add(Thread.ofVirtual().start(() -> {
            ArmId target = ip("x" + number);
            run(tried, target, () -> {
                AtomicInteger here = inside.computeIfAbsent(target, key -> new AtomicInteger());
                if (here.incrementAndGet() > 1) {
                    crowded.add(target);
                }
                Thread.yield();
                here.decrementAndGet();
                done.incrementAndGet();
            });
        })));
        threads.forEach(ResourceLanesTest::join);
        assertThat(crowded).isEmpty();
        assertThat(done).hasValue(60);
        assertThat(tried.busy()).isZero();
    }

    private Thread inLane(ArmId target, Runnable work) {
        return Thread.ofVirtual().start(() -> run(lanes, target, work));
    }

    private static void run(ResourceLanes lanes, ArmId target, Runnable work) {
        try {
            lanes.inLane(target, () -> {
                work.run();
                return "";
            });
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            assertThat(thread.join(java.time.Duration.ofSeconds(20))).isTrue();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
