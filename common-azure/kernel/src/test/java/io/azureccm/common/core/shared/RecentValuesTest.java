package io.azureccm.common.core.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentValuesTest {
    @Test
    void anEqualValueIsTheOneThatWasSeenBefore() {
        RecentValues<List<String>> recent = new RecentValues<>(64);
        List<String> first = List.of("a", "b");
        assertThat(recent.sharing(first)).isSameAs(first);
        assertThat(recent.sharing(List.of("a", "b"))).isSameAs(first);
        List<String> other = List.of("a", "c");
        assertThat(recent.sharing(other)).isSameAs(other);
    }

    @Test
    void noMoreValuesAreRememberedThanTheTableHolds() {
        RecentValues<String> recent = new RecentValues<>(16);
        List<String> seen = IntStream.range(0, 1000).mapToObj(i -> recent.sharing("value " + i)).toList();
        long remembered = seen.stream().filter(value -> recent.sharing(new String(value)) == value).count();
        assertThat(remembered).isLessThanOrEqualTo(16);
    }

    @Test
    void aSizeThatIsNoPowerOfTwoIsRefused() {
        assertThatThrownBy(() -> new RecentValues<>(1000)).hasMessageContaining("1000");
    }
}
