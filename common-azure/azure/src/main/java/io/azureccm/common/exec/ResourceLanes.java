package io.azureccm.common.exec;

import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One lane per ARM resource for the whole process: work in a lane runs exclusively and in order of arrival. Children of
 * network resources (a pool, a subnet) are written inside their top-level resource and share its lane; children of compute
 * resources (the instances of a scale set) have their own lanes.
 */
public final class ResourceLanes {
    /** Work that runs in a lane and may wait in it. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws InterruptedException;
    }

    private static final class Lane {
        private final ReentrantLock lock = new ReentrantLock(true);
        private int users;
    }

    private final Map<ArmId, Lane> lanes = new ConcurrentHashMap<>();

    /** Waits for the lane and runs the work in it; an interrupt while waiting ends the wait without running the work. */
    public <T> T inLane(ArmId target, Work<T> work) throws InterruptedException {
        ArmId id = laneOf(target);
        Lane lane = lanes.compute(id, (key, known) -> {
            Lane entered = known == null ? new Lane() : known;
            entered.users++;
            return entered;
        });
        try {
            lane.lock.lockInterruptibly();
            try {
                return work.run();
            } finally {
                lane.lock.unlock();
            }
        } finally {
            lanes.computeIfPresent(id, (key, known) -> --known.users == 0 ? null : known);
        }
    }

    /** Lanes with running or waiting work. */
    public int busy() {
        return lanes.size();
    }

    int waitingFor(ArmId target) {
        Lane lane = lanes.get(laneOf(target));
        return lane == null ? 0 : lane.lock.getQueueLength();
    }

    /** The resource that determines the lane. */
    public static ArmId laneOf(ArmId target) {
        return target.type().toLowerCase(java.util.Locale.ROOT).startsWith("microsoft.compute/")
                ? target
                : target.root();
    }
}
