package io.azureccm.common.boot.leader;

import io.azureccm.common.exec.WriteFence;
import java.time.Duration;
import java.util.Optional;

/**
 * The ConfigMap-based election of spring-cloud-kubernetes ({@code azureccm.leader-election.mode=configmap}). The library
 * starts, stops and publishes by itself; this class only reads the flag.
 */
record StarterElection(String decidedBy, LeaderFlag leaderFlag) implements Election {
    @Override
    public WriteFence fence() {
        return () -> leaderFlag.isTaken() ? Optional.empty() : Optional.of("this instance does not lead");
    }

    /** The library does not say. */
    @Override
    public boolean isSuccessor() {
        return true;
    }

    @Override
    public void start() {
        // Done by the library's own lifecycle bean.
    }

    @Override
    public void stop(Duration longest) {
        // Done by the library's own lifecycle bean.
    }
}
