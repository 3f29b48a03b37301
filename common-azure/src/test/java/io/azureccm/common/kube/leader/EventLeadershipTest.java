package io.azureccm.common.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.OnFailedToAcquireMutexEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

class EventLeadershipTest {
    private final Context context = () -> true;
    private final EventLeadership leadership = new EventLeadership();

    @Test
    void followsTheEventsAndNumbersTheTerms() {
        assertThat(leadership.refusal()).contains("not the leader");
        grant();
        assertThat(leadership.term()).isEqualTo(1);
        assertThat(leadership.refusal()).isEmpty();
        grant();
        leadership.onEvent(new OnFailedToAcquireMutexEvent(this, context, "role"));
        assertThat(leadership.term()).isEqualTo(1);
        leadership.onEvent(new OnRevokedEvent(this, context, "role"));
        assertThat(leadership.isLeader()).isFalse();
        grant();
        assertThat(leadership.refusal(2)).isEmpty();
        assertThat(leadership.refusal(1)).contains("begun in term 1, which is over");
    }

    @Test
    void whoRunsAloneAlwaysLeads() {
        assertThat(Leadership.alone().isLeader()).isTrue();
        assertThat(Leadership.alone().refusal(1)).isEmpty();
    }

    private void grant() {
        leadership.onEvent(new OnGrantedEvent(this, context, "role"));
    }
}
