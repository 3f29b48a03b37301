package io.azureccm.common.kube.leader;

import java.util.Optional;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/**
 * Leadership as somebody else's leader events tell it, for the mode {@code configmap}, in which the starter of Spring Cloud
 * Kubernetes elects. That election knows no expiry: a process that stood still learns too late that it leads no longer.
 */
public final class EventLeadership implements Leadership {
    private long terms;
    private volatile long current;

    /** To be called with each leader event of the application context. */
    public synchronized void onEvent(AbstractLeaderEvent event) {
        switch (event) {
            case OnGrantedEvent granted -> {
                if (current == 0)
                    current = ++terms;
            }
            case OnRevokedEvent revoked -> current = 0;
            default -> {
            }
        }
    }

    @Override
    public long term() {
        return current;
    }

    @Override
    public Optional<String> refusal() {
        return current == 0 ? Optional.of("not the leader") : Optional.empty();
    }
}
