package io.azureccm.service.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.plan.World;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Private link services that a leader has not created itself are found by a list after its start. */
class PrivateLinkReadsTest {
    private final CloudConfig cloud = new World(0).with("networkResourceSubscriptionID", "network").cloud();
    private final FakeArm arm = new FakeArm();
    private final ObservedStore store = new ObservedStore(arm, new VirtualClock(), ObservedStore.Settings.DEFAULT);
    private final PrivateLinkReads reads = new PrivateLinkReads(cloud);
    private final ArmId group = reads.choice();
    private ReadMemory memory = ReadMemory.NOTHING;

    @Test
    void groupIsListedAgainInTheNextLookWhenTheFirstListFails() {
        arm.store(ArmId.of(cloud.subscriptionId(), cloud.privateLinkServiceResourceGroup(),
                ArmTypes.PRIVATE_LINK_SERVICE,
                "pls-a1"), JsonNodeFactory.instance.objectNode());
        refresh(true);
        assertThat(memory.privateLinks().watched()).isEmpty();

        refresh(false);

        assertThat(memory.privateLinks().watched()).containsExactly(group);
    }

    /** A list may be older than what was seen. */
    @Test
    void groupThatIsEmptyInOneRefreshIsListedOnceMore() {
        ArmId link = ArmId.of(cloud.subscriptionId(), cloud.privateLinkServiceResourceGroup(),
                ArmTypes.PRIVATE_LINK_SERVICE, "pls-a1");
        arm.store(link, JsonNodeFactory.instance.objectNode());
        refresh(false);

        arm.remove(link);
        refresh(false);
        assertThat(memory.privateLinks().watched()).containsExactly(group);
        refresh(false);
        assertThat(memory.privateLinks().watched()).isEmpty();
    }

    @Test
    void clusterThatMayNotListThemIsNotAskedForEver() {
        for (int i = 0; i < 10; i++)
            refresh(true);

        assertThat(arm.calls("LIST")).isEqualTo(5);
    }

    @Test
    void groupWithoutAnyIsListedOnce() {
        for (int i = 0; i < 3; i++)
            refresh(false);

        assertThat(arm.calls("LIST")).isEqualTo(1);
    }

    private void refresh(boolean fails) {
        memory = memory.nextRefresh(group, 0);
        store.invalidate(group);
        if (fails)
            arm.fails("LIST", group, FakeArm.failure(ArmException.Kind.FORBIDDEN, "AuthorizationFailed"));
        read();
        read();
    }

    private void read() {
        ReadFindingsBuilder findings = new ReadFindingsBuilder(memory);
        reads.read(new ResponseSource.Live(store), Set.of(), true, findings);
        memory = memory.with(findings.end());
    }
}
