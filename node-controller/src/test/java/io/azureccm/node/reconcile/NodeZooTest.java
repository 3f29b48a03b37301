package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.record.OneSegment;
import io.azureccm.common.record.ReplayReport;
import io.azureccm.common.record.SegmentWriter;
import io.azureccm.node.reconcile.Zoo.Animal;
import io.azureccm.node.reconcile.Zoo.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whose is a Node: whatever a cluster consists of and whatever happens to it, only nodes of this cloud are touched. */
class NodeZooTest {
    /** Something that happens to one of the nodes, or to Azure. */
    enum Happening {
        READY, UNREADY, MACHINE_MADE, MACHINE_GONE, RECREATED, LISTS_BROKEN, LISTS_HEALED, MINUTE, SECONDS
    }

    record Step(Happening happening, int which) {}

    @Provide
    Arbitrary<List<Animal>> foreigners() {
        return Zoo.animal(Kind.FOREIGN).list().ofMinSize(1).ofMaxSize(5);
    }

    @Provide
    Arbitrary<List<Animal>> zoo() {
        return Zoo.animal(Kind.values()).list().ofMinSize(1).ofMaxSize(8);
    }

    @Provide
    Arbitrary<List<Animal>> known() {
        return Zoo.animal(Kind.INSTANCE, Kind.SINGLE, Kind.NAMED_LIKE_INSTANCE).list().ofMinSize(1).ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(Arbitraries.of(Happening.values()), Arbitraries.integers().between(0, 7))
                .as(Step::new)
                .list()
                .ofMaxSize(20);
    }

    @Property
    void nodesOfOtherCloudsAreNeitherWrittenNorToldNorAskedAbout(@ForAll("foreigners") List<Animal> nodes,
            @ForAll("steps") List<Step> steps) {
        try (Zoo zoo = new Zoo().with(nodes)) {
            zoo.cluster.begin();
            live(zoo, steps);
            zoo.cluster.loop.advance(Duration.ofMinutes(30));
            zoo.cluster.heard.advance(Duration.ZERO);

            assertThat(zoo.cluster.writes).isEmpty();
            assertThat(zoo.cluster.arm.asked).isEmpty();
            assertThat(zoo.cluster.heard.all()).isEmpty();
        }
    }

    @Property
    void onlyNodesThatAreKnownToBeMachinesOfThisClusterAreDeleted(@ForAll("zoo") List<Animal> nodes,
            @ForAll("steps") List<Step> steps) {
        try (Zoo zoo = new Zoo().with(nodes)) {
            zoo.cluster.begin();
            live(zoo, steps);
            zoo.cluster.loop.advance(Duration.ofMinutes(10));
        }
    }

    @Property
    void nodesThatAreKnownToBeMachinesOfThisClusterAreDeletedWithThem(@ForAll("known") List<Animal> nodes) {
        try (Zoo zoo = new Zoo().with(nodes)) {
            zoo.cluster.begin().loop.advance(Duration.ofMinutes(1));
            for (Animal animal : zoo.animals())
                zoo.turn(animal, false);
            zoo.cluster.loop.advance(Duration.ofMinutes(15));

            for (Animal animal : zoo.animals())
                assertThat(zoo.cluster.isThere(animal.name())).as("%s", animal).isEqualTo(isUnmanaged(animal));
        }
    }

    @Property
    void everyRunIsPlannedAgainFromItsRecordAsItWas(@ForAll("zoo") List<Animal> nodes,
            @ForAll("steps") List<Step> steps) throws IOException {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        try (Zoo zoo = new Zoo().with(nodes); VirtualNodes other = new VirtualNodes()) {
            zoo.cluster.begin();
            try (SegmentWriter<?, ?, ?> _ = OneSegment.of(zoo.cluster.recordable(), record, NodeRecordTest.HEADER)) {
                live(zoo, steps);
                zoo.cluster.loop.advance(Duration.ofMinutes(10));
            }
            ReplayReport report = NodeRecordTest.replay(record.toByteArray(), other);
            assertThat(report.notes()).isEmpty();
            assertThat(report.differences()).isEmpty();
        }
    }

    private static void live(Zoo zoo, List<Step> steps) {
        int done = 0;
        for (Step step : steps) {
            happen(zoo, step);
            done = check(zoo, done);
        }
    }

    private static void happen(Zoo zoo, Step step) {
        Animal animal = zoo.animals().get(step.which() % zoo.animals().size());
        switch (step.happening()) {
            case READY -> zoo.turn(animal, true);
            case UNREADY -> zoo.turn(animal, false);
            case MACHINE_MADE -> zoo.make(animal);
            case MACHINE_GONE -> zoo.destroy(animal);
            case RECREATED -> {
                if (zoo.cluster.isThere(animal.name()))
                    zoo.cluster.leave(animal.name());
                zoo.join(animal);
            }
            case LISTS_BROKEN -> zoo.cluster.arm.fail(COMPUTE + "virtualMachines", ArmException.Kind.UNAVAILABLE,
                    null);
            case LISTS_HEALED -> zoo.cluster.arm.heal();
            case MINUTE -> zoo.cluster.loop.advance(Duration.ofMinutes(1));
            case SECONDS -> zoo.cluster.loop.advance(Duration.ofSeconds(7));
        }
    }

    /** Judges the writes since the first {@code done}; returns how many there are. */
    private static int check(Zoo zoo, int done) {
        List<String> writes = zoo.cluster.writes;
        for (String write : writes.subList(done, writes.size())) {
            Animal animal = zoo.animals()
                    .stream()
                    .filter(each -> write.startsWith(each.name() + " "))
                    .findFirst()
                    .orElseThrow();
            assertThat(animal.kind()).as(write).isNotEqualTo(Kind.FOREIGN);
            if (write.endsWith(" Delete")) {
                assertThat(isUnmanaged(animal)).as("%s is not of this cloud", animal).isFalse();
                assertThat(zoo.exists(animal)).as("the machine of %s", animal).isFalse();
                assertThat(isKnown(zoo, animal)).as("%s is known to be a machine of this cluster", animal).isTrue();
            }
        }
        return writes.size();
    }

    private static boolean isKnown(Zoo zoo, Animal animal) {
        return switch (animal.kind()) {
            case INSTANCE, SINGLE, NAMED_LIKE_INSTANCE -> true;
            case NAMED_LIKE_NOTHING -> zoo.seen.contains(animal.name());
            case FOREIGN, UNREADABLE -> false;
        };
    }

    private static boolean isUnmanaged(Animal animal) {
        return animal.managed().equals("false");
    }
}
