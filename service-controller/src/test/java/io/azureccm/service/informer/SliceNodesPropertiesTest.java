package io.azureccm.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.BeforeTry;

/** The nodes of a Service after any changes of its EndpointSlices are those of all its slices, and only other nodes are a change. */
class SliceNodesPropertiesTest {
    private SliceNodes nodes;
    private final Map<String, Set<String>> slices = new HashMap<>();

    @BeforeTry
    void begin() {
        nodes = new SliceNodes();
        slices.clear();
    }

    @Property(tries = 60)
    void nodesAreThoseOfAllSlicesAfterEachChange(@ForAll long seed) {
        Random random = new Random(seed);
        for (int change = 0; change < 60; change++) {
            String slice = "slice-" + random.nextInt(4);
            Optional<Set<String>> shown = random.nextInt(3) == 0 ? Optional.empty() : Optional.of(nodes(random));
            Optional<Set<String>> before = all();
            shown.ifPresentOrElse(now -> slices.put(slice, now), () -> slices.remove(slice));
            assertThat(nodes.note(slice, shown)).as("whether %s is a change of %s", shown, before)
                    .isEqualTo(!all().equals(before));
            assertThat(nodes.isEmpty()).isEqualTo(all().isEmpty());
            // It is not asked for after each change.
            if (random.nextBoolean())
                assertThat(nodes.all()).isEqualTo(all().orElse(Set.of()));
        }
    }

    /** From scratch; empty if no slice is known. */
    private Optional<Set<String>> all() {
        Set<String> all = new HashSet<>();
        slices.values().forEach(all::addAll);
        return slices.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    private static Set<String> nodes(Random random) {
        Set<String> nodes = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--)
            nodes.add("n" + random.nextInt(5));
        return nodes;
    }
}
