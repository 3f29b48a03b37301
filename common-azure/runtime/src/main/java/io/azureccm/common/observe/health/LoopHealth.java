package io.azureccm.common.observe.health;

import io.azureccm.common.observe.ControllerState;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Liveness: down if the loop has made no turn for too long, so that the kubelet restarts the process. */
public final class LoopHealth extends AbstractHealthIndicator {
    private final Supplier<ControllerState> state;

    public LoopHealth(Supplier<ControllerState> state) {
        this.state = state;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        ControllerState now = state.get();
        ControllerState.Work work = now.work();
        health.status(work.isStalled() ? "DOWN" : "UP")
                .withDetail("phase", now.phase())
                .withDetail("secondsSinceTurn", work.sinceTurn().toSeconds())
                .withDetail("limitSeconds", work.turnLimit().toSeconds());
        work.loop()
                .ifPresent(loop -> health.withDetail("pending", loop.waiting())
                        .withDetail("inWork", loop.underWay().size())
                        .withDetail("oldestSeconds", loop.oldest().toSeconds()));
    }
}
