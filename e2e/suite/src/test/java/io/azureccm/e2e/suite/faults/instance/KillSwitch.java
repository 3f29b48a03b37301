package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.concurrent.atomic.AtomicInteger;

/** Kills an instance at one of its writes: just before it is sent, or when it has arrived and nobody knows yet. */
public final class KillSwitch {
    /** What a dead instance meets wherever it tries to go on. */
    public static final class Dead extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Dead() {
            super("this instance is dead", null, false, false);
        }
    }

    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger balancers = new AtomicInteger();
    private volatile boolean after;
    private volatile boolean dead;
    private volatile Runnable death = () -> {};

    public void onDeath(Runnable action) {
        death = action;
    }

    /** Dies at the nth write from now, before or after it. */
    public void arm(int nth, boolean afterIt) {
        after = afterIt;
        left.set(nth);
    }

    /** Lives on. */
    public void disarm() {
        left.set(Integer.MAX_VALUE);
    }

    public boolean isDead() {
        return dead;
    }

    public void kill() {
        synchronized (this) {
            if (dead)
                return;
            dead = true;
        }
        death.run();
    }

    /** To be called around each write to Azure. */
    public void write(ArmId target, Runnable send) {
        boolean balancer = target.root().hasType(ArmTypes.LOAD_BALANCER);
        write(() -> {
            balancers.addAndGet(balancer ? 1 : 0);
            try {
                send.run();
            } finally {
                balancers.addAndGet(balancer ? -1 : 0);
            }
        });
    }

    /** A write to a load balancer, or to a part of one, was sent and has not been answered. */
    public boolean writesLoadBalancer() {
        return balancers.get() > 0;
    }

    /** To be called around each write. */
    public void write(Runnable send) {
        live();
        boolean fatal = left.decrementAndGet() == 0;
        if (fatal && !after)
            kill();
        live();
        try {
            send.run();
        } finally {
            if (fatal)
                kill();
        }
        live();
    }

    public void live() {
        if (dead)
            throw new Dead();
    }
}
