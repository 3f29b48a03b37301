package io.azureccm.common.kube.leader;

import org.springframework.integration.leader.Context;

/** The context of Spring Integration's leader events: the term that began or ended. */
public final class TermContext implements Context {
    private final LeaderElection election;
    private final long term;

    TermContext(LeaderElection election, long term) {
        this.election = election;
        this.term = term;
    }

    public long term() {
        return term;
    }

    @Override
    public boolean isLeader() {
        return election.term() == term;
    }
}
