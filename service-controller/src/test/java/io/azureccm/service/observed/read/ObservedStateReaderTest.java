package io.azureccm.service.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObservedStateReaderTest {
    private static final AzureReading EVERYTHING = new AzureReading(AzureReading.Extent.EVERYTHING, MissingReads.NONE);
    private static final ObservedStateAssembly.Subject SUBJECT = new ObservedStateAssembly.Subject(Set.of(), Set.of());
    private static final ObservedStateAssembly.ReadTolerance ANY_AGE = new ObservedStateAssembly.ReadTolerance(true,
            false);

    private final CloudConfig cloud = new World(0).cloud();
    private final ArmId group = new PlannerSettings(cloud, "kubernetes", TenantPolicy.DEFAULT, false).securityGroup();
    private final FakeArm arm = new FakeArm();
    private final VirtualClock clock = new VirtualClock();
    private final ObservedStore store = new ObservedStore(arm, clock, ObservedStore.Settings.DEFAULT);
    private final ObservedStateAssembly assembly = new ObservedStateAssembly(cloud, "kubernetes", group);
    private final ObservedStateReader reader = new ObservedStateReader(assembly, store);
    private ReadMemory memory = ReadMemory.NOTHING;

    @Test
    void securityGroupIsUnconfirmedFromOurOwnWriteUntilItIsReadAgain() {
        arm.store(group, JsonNodeFactory.instance.objectNode());
        read();
        assertThat(known().inFlight().unconfirmed()).isEmpty();

        store.accepted(group, written());
        assertThat(known().inFlight().unconfirmed()).containsExactly(group);

        clock.advance(Duration.ofMinutes(1));
        store.invalidate(group);
        read();
        assertThat(known().inFlight().unconfirmed()).isEmpty();
    }

    @Test
    void securityGroupStaysUnconfirmedInAViewFromBeforeItsWriteEnded() {
        arm.store(group, JsonNodeFactory.instance.objectNode());
        read();
        store.accepted(group, written());
        ObservedView view = reader.view();
        store.written(group, written());

        assertThat(known(view).orElseThrow().inFlight().unconfirmed()).as("its etag is not the last one")
                .containsExactly(group);
    }

    @Test
    void whatIsOutdatedInMemoryIsReadAgainOnceWhateverItsAge() {
        read();
        memory = memory.with(memory.outdated().with(assembly.publicIps(Set.of()), reader.moment()));
        assertThat(known(reader.view())).as("without a call").isEmpty();
        long calls = store.calls();

        read();

        assertThat(store.calls() - calls).as("only the public IPs").isEqualTo(1);
        assertThat(known(reader.view())).isPresent();
        assertThat(memory.outdated().in(reader.view()).since()).as("nothing is left to be read").isEmpty();
    }

    @Test
    void whatAReadBeganWithDoesNotCountAgainstWhatWasFoundOutdatedMeanwhile() {
        read();
        long before = reader.moment();
        clock.advance(Duration.ofHours(1));
        read();
        ReadMemory outdated = memory.with(memory.outdated().everythingAt(before));

        assertThat(assembly.of(new ObservedStateAssembly.Known(reader.view(), outdated, clock.instant()),
                SUBJECT, EVERYTHING, ANY_AGE).state()).as("read after that moment").isPresent();
    }

    @Test
    void securityGroupThatDoesNotExistIsReadAgainInTheNextLook() {
        read();
        assertThat(memory.atNextRefresh()).containsExactly(group);
        assertThat(known(reader.view())).as("in this refresh it is known not to exist").isPresent();

        memory = assembly.nextRefresh(memory, reader.moment());

        assertThat(memory.atNextRefresh()).isEmpty();
        assertThat(known(reader.view())).as("it has to be read again").isEmpty();
    }

    private void read() {
        ObservedStateReader.Ended ended = reader.read(SUBJECT, EVERYTHING, memory);
        assertThat(ended.problem()).isEmpty();
        memory = memory.with(ended.findings());
    }

    private ObservedState known() {
        return known(reader.view()).orElseThrow();
    }

    private Optional<ObservedState> known(ObservedView view) {
        return assembly.of(new ObservedStateAssembly.Known(view, memory, clock.instant()), SUBJECT, EVERYTHING,
                ANY_AGE).state();
    }

    private ObjectNode written() {
        return JsonNodeFactory.instance.objectNode()
                .put("id", group.toString())
                .put("name", group.name())
                .put("etag", "W/\"" + clock.instant() + "\"");
    }
}
