package io.azureccm.service.reconcile.known;

import io.azureccm.service.plan.context.ServiceDecisions;
import java.util.Map;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.RetryFixture;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RejectionBisectorTest {
    private static final ArmId GROUP = ArmId.of("s", "rg", ArmTypes.SECURITY_GROUP, "nsg");
    private static final Outcome REFUSED = new Outcome.Rejected(400, "BadPort", "port 0 is not possible");
    private static final Outcome FULL = new Outcome.Rejected(400, "RuleCountLimitReached", "300 are there");
    private static final Outcome APPLIED = new Outcome.Applied(null);

    private final ClusterState four = cluster("a", "b", "c", "d");
    private final Operation write = RetryFixture.put(RetryFixture.BALANCER, "shop/a", "shop/b", "shop/c", "shop/d");
    private final RejectionBisector halved = RejectionBisector.NONE.after(write, REFUSED, four);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void twoBadServicesAmongManyAreFoundInFewTurnsAndTheOthersAreWritten(long seed) {
        List<String> names = new ArrayList<>(
                IntStream.range(100, 228).mapToObj(number -> "s" + number).toList());
        Collections.shuffle(names, new Random(seed));
        Trial trial = new Trial(names, Set.copyOf(names.subList(0, 2)));

        trial.run();

        assertThat(trial.bisector.stopped()).containsOnlyKeys("uid-" + names.get(0), "uid-" + names.get(1));
        assertThat(trial.written).hasSize(126);
        assertThat(trial.turns).as("writes for 128 Services").isLessThanOrEqualTo(4 * 7 + 2);
    }

    @Test
    void everyServiceIsFoundWhenAzureRefusesAllOfThem() {
        List<String> names = IntStream.range(10, 26).mapToObj(number -> "s" + number).toList();
        Trial trial = new Trial(names, Set.copyOf(names));

        trial.run();

        assertThat(trial.bisector.stopped()).hasSize(16);
        assertThat(trial.written).isEmpty();
    }

    @Test
    void whereALimitHasNoRoomForOneServiceTheOthersAreNotTriedOneByOne() {
        List<String> names = IntStream.range(100, 300).mapToObj(number -> "s" + number).toList();
        Trial trial = new Trial(names, Set.of(), 120);

        trial.run();

        assertThat(trial.written).hasSize(120);
        assertThat(trial.bisector.stopped()).hasSize(80)
                .allSatisfy((uid, stop) -> assertThat(stop.refusal().code()).isEqualTo("RuleCountLimitReached"));
        assertThat(trial.turns).as("writes, of which each of the 80 would be one").isLessThanOrEqualTo(2 * 8);
    }

    @Test
    void whoAsksForFewerRulesThanTheOneThatFoundNoRoomIsTriedAllTheSame() {
        ServiceSpec large = RetryFixture.service("a", 80, 443);
        ClusterState cluster = new ClusterState(
                List.of(large, RetryFixture.service("b"), RetryFixture.service("c", 80, 81, 82)), Map.of(), List.of(),
                Set.of(), 0);
        Operation all = RetryFixture.put(RetryFixture.BALANCER, "shop/a", "shop/b", "shop/c");

        RejectionBisector found = RejectionBisector.NONE.after(all, FULL, cluster)
                .after(RetryFixture.put(RetryFixture.BALANCER, "shop/a"), FULL, cluster);

        assertThat(found.stopped()).containsOnlyKeys("uid-a", "uid-c");
        assertThat(found.stopped().get("uid-c").refusal().message()).isEqualTo(
                "it exceeds the limit too: Azure has just refused shop/a, which needs no more rules: 300 are there");
        assertThat(planned(found, cluster)).containsExactly("b");
    }

    @Test
    void halfOfTheServicesIsHeldWhenTheWriteForAllIsRefused() {
        assertThat(planned(halved, four)).containsExactly("a", "b");
        assertThat(halved.stopped()).isEmpty();
        ServiceDecisions services = halved.stopping(ServiceDecisions.of(four));
        assertThat(services.all()).filteredOn(service -> services.stop(service).isPresent())
                .extracting(service -> services.stop(service).get().refusal().code())
                .containsOnly(RejectionBisector.NOT_TRIED_YET);
    }

    @Test
    void heldGroupHasItsTurnWhenTheOthersAreWritten() {
        RejectionBisector quartered = halved.after(write, REFUSED, four);
        assertThat(planned(quartered, four)).containsExactly("a");

        assertThat(planned(quartered.next(), four)).containsExactly("a", "b");
        assertThat(planned(quartered.next().next(), four)).containsExactly("a", "b", "c", "d");
        assertThat(quartered.next().next().next().held()).isEmpty();
    }

    @Test
    void heldGroupHasItsTurnWhenTheBadServiceBeforeItIsFound() {
        RejectionBisector found = halved.after(write, REFUSED, four).after(write, REFUSED, four);

        assertThat(found.stopped()).containsOnlyKeys("uid-a");
        assertThat(found.stopped().get("uid-a").refusal().code()).isEqualTo("BadPort");
        assertThat(found.stopped().get("uid-a").refusal().message()).isEqualTo("port 0 is not possible");
        assertThat(planned(found, four)).containsExactly("b");
    }

    @Test
    void serviceThatWasFoundIsTriedAgainWhenItChanges() {
        RejectionBisector found = halved.after(write, REFUSED, four).after(write, REFUSED, four);

        RejectionBisector again = found.trying(Set.of("uid-a"));

        assertThat(again.stopped()).isEmpty();
        assertThat(planned(again, four)).containsExactly("a", "b");
    }

    @Test
    void heldServiceIsTriedAtOnceWhenItChangesAndTheRestOfItsGroupWaits() {
        assertThat(planned(halved.trying(Set.of("uid-c")), four)).containsExactly("a", "b", "c");
        assertThat(halved.trying(Set.of("uid-c", "uid-d")).held()).isEmpty();
    }

    @Test
    void serviceThatIsGoneIsForgotten() {
        RejectionBisector found = halved.after(write, REFUSED, four).after(write, REFUSED, four);

        RejectionBisector rest = found.keeping(Set.of("uid-b", "uid-c")::contains);

        assertThat(rest.stopped()).isEmpty();
        assertThat(rest.held()).containsExactly(Set.of("uid-c"));
    }

    static Stream<Outcome> outcomesThatBlameNobody() {
        return Stream.of(new Outcome.Rejected(401, "ExpiredToken", "expired"),
                new Outcome.Rejected(403, "AuthorizationFailed", "not allowed"),
                new Outcome.Rejected(500, "InternalServerError", "failed"), new Outcome.Conflict("412"),
                new Outcome.Unknown("lost"), new Outcome.Throttled(Instant.EPOCH, "busy"), APPLIED);
    }

    @ParameterizedTest
    @MethodSource("outcomesThatBlameNobody")
    void nobodyIsHeldWhenTheOutcomeIsNotAboutTheRequest(Outcome outcome) {
        assertThat(RejectionBisector.NONE.after(write, outcome, four)).isEqualTo(RejectionBisector.NONE);
    }

    @Test
    void nobodyIsHeldWhenTheWriteWasNotForManyTogether() {
        Operation address = RetryFixture.put(RetryFixture.ADDRESS, "shop/a", "shop/b");
        Operation deletion = Operation.delete(RetryFixture.BALANCER, List.of()).forSubjects(Set.of("shop/a", "shop/b"));

        assertThat(RejectionBisector.NONE.after(address, REFUSED, four)).isEqualTo(RejectionBisector.NONE);
        assertThat(RejectionBisector.NONE.after(deletion, REFUSED, four)).isEqualTo(RejectionBisector.NONE);
    }

    @Test
    void serviceKeepsItsLoadBalancerWhenOnlyTheSecurityGroupIsRefusedForIt() {
        RejectionBisector found = RejectionBisector.NONE.after(RetryFixture.put(GROUP, "shop/a"), REFUSED, four);

        ServiceDecisions services = found.stopping(ServiceDecisions.of(four));
        assertThat(services.plans(services.all().getFirst(), Stage.TRAFFIC)).isTrue();
        assertThat(services.plans(services.all().getFirst(), Stage.ACCESS)).isFalse();
    }

    /** Turns against an Azure that rejects every load balancer with one of the bad Services, or with too many. */
    private static final class Trial {
        private final ClusterState cluster;
        private final Set<String> bad;
        private final int room;
        private final Set<String> written = new HashSet<>();
        private RejectionBisector bisector = RejectionBisector.NONE;
        private int turns;

        Trial(List<String> names, Set<String> bad) {
            this(names, bad, Integer.MAX_VALUE);
        }

        Trial(List<String> names, Set<String> bad, int room) {
            this.room = room;
            this.cluster = cluster(names.toArray(String[]::new));
            this.bad = bad;
        }

        void run() {
            for (int idle = 0; idle < 2 && turns < 1000;) {
                Set<String> open = new HashSet<>(planned(bisector, cluster));
                open.removeAll(written);
                if (open.isEmpty()) {
                    idle = bisector.held().isEmpty() ? 2 : 0;
                    bisector = bisector.next();
                    continue;
                }
                turns++;
                boolean isFull = written.size() + open.size() > room;
                boolean refused = isFull || open.stream().anyMatch(bad::contains);
                if (!refused)
                    written.addAll(open);
                Operation operation = RetryFixture.put(RetryFixture.BALANCER,
                        open.stream().map(name -> "shop/" + name).toArray(String[]::new));
                bisector = bisector.after(operation, isFull ? FULL : refused ? REFUSED : APPLIED, cluster);
            }
        }
    }

    private static Set<String> planned(RejectionBisector bisector, ClusterState cluster) {
        ServiceDecisions services = bisector.stopping(ServiceDecisions.of(cluster));
        return services.all()
                .stream()
                .filter(service -> services.plans(service, Stage.TRAFFIC))
                .map(service -> service.key().name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static ClusterState cluster(String... names) {
        return new ClusterState(Stream.of(names).map(RetryFixture::service).toList(), Map.of(), List.of(), Set.of(), 0);
    }
}
