package io.azureccm.service.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.exec.VirtualClock;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObservedStateReaderTest {
    private static final ObservedStateReader.Subject SUBJECT = new ObservedStateReader.Subject(Set.of(), Set.of());
    private static final ObservedStateReader.Belief ANY_AGE = new ObservedStateReader.Belief(true, false);

    private final CloudConfig cloud = new World(0).cloud();
    private final ArmId group = new PlannerSettings(cloud, "kubernetes").securityGroup();
    private final FakeArm arm = new FakeArm();
    private final VirtualClock clock = new VirtualClock();
    private final ObservedStore store = new ObservedStore(arm, clock, ObservedStore.Settings.DEFAULT);
    private Runnable whileGathering = () -> {};
    private final ObservedStateReader reader = new ObservedStateReader(cloud, "kubernetes", group, store, () -> {
        whileGathering.run();
        return clock.instant();
    });

    @Test
    void securityGroupIsUnconfirmedFromOurOwnWriteUntilItIsReadAgain() {
        arm.store(group, JsonNodeFactory.instance.objectNode());
        reader.read(SUBJECT, MissingReads.NONE);
        assertThat(known().inFlight().unconfirmed()).isEmpty();

        store.written(group, written(), false);
        assertThat(known().inFlight().unconfirmed()).containsExactly(group);

        clock.advance(Duration.ofMinutes(1));
        store.invalidate(group);
        reader.read(SUBJECT, MissingReads.NONE);
        assertThat(known().inFlight().unconfirmed()).isEmpty();
    }

    @Test
    void securityGroupStaysUnconfirmedInAStateThatWasGatheredBeforeItsWriteEnded() {
        arm.store(group, JsonNodeFactory.instance.objectNode());
        reader.read(SUBJECT, MissingReads.NONE);
        store.written(group, written(), false);
        whileGathering = () -> store.written(group, written(), true);

        ObservedState gathered = known();

        assertThat(gathered.inFlight().unconfirmed()).as("its etag is not the last one").containsExactly(group);
    }

    private ObservedState known() {
        return reader.known(SUBJECT, MissingReads.NONE, ANY_AGE).orElseThrow();
    }

    private ObjectNode written() {
        return JsonNodeFactory.instance.objectNode()
                .put("id", group.toString())
                .put("name", group.name())
                .put("etag", "W/\"" + clock.instant() + "\"");
    }
}
