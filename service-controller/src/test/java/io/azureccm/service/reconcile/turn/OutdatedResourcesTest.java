package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PublicIps;
import io.azureccm.service.observed.UnreadableState;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.reconcile.known.KnownAzure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What has to be read again before it can be written. */
class OutdatedResourcesTest extends OperationStatesFixture {
    @Test
    void loadBalancerIsReadAgainBeforeItIsWrittenWhenPoolsChanged() {
        poolsChange();

        assertThat(waits(NOW, balancer).what()).isEqualTo(BALANCER.shortName() + " to be read again");
        assertThat(outdated).containsExactly(ArmId.collection("s", "rg", ArmTypes.LOAD_BALANCER));
    }

    @Test
    void loadBalancerThatAwaitsAPoolIsReadAgainWhenPoolsChanged() {
        poolsChange();

        states(NOW, balancer.awaiting(Set.of("pool kubernetes")));

        assertThat(outdated).isNotEmpty();
    }

    @Test
    void nothingIsReadAgainWhenPoolsChangedAndNoLoadBalancerCanBeWritten() {
        poolsChange();
        busy.add(ResourceLanes.laneOf(BALANCER).key());

        assertThat(states(NOW, address, RetryFixture.put(SCALE_SET, "shop/a"), balancer))
                .containsEntry(SCALE_SET, OperationState.READY);
        assertThat(outdated).isEmpty();
    }

    @Test
    void loadBalancerIsReadyWhenItWasReadSincePoolsChanged() {
        known = known.with(KnownAzure.NOTHING.poolsChange()
                .read(new AzureReading(AzureReading.Extent.EVERYTHING, MissingReads.NONE), NOW));

        assertThat(states(NOW, balancer)).containsEntry(BALANCER, OperationState.READY);
    }

    @Test
    void securityGroupIsReadAgainBeforeItIsWrittenOnceMoreWhenItIsAsOurOwnWriteLeftIt() {
        ObservedState shown = new ObservedState(new LoadBalancers(List.of()), new PublicIps(List.of()),
                Optional.empty(), Map.of(), Map.of(), Optional.empty(), Machines.NONE, 0,
                InFlightChanges.UNKNOWN.withUnconfirmed(Set.of(GROUP)), UnreadableState.NONE);
        known = known.with(KnownAzure.NOTHING.showing(Optional.of(shown), Optional.empty()));
        Operation group = RetryFixture.put(GROUP, "shop/a");

        assertThat(states(NOW, balancer, group)).containsEntry(BALANCER, OperationState.READY)
                .containsEntry(GROUP, OperationState.Waits.on(GROUP.shortName() + " to be read again"));
        assertThat(outdated).containsExactly(GROUP);
    }
}
