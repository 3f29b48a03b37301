package io.azureccm.common.core.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CopiesTest {
    private final Map<String, Integer> counts = Map.of("a", 1, "b", 2);
    private final Set<String> names = Set.of("a", "b");

    @Test
    void copyOfAMapDiffersAsAsked() {
        assertThat(Copies.with(counts, "b", 3)).isEqualTo(Map.of("a", 1, "b", 3));
        assertThat(Copies.with(counts, Map.of("c", 3))).isEqualTo(Map.of("a", 1, "b", 2, "c", 3));
        assertThat(Copies.without(counts, List.of("a", "c"))).isEqualTo(Map.of("b", 2));
        assertThat(Copies.retained(counts, Set.of("a", "c"))).isEqualTo(Map.of("a", 1));
        assertThat(Copies.retained(counts, (name, count) -> name.equals("a") || count > 2)).isEqualTo(Map.of("a", 1));
    }

    @Test
    void copyOfASetDiffersAsAsked() {
        assertThat(Copies.with(names, List.of("b", "c"))).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(Copies.without(names, List.of("b", "c"))).containsExactly("a");
        assertThat(Copies.retained(names, List.of("b", "c"))).containsExactly("b");
    }
}
