package io.azureccm.service.plan.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlanMemoryTest {
    private final PlanMemory memory = new PlanMemory();
    private final AtomicInteger computed = new AtomicInteger();
    private final AtomicInteger compared = new AtomicInteger();

    @Test
    void partIsComputedAgainOnlyIfAnInputIsNotEqual() {
        String first = part(new Input("a"));
        memory.next();
        assertThat(part(new Input("a"))).isSameAs(first);
        memory.next();
        assertThat(part(new Input("b"))).isEqualTo("part of b");
        assertThat(computed).hasValue(2);
    }

    @Test
    void equalInputsAreComparedInOnePlanAndTheSameOnesInNone() {
        part(new Input("a"));
        memory.next();
        Input parsedAgain = new Input("a");
        for (int plan = 0; plan < 5; plan++) {
            part(parsedAgain);
            memory.next();
        }
        assertThat(compared).hasValue(1);
        assertThat(computed).hasValue(1);
    }

    @Test
    void partThatAPlanDoesNotRequestIsDropped() {
        part(new Input("a"));
        memory.next();
        memory.next();
        part(new Input("a"));
        assertThat(computed).hasValue(2);
    }

    private String part(Input input) {
        return memory.of(String.class, "key", () -> {
            computed.incrementAndGet();
            return "part of " + input.value;
        }, input);
    }

    /** Counts how often it is compared. */
    private final class Input {
        private final String value;

        Input(String value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            compared.incrementAndGet();
            return other instanceof Input input && value.equals(input.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }
}
