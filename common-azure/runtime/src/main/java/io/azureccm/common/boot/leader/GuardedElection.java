package io.azureccm.common.boot.leader;

import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.leader.LeaseObservation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** An election whose leader waits until no other program does the same work. */
record GuardedElection(Election election, HandOverGuard guard) implements Election {
    @Override
    public String decidedBy() {
        return election.decidedBy();
    }

    @Override
    public WriteFence fence() {
        WriteFence elected = election.fence();
        return () -> elected.refusal().or(guard::refusal);
    }

    @Override
    public boolean leads() {
        return election.leads();
    }

    @Override
    public boolean isSuccessor() {
        return election.isSuccessor();
    }

    @Override
    public long slowRenewals() {
        return election.slowRenewals();
    }

    @Override
    public LeaderState leader() {
        return election.leader();
    }

    @Override
    public Optional<LeaseObservation> observation() {
        return election.observation();
    }

    @Override
    public Map<String, LeaseObservation> otherObservations() {
        return guard.observations();
    }

    @Override
    public HandOverState handOverState(long term) {
        return guard.handOverState(term);
    }

    @Override
    public HandOver handOver() {
        return guard.known();
    }

    @Override
    public void start() {
        guard.start();
        election.start();
    }

    @Override
    public void stop(Duration longest) {
        guard.close();
        election.stop(longest);
    }
}
