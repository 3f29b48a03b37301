package io.azureccm.common.core;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PlanOrderTest {
    @Test
    void equalRankIsOrderedByTarget() {
        assertThat(PlanOrder.sort(List.of(put(ip("c")), put(ip("B")), put(ip("a")))))
                .extracting(operation -> operation.target().name())
                .containsExactly("a", "B", "c");
    }

    @Test
    void anOperationComesAfterThoseItNames() {
        assertThat(PlanOrder.levels(List.of(put(ip("a"), ip("b"), ip("c")), put(ip("b"), ip("c")), put(ip("c")))))
                .extracting(level -> level.stream().map(operation -> operation.target().name()).toList())
                .containsExactly(List.of("c"), List.of("b"), List.of("a"));
    }

    @Test
    void aTargetThatThePlanDoesNotWriteHoldsNothingUp() {
        assertThat(PlanOrder.levels(List.of(put(ip("a"), ip("elsewhere"))))).hasSize(1);
    }

    @Test
    void operationsThatWaitForEachOtherAreAnErrorThatNamesThem() {
        assertThatThrownBy(() -> plan(put(ip("a"), ip("b")), put(ip("b"), ip("a")), put(ip("c"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("publicIPAddresses/a")
                .hasMessageContaining("publicIPAddresses/b")
                .hasMessageNotContaining("publicIPAddresses/c");
        assertThatThrownBy(() -> plan(put(ip("a"), ip("a")))).isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 200)
    void theOrderOfTheInputIsIrrelevantAndReferencesAreKept(@ForAll @IntRange(min = 1, max = 12) int size,
            @ForAll long seed) {
        List<Operation> operations = randomOperations(size, new Random(seed));
        List<Operation> sorted = PlanOrder.sort(operations);
        List<Operation> shuffled = new ArrayList<>(operations);
        Collections.shuffle(shuffled, new Random(seed + 1));

        assertThat(PlanOrder.sort(shuffled)).isEqualTo(sorted);
        assertThat(sorted).containsExactlyInAnyOrderElementsOf(operations);
        List<ArmId> order = sorted.stream().map(Operation::target).toList();
        sorted.forEach(operation -> operation.after()
                .forEach(needed -> assertThat(order.indexOf(needed)).isLessThan(order.indexOf(operation.target()))));
    }

    private static List<Operation> randomOperations(int size, Random random) {
        List<ArmId> ids = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            ids.add(ip("x" + i));
        }
        Collections.shuffle(ids, random);
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<ArmId> earlier = ids.subList(0, i).stream().filter(id -> random.nextInt(3) == 0).toList();
            operations.add(put(ids.get(i), earlier.toArray(ArmId[]::new)));
        }
        return operations;
    }
}
