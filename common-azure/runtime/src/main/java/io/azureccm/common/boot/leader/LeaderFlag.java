package io.azureccm.common.boot.leader;

import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** Whether this instance leads, according to the leader events of any publisher. */
public final class LeaderFlag implements ApplicationListener<AbstractLeaderEvent> {
    private static final Logger log = LoggerFactory.getLogger(LeaderFlag.class);

    /** Whether this instance leads, since when, and in which of its terms, counted from 1. */
    public record Taken(boolean taken, Instant since, long term) {}

    private final InstantSource clock;
    private volatile Taken state;
    private volatile Runnable changed = () -> {};

    public LeaderFlag(InstantSource clock) {
        this.clock = clock;
        this.state = new Taken(false, clock.instant(), 0);
    }

    public void onChange(Runnable listener) {
        changed = listener;
    }

    /** Wakes the listeners: what a leader may do has changed, while the flag itself has not. */
    void notifyListener() {
        changed.run();
    }

    public boolean isTaken() {
        return state.taken();
    }

    public Taken state() {
        return state;
    }

    @Override
    public void onApplicationEvent(AbstractLeaderEvent event) {
        switch (event) {
            case OnGrantedEvent granted -> set(true);
            case OnRevokedEvent revoked -> set(false);
            default -> log.debug("{}", event);
        }
    }

    private synchronized void set(boolean taken) {
        Taken before = state;
        if (before.taken() != taken) {
            state = new Taken(taken, clock.instant(), taken ? before.term() + 1 : before.term());
            changed.run();
        }
    }
}
