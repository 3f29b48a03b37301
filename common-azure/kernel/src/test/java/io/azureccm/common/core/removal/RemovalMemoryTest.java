package io.azureccm.common.core.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.removal.Removal.Kind;
import io.azureccm.common.core.removal.RemovalLimits.Limit;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemovalMemoryTest {
    private static final RemovalLimits TWO_ROUTES = new RemovalLimits(Map.of(Kind.ROUTE, new Limit(2, false)));

    @ParameterizedTest
    @CsvSource({"2, 3, 10, 3", "2, 2, 10, 0", "0, 1, 10, 1", "25%, 2, 8, 0", "25%, 3, 8, 3", "0%, 1, 8, 1",
            "100%, 8, 8, 0"})
    void onlyWhatIsMoreThanTheLimitIsHeldAndThenAllOfIt(String limit, int taken, int there, int held) {
        RemovalLimits limits = new RemovalLimits(Map.of(Kind.POOL_MEMBER, Limit.parse(limit).orElseThrow()));
        assertThat(limits.above(members("lb/pool", taken), Map.of("lb/pool", there)).all()).hasSize(held);
    }

    @Test
    void eachPoolIsCountedForItself() {
        RemovalLimits limits = new RemovalLimits(Map.of(Kind.POOL_MEMBER, new Limit(1, false)));
        List<Removal> planned = new java.util.ArrayList<>(members("lb/one", 1));
        planned.addAll(members("lb/two", 2));
        assertThat(limits.above(planned, Map.of()).all()).extracting(Removal::of).containsOnly("lb/two").hasSize(2);
    }

    @Test
    void kindWithoutALimitIsNeverHeld() {
        assertThat(TWO_ROUTES.above(members("lb/pool", 50), Map.of()).isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "101%", "25 %", "a few", "1.5", ""})
    void wrongLimitIsNotRead(String text) {
        assertThat(Limit.parse(text)).isEmpty();
    }

    @Test
    void hashStandsForWhatIsTakenAwayAndForNothingElse() {
        String hash = Removals.of(routes("a", "b")).hash();
        assertThat(hash).isEqualTo("e67cbd7a97c8").hasSize(12);
        assertThat(Removals.of(routes("b", "a")).hash()).isEqualTo(hash);
        assertThat(Removals.of(List.of(route("A", "node-1"), route("B", "node-2"))).hash()).isEqualTo(hash);
        assertThat(Removals.of(routes("a", "b", "c")).hash()).isNotEqualTo(hash);
        assertThat(Removals.of(routes("a")).hash()).isNotEqualTo(hash);
        assertThat(Removals.NONE.hash()).isEmpty();
    }

    @Test
    void approvalCountsForItsHashAndForWhatIsLeftOfIt() {
        RemovalMemory memory = planned(RemovalMemory.NONE, "a", "b", "c");
        assertThat(memory.held().all()).hasSize(3);

        memory = memory.approved(Set.of(memory.held().hash()));
        assertThat(assess(memory, "a", "b", "c").held().isEmpty()).isTrue();
        assertThat(assess(memory, "b", "c").held().isEmpty()).isTrue();
        assertThat(assess(memory, "a", "b", "c", "d", "e", "f").held().all()).extracting(Removal::name)
                .containsExactly("d", "e", "f");
    }

    @Test
    void otherHashApprovesNothing() {
        RemovalMemory memory = planned(RemovalMemory.NONE, "a", "b", "c").approved(Set.of("0123456789ab"));
        assertThat(assess(memory, "a", "b", "c").held().all()).hasSize(3);
    }

    @Test
    void newLeaderHonoursAnApprovalThatItDidNotAskFor() {
        RemovalMemory memory = RemovalMemory.NONE.approved(Set.of(Removals.of(routes("a", "b", "c")).hash()));
        assertThat(assess(memory, "a", "b", "c").approved()).isTrue();
        // It remembers what that stood for, and goes on when one of them is gone.
        memory = planned(memory, "a", "b", "c", "d");
        assertThat(memory.held().isEmpty()).isFalse();
        memory = planned(memory, "a", "b", "c");
        assertThat(assess(memory, "b", "c", "x").held().isEmpty()).isTrue();
    }

    @Test
    void approvalIsSpentOnceItsRemovalsAreDone() {
        RemovalMemory memory = planned(RemovalMemory.NONE, "a", "b", "c");
        String hash = memory.held().hash();
        memory = planned(memory.approved(Set.of(hash)), "a", "b", "c");
        assertThat(memory.after(assess(memory), false).spent()).isEmpty();

        memory = memory.after(assess(memory), true);
        assertThat(memory.spent()).containsExactly(hash);
        assertThat(assess(memory, "a", "b", "c").held().hash()).isEqualTo(hash);
        assertThat(memory.isDue(Instant.EPOCH.plusSeconds(60))).as("it is to be taken away").isTrue();

        memory = memory.approved(Set.of()).approved(Set.of(hash));
        assertThat(assess(memory, "a", "b", "c").held().isEmpty()).as("given again").isTrue();
    }

    @Test
    void holdEndsWithItsCause() {
        RemovalMemory memory = planned(RemovalMemory.NONE, "a", "b", "c");
        assertThat(memory.due()).isPresent();
        memory = planned(memory, "a", "b");
        assertThat(memory.held().isEmpty()).isTrue();
        assertThat(memory.due()).isEmpty();
    }

    @Test
    void whatIsToBeHeldAtLeastIsHeldWithinTheLimitUntilItIsApproved() {
        RemovalMemory memory = planned(RemovalMemory.NONE, "a", "b", "c");
        Removals before = memory.held();
        assertThat(memory.assess(TWO_ROUTES, routes("a", "d"), Map.of(), before).held().all())
                .extracting(Removal::name)
                .containsExactly("a");
        memory = memory.approved(Set.of(before.hash()));
        assertThat(memory.assess(TWO_ROUTES, routes("a", "d"), Map.of(), before).held().isEmpty()).isTrue();
    }

    private static RemovalMemory planned(RemovalMemory memory, String... routes) {
        return memory.after(assess(memory, routes), true);
    }

    private static Assessment assess(RemovalMemory memory, String... routes) {
        return memory.assess(TWO_ROUTES, routes(routes), Map.of());
    }

    private static List<Removal> routes(String... names) {
        return Arrays.stream(names).map(name -> route(name, name)).toList();
    }

    private static Removal route(String name, String node) {
        return new Removal(Kind.ROUTE, "table", name, Set.of(node));
    }

    private static List<Removal> members(String pool, int count) {
        return java.util.stream.IntStream.range(0, count)
                .mapToObj(i -> new Removal(Kind.POOL_MEMBER, pool, "10.0.0." + i, Set.of()))
                .toList();
    }
}
