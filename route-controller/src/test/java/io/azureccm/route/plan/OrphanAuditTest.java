package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Orphan;
import io.azureccm.route.spec.NodeFacts.Care;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Which routes are orphans: those that every plan would remove, and no foreign ones. */
class OrphanAuditTest {
    @Test
    void aRouteOfANodeThatIsGoneIsLeaving() {
        World world = new World().node("n1", "10.240.0.4", "10.244.0.0/24").node("n2", "10.240.0.5", "10.244.1.0/24");
        world.converge();
        assertThat(world.orphans()).isEmpty();
        world.left("n1").node("n3", "10.240.0.6", "10.244.2.0/24");
        assertThat(world.orphans()).singleElement().satisfies(orphan -> {
            assertThat(orphan.kind()).isEqualTo(Orphan.Kind.ROUTE);
            assertThat(orphan.id().shortName()).isEqualTo("routeTables/k8s-rt/routes/n1____102440024");
            assertThat(orphan.owner()).isEqualTo("node n1");
            assertThat(orphan.leaving()).isTrue();
        });
    }

    @Test
    void aRouteOfANodeThatCannotBeReadStays() {
        World world = new World().node("n1", "10.240.0.4", "10.244.0.0/24").node("n2", "10.240.0.5", "10.244.1.0/24");
        world.converge();
        world.left("n1");
        assertThat(world.plan(Set.of(), Set.of("N1")).plan().operations()).isEmpty();
        assertThat(world.plan(Set.of(), Set.of("")).plan().operations()).isEmpty();
        assertThat(world.plan(Set.of(), Set.of("n2")).plan().operations()).hasSize(1);
    }

    @Test
    void aSecondRouteUnderAnOlderNameIsLeaving() {
        World world = new World().table(List.of("n1 10.244.0.0/24 VirtualAppliance 10.240.0.4",
                "n1____102440024 10.244.0.0/24 VirtualAppliance 10.240.0.4"))
                .node("n1", "10.240.0.4", "10.244.0.0/24");
        assertThat(world.orphans()).extracting(orphan -> orphan.id().name()).containsExactly("n1");
    }

    @Test
    void routesOutsideTheRangesOfTheClusterOfUnmanagedNodesAndOfPeopleAreNone() {
        World world = new World().table(List.of("gone____109244024 10.92.44.0/24 VirtualAppliance 10.240.0.4",
                "fw 10.244.7.0/24 VirtualAppliance 10.250.0.4",
                "onprem____1024490024 10.244.90.0/24 VirtualAppliance 10.250.0.4"))
                .node("onprem", List.of("10.250.0.4"), Care.UNMANAGED, "10.244.91.0/24");
        assertThat(world.orphans()).isEmpty();
    }

    @Property(tries = 100)
    void whatANodeWantsAndWhatIsForeignIsNeverAnOrphan(@ForAll long seed) {
        Random random = new Random(seed);
        World world = new World().table(List.of("fw 0.0.0.0/0 VirtualAppliance 10.250.0.4",
                "foreign____109244024 10.92.44.0/24 VirtualAppliance 10.240.0.4"));
        int nodes = 1 + random.nextInt(8);
        for (int i = 0; i < nodes; i++)
            world.node("n" + i, "10.240.0." + (4 + i), "10.244." + i + ".0/24");
        world.converge();
        for (int i = 0; i < nodes; i++) {
            if (random.nextBoolean())
                world.left("n" + i);
        }
        List<String> living = world.nodes().stream().map(node -> node.name() + "____").toList();
        assertThat(world.orphans()).hasSize(nodes - living.size())
                .noneMatch(orphan -> living.stream().anyMatch(orphan.id().name()::startsWith)
                        || orphan.id().name().startsWith("foreign") || orphan.id().name().equals("fw"));

    }
}
