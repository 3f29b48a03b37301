package io.azureccm.common.boot.leader;

import io.azureccm.common.exec.WriteFence;
import java.time.Duration;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * No election: this instance works from the start, either because leader election is off or because it is a dry run, which
 * never leads.
 */
record SoloElection(String decidedBy, boolean leads, String role,
        LeaderEventPublisher publisher) implements Election {
    @Override
    public WriteFence fence() {
        return WriteFence.OPEN;
    }

    @Override
    public void start() {
        publisher.publishOnGranted(this, always(true), role);
    }

    @Override
    public void stop(Duration longest) {
        publisher.publishOnRevoked(this, always(false), role);
    }

    private static Context always(boolean leader) {
        return () -> leader;
    }
}
