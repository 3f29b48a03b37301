package io.azureccm.e2e.suite.harness.virtual;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.kube.informer.InformerFeed;
import io.azureccm.common.reconcile.LoopTurns;
import io.azureccm.e2e.suite.faults.virtual.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The turns of one controller in virtual time, in the place of its own thread. */
public final class VirtualLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VirtualLoop.class);
    private static final Duration MAX_OPERATION_TIME = Duration.ofMinutes(40);
    private static final Duration STEP = Duration.ofMillis(20);

    private final VirtualWorld world;
    private final VirtualTime time;
    private final List<InformerFeed<?>> feeds;
    private final LoopTurns turns;
    private Thread thread;
    private int unheard;
    private boolean ended;

    VirtualLoop(ControllerLoop controller, VirtualWorld world) {
        this.world = world;
        this.time = world.time();
        this.feeds = controller.informers()
                .informers()
                .stream()
                .<InformerFeed<?>>map(InformerFeed::of)
                .toList();
        this.turns = new LoopTurns(controller.previews().getFirst().turns());
    }

    /** Sees what is in the cluster, and leads from now on. */
    public void start() {
        feeds.forEach(feed -> feed.list(world.api().list(feed.resource(), "")));
        thread = time.start("loop", this::run);
    }

    private void run() {
        try {
            while (!ended) {
                try {
                    turns.begin();
                    while (!ended) {
                        Instant next = turns.turn();
                        time.pause(Duration.between(time.now(), next));
                    }
                } catch (RuntimeException defect) {
                    LOG.error("a turn failed", defect);
                    time.sleep(Duration.ofSeconds(1));
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    List<InformerFeed<?>> feeds() {
        return feeds;
    }

    /** These objects, a little later. */
    void show(InformerFeed<?> feed, List<ObjectNode> objects, Duration lag) {
        unheard++;
        time.start("watch", () -> {
            try {
                time.sleep(lag);
                feed.watch(objects);
                unheard--;
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Makes a turn if something has happened. */
    void look() {
        if (thread != null && turns.hasEvents())
            LockSupport.unpark(thread);
    }

    /** True while there is something it has not heard of or not planned for, or an operation is under way. */
    public boolean isWorking() {
        return unheard > 0 || turns.hasEvents() || turns.isBusy();
    }

    /** Makes no more turns, and lets operations end; false if some are still under way after this time. */
    public boolean stop(Duration longest) {
        ended = true;
        if (thread != null) {
            turns.stop();
            LockSupport.unpark(thread);
        }
        world.end(this);
        Instant latest = time.now().plus(longest);
        try {
            for (Duration step = STEP; turns.isRunning() && time.now().isBefore(latest); step = step.plus(STEP))
                time.pass(step);
            return !turns.isRunning();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        stop(MAX_OPERATION_TIME);
    }
}
