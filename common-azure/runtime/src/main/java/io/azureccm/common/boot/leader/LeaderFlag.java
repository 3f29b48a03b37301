package io.azureccm.common.boot.leader;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** Whether this instance leads, according to the leader events of any publisher, and whether the work of its term has begun. */
public final class LeaderFlag implements ApplicationListener<AbstractLeaderEvent> {
    private static final Logger log = LoggerFactory.getLogger(LeaderFlag.class);

    /** Whether this instance leads, since when, and in which of its terms, counted from 1. */
    public record Taken(boolean taken, Instant since, long term) {}

    private final InstantSource clock;
    private volatile Taken state;
    private volatile long begun;
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

    /** The work of this term begins: that of earlier ones has ended. */
    public void begin(long term) {
        begun = term;
    }

    /** Why nothing may be written: what an earlier term began has not ended, and another instance may have led in between. */
    public Optional<String> refusal() {
        Taken now = state;
        return now.taken() && now.term() == begun
                ? Optional.empty()
                : Optional.of("the work of this term has not begun");
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
