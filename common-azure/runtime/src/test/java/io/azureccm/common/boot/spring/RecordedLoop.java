package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerProgram.Description;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.leader.HandOverState;
import io.azureccm.common.boot.leader.Election;
import io.azureccm.common.boot.leader.HandOver;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.informer.ResourceInformers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A loop and the program that opens it, both of which write down what is asked of them. */
public final class RecordedLoop implements ControllerLoop {
    public final List<String> asked = new CopyOnWriteArrayList<>();
    public final AtomicLong statesAsked = new AtomicLong();
    public volatile boolean endsInTime = true;
    public volatile HandOverState handOverState = HandOverState.CLEARED;
    private volatile boolean dryRun;

    public ControllerProgram program() {
        return new ControllerProgram("things", options -> new Description("nothing", "nothing"), this::open);
    }

    private ControllerLoop open(ControllerPorts ports) {
        boolean planningOnly = !dryRun && ports.options().dryRun();
        if (planningOnly && ports.fence().refusal().isEmpty())
            throw new AssertionError("a loop that only plans may write");
        asked.add(planningOnly ? "open dry" : "open");
        return this;
    }

    @Override
    public ResourceInformers informers() {
        return ResourceInformers.of();
    }

    @Override
    public void start() {
        asked.add("start");
    }

    @Override
    public boolean stop(Duration longest) {
        asked.add("stop");
        return endsInTime;
    }

    @Override
    public void close() {
        asked.add("close");
    }

    @Override
    public Instant lastTurn() {
        return Instant.now();
    }

    /** An election that does nothing but write down how it ended. */
    public Election election(boolean leads) {
        dryRun = !leads;
        return new Election() {
            @Override
            public boolean leads() {
                return leads;
            }

            @Override
            public HandOverState handOverState(long term) {
                statesAsked.incrementAndGet();
                return handOverState;
            }

            @Override
            public HandOver handOver() {
                return new HandOver(handOverState, Map.of());
            }

            @Override
            public String decidedBy() {
                return "the test";
            }

            @Override
            public WriteFence fence() {
                return WriteFence.OPEN;
            }

            @Override
            public void start() {
                asked.add("stand for election");
            }

            @Override
            public void stop(Duration longest) {
                asked.add("release the lease");
            }
        };
    }
}
