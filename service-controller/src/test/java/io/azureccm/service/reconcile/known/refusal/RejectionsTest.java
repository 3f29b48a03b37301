package io.azureccm.service.reconcile.known.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.refusal.RefusalSearch;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.reconcile.turn.RetryFixture;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RejectionsTest extends RejectionsFixture {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void twoBadServicesAmongManyAreFoundInFewTurnsAndTheOthersAreWritten(long seed) {
        List<String> names = new ArrayList<>(
                IntStream.range(100, 228).mapToObj(number -> "s" + number).toList());
        Collections.shuffle(names, new Random(seed));
        Trial trial = new Trial(names, Set.copyOf(names.subList(0, 2)));

        trial.run();

        assertThat(trial.rejections.refused()).containsOnly("uid-" + names.get(0), "uid-" + names.get(1));
        assertThat(trial.written).hasSize(126);
        assertThat(trial.turns).as("writes for 128 Services").isLessThanOrEqualTo(4 * 7 + 2);
    }

    @Test
    void everyServiceIsFoundWhenAzureRefusesAllOfThem() {
        List<String> names = IntStream.range(10, 26).mapToObj(number -> "s" + number).toList();
        Trial trial = new Trial(names, Set.copyOf(names));

        trial.run();

        assertThat(trial.rejections.refused()).hasSize(16);
        assertThat(trial.written).isEmpty();
    }

    @Test
    void whereALimitHasNoRoomForOneServiceTheOthersAreNotTriedOneByOne() {
        List<String> names = IntStream.range(100, 300).mapToObj(number -> "s" + number).toList();
        Trial trial = new Trial(names, Set.of(), 120);

        trial.run();

        assertThat(trial.written).hasSize(120);
        assertThat(trial.rejections.refused()).hasSize(80)
                .allSatisfy(uid -> assertThat(trial.rejections.reason(uid).orElseThrow().code())
                        .isEqualTo("RuleCountLimitReached"));
        assertThat(trial.turns).as("writes, of which each of the 80 would be one").isLessThanOrEqualTo(2 * 8);
    }

    @Test
    void whoAsksForFewerRulesThanTheOneThatFoundNoRoomIsTriedAllTheSame() {
        ServiceSpec large = RetryFixture.service("a", 80, 443);
        ClusterState cluster = new ClusterState(
                List.of(large, RetryFixture.service("b"), RetryFixture.service("c", 80, 81, 82)), Map.of(), List.of(),
                Set.of(), 0);
        Operation all = RetryFixture.put(RetryFixture.BALANCER, "shop/a", "shop/b", "shop/c");

        Rejections found = after(after(after(Rejections.NONE, all, FULL, cluster),
                RetryFixture.put(RetryFixture.BALANCER, "shop/a", "shop/b"), FULL, cluster),
                RetryFixture.put(RetryFixture.BALANCER, "shop/a"), FULL, cluster);

        assertThat(found.refused()).containsOnly("uid-a", "uid-c");
        assertThat(found.reason("uid-c").orElseThrow().message()).isEqualTo(
                "it exceeds the limit too: Azure has just refused shop/a, which needs no more rules: 300 are there");
        assertThat(planned(found, cluster)).containsExactly("b");
    }

    @Test
    void othersAreNotToldWhyAServiceIsRefusedButThatTheyWait() {
        Rejections halved = after(Rejections.NONE, write, REFUSED, four);

        assertThat(planned(halved, four)).containsExactly("a", "b");
        ServiceDecisions services = halved.stopping(ServiceDecisions.of(four), NOW);
        assertThat(services.all()).filteredOn(service -> services.stop(service).isPresent())
                .extracting(service -> services.stop(service).get().refusal())
                .allSatisfy(refusal -> {
                    assertThat(refusal.code()).isEqualTo(Rejections.NOT_TRIED_YET);
                    assertThat(refusal.message()).contains("loadBalancers/kubernetes").doesNotContain("port 0");
                });
    }

    @Test
    void refusedServiceHasAzuresReason() {
        Rejections found = after(Rejections.NONE, RetryFixture.put(RetryFixture.BALANCER, "shop/a"), REFUSED, four);

        ServiceDecisions services = found.stopping(ServiceDecisions.of(four), NOW);
        assertThat(services.stop(services.all().getFirst()).orElseThrow().refusal().message())
                .isEqualTo("port 0 is not possible");
    }

    /** Azure keeps a security group broken after a failed write: everybody waits for the one that repairs it. */
    @Test
    void acceptedWriteThatARefusedServiceOnlyDependsOnDoesNotLetItTryAgain() {
        Operation alone = RetryFixture.put(GROUP, "shop/a");
        Rejections found = after(Rejections.NONE, alone, REFUSED, four);

        Rejections repaired = after(found, RetryFixture.put(GROUP, "shop/a", "shop/b"), APPLIED, four);
        assertThat(repaired.refused()).containsOnly("uid-a");

        Rejections retried = repaired.retrying(Set.of("uid-a"), LATER);
        assertThat(retried.refused()).isEmpty();
        assertThat(after(retried, alone, APPLIED, four).searches()).isEmpty();
    }

    @Test
    void refusalsOfAPublicIpOfOneServiceCountAlthoughOtherContentIsAcceptedBetweenThem() {
        Operation address = RetryFixture.put(RetryFixture.ADDRESS, "shop/a");
        Rejections next = Rejections.NONE;
        for (int i = 0; i < 4; i++)
            next = after(next, address, REFUSED, four);
        next = after(next, address, new Outcome.Applied(null), four);
        for (int i = 0; i < 3; i++)
            next = after(next, address, REFUSED, four);

        assertThat(next.waits(address, NOW)).isPresent();
        assertThat(next.refused()).isEmpty();
    }

    @Test
    void removalThatAzureRefusesIsLeftOutSoThatOthersAreWritten() {
        ServiceSpec gone = RetryFixture.service("c").gone();
        ClusterState cluster = new ClusterState(List.of(RetryFixture.service("a"), gone), Map.of(), List.of(),
                Set.of(), 0);
        Operation removal = RetryFixture.put(RetryFixture.BALANCER, "shop/c").removingFor(Set.of("shop/c"));

        Rejections found = after(Rejections.NONE, removal, REFUSED, cluster);

        ServiceDecisions services = found.stopping(ServiceDecisions.of(cluster), NOW);
        assertThat(services.removes(gone, Stage.TRAFFIC)).isFalse();
        assertThat(services.removes(gone, Stage.ACCESS)).isTrue();
        assertThat(services.isPlanned(gone.baseName())).isFalse();
        assertThat(services.stop(gone).orElseThrow().refusal().message()).isEqualTo("port 0 is not possible");
    }

    @Test
    void serviceWhoseFrontendAzureNamesIsRefusedAtOnce() {
        Outcome inUse = new Outcome.Rejected(400, "PrivateIPAddressIsAllocated",
                "IP configuration " + RetryFixture.BALANCER
                        + "/frontendIPConfigurations/" + four.services().get(2).baseName() + " is using ...");

        Rejections found = after(Rejections.NONE, withFrontends(four), inUse, four);

        assertThat(found.refused()).containsOnly("uid-c");
        assertThat(planned(found, four)).containsExactly("a", "b", "d");
    }

    private Operation withFrontends(ClusterState cluster) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        cluster.services()
                .forEach(service -> body.withObject("/properties")
                        .withArray("frontendIPConfigurations")
                        .addObject()
                        .put("name", service.baseName()));
        return Operation.put(RetryFixture.BALANCER, body, "", List.of()).forSubjects(write.subjects());
    }

    static Stream<Outcome> outcomesThatBlameNobody() {
        return Stream.of(new Outcome.Rejected(401, "ExpiredToken", "expired"),
                new Outcome.Rejected(403, "AuthorizationFailed", "not allowed"), LOCKED,
                new Outcome.Rejected(409, "ReadOnlyDisabledSubscription", "disabled"), new Outcome.Conflict("412"),
                new Outcome.Unknown("lost"), new Outcome.Throttled(Instant.EPOCH, "busy"), APPLIED);
    }

    @ParameterizedTest
    @MethodSource("outcomesThatBlameNobody")
    void nobodyIsSearchedWhenTheOutcomeIsNotAboutOneOfThem(Outcome outcome) {
        assertThat(after(Rejections.NONE, write, outcome, four).searches()).isEmpty();
    }

    @Test
    void nobodyIsSearchedWhenTheWriteWasNotForManyTogether() {
        Operation address = RetryFixture.put(RetryFixture.ADDRESS, "shop/a");
        Operation deletion = Operation.delete(RetryFixture.BALANCER, List.of()).forSubjects(Set.of("shop/a", "shop/b"));

        assertThat(after(Rejections.NONE, address, REFUSED, four).searches()).isEmpty();
        assertThat(after(Rejections.NONE, deletion, REFUSED, four).searches()).isEmpty();
    }

    @Test
    void serviceKeepsItsLoadBalancerWhenOnlyTheSecurityGroupIsRefusedForIt() {
        Rejections found = after(Rejections.NONE, RetryFixture.put(GROUP, "shop/a"), REFUSED, four);

        ServiceDecisions services = found.stopping(ServiceDecisions.of(four), NOW);
        assertThat(services.plans(services.all().getFirst(), Stage.TRAFFIC)).isTrue();
        assertThat(services.plans(services.all().getFirst(), Stage.ACCESS)).isFalse();
    }

    @Test
    void sharerOfAPublicIpThatAzureRefusesIsStoppedAtItsAddress() {
        Rejections found = after(after(Rejections.NONE, RetryFixture.put(RetryFixture.ADDRESS, "shop/a", "shop/b"),
                REFUSED, four), RetryFixture.put(RetryFixture.ADDRESS, "shop/a"), APPLIED, four);

        ServiceDecisions services = found.stopping(ServiceDecisions.of(four), NOW);
        assertThat(found.refused()).isEmpty();
        assertThat(services.plans(services.all().get(1), Stage.ADDRESS)).isTrue();
        Rejections one = found.next(Set.of(), Set.of(), Set.of(), NOW);
        assertThat(one.searches()).isEmpty();
    }

    @Test
    void writesOfAResourceWaitAfterEightRefusalsAndRemovalsHaveTheLastAttempt() {
        Rejections seven = Rejections.NONE;
        for (int i = 1; i < RefusedWrites.BURST; i++)
            seven = after(seven, RetryFixture.put(RetryFixture.BALANCER, "shop/x" + i), REFUSED, four);

        assertThat(seven.waits(write, NOW)).contains(NOW.plusSeconds(60));
        assertThat(seven.waits(write.removingFor(write.subjects()), NOW)).isEmpty();
        assertThat(seven.waits(RetryFixture.put(GROUP, "shop/a"), NOW)).isEmpty();
    }

    @Test
    void lockOfAGroupConcernsAllItsResourcesAndIsProbedByOneWrite() {
        Operation address = RetryFixture.put(RetryFixture.ADDRESS, "shop/a");
        Operation other = RetryFixture.put(OTHER_ADDRESS, "shop/b");

        Rejections locked = after(Rejections.NONE, address, LOCKED, four);

        assertThat(locked.scopes().of(other).orElseThrow().due()).isEqualTo(NOW.plusSeconds(2));
        assertThat(locked.scopes().isShared(other, address)).isTrue();
        assertThat(locked.scopes().of(Operation.delete(OTHER_ADDRESS, List.of()))).isEmpty();
        assertThat(after(locked, other, APPLIED, four).scopes()).isEqualTo(ScopeBlocks.NONE);
    }

    @Test
    void parallelRefusalsForOneLockGrowTheWaitOnce() {
        Rejections locked = after(
                after(Rejections.NONE, RetryFixture.put(RetryFixture.ADDRESS, "shop/a"), LOCKED, four),
                RetryFixture.put(OTHER_ADDRESS, "shop/b"), LOCKED, four);

        assertThat(locked.scopes().of(write).orElseThrow().due()).isEqualTo(NOW.plusSeconds(2));
    }

    /** A record is replayed in another process, where the order of a hash table is another one. */
    @Test
    void serviceThatIsRefusedOnSeveralResourcesIsToldOfTheFirst() {
        Map<ArmId, RefusalSearch> searches = IntStream.range(100, 112)
                .mapToObj(number -> ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "lb-" + number))
                .collect(Collectors.toMap(id -> id, id -> RefusalSearch.NONE.found(Set.of("uid-a"),
                        new Outcome.Rejected(400, "BadPort", id.name()), NOW)));
        Rejections rejections = new Rejections(searches, ScopeBlocks.NONE, RefusedWrites.NONE);

        ServiceDecisions services = rejections.stopping(ServiceDecisions.of(four), NOW);

        ServiceSpec refused = services.all()
                .stream()
                .filter(each -> each.uid().equals("uid-a"))
                .findFirst()
                .orElseThrow();
        assertThat(services.stop(refused).orElseThrow().refusal().message()).contains("lb-100");
    }

    @Test
    void serviceThatIsGoneIsForgotten() {
        Rejections found = after(Rejections.NONE, RetryFixture.put(RetryFixture.BALANCER, "shop/a"), REFUSED, four);

        assertThat(found.keeping(Set.of("uid-b")::contains).searches()).isEmpty();
    }
}
