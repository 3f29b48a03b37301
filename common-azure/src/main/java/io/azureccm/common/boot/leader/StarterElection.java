package io.azureccm.common.boot.leader;

import io.azureccm.common.exec.WriteFence;
import java.time.Duration;
import java.util.Optional;

/**
 * The election of spring-cloud-kubernetes on a ConfigMap ({@code azureccm.leader-election.mode=configmap}). It starts, stops and publishes
 * by itself; all that is left to do here is to ask the flag.
 */
record StarterElection(String decidedBy, LeaderFlag leaderFlag) implements Election {
    @Override
    public WriteFence fence() {
        return () -> leaderFlag.isTaken() ? Optional.empty() : Optional.of("this instance does not lead");
    }

    @Override
    public void start() {
        // The starter's own lifecycle bean does it.
    }

    @Override
    public void stop(Duration longest) {
        // The starter's own lifecycle bean does it.
    }
}
