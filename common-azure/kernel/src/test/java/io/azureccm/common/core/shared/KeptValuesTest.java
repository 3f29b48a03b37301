package io.azureccm.common.core.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptValuesTest {
    private final List<Object> made = new ArrayList<>();
    private final KeptValues<Object, String, List<String>> kept = new KeptValues<>(each -> {
        made.add(each);
        return each.toString();
    }, List::copyOf);
    private final Object one = new StringBuilder("one");
    private final Object two = new StringBuilder("two");

    @Test
    void onlyWhatIsAnotherObjectIsMadeAgain() {
        assertThat(kept.of(List.of(one, two))).containsExactly("one", "two");

        Object three = new StringBuilder("three");
        assertThat(kept.of(List.of(one, three))).containsExactly("one", "three");

        assertThat(made).containsExactly(one, two, three);
    }

    @Test
    void theWholeStaysTheSameWhileItsObjectsDo() {
        List<String> first = kept.of(List.of(one, two));

        assertThat(kept.of(List.of(one, two))).isSameAs(first);
        assertThat(kept.of(List.of(two, one))).containsExactly("two", "one");
        assertThat(kept.of(List.of(two))).containsExactly("two");
        assertThat(kept.of(List.of())).isEmpty();
    }
}
