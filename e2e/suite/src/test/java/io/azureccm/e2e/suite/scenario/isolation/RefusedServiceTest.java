package io.azureccm.e2e.suite.scenario.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.faults.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Azure refuses for good to one Service harms nobody else; the page on isolation says what is measured here. */
class RefusedServiceTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration WITHIN = Duration.ofSeconds(15);
    private static final int NEW = 12;
    private static final int SHARERS = 30;

    private final IsolationScenario scenario = new IsolationScenario();

    @ParameterizedTest
    @EnumSource
    void othersConvergeAndTheRefusedServiceAloneIsTold(Refusal refusal) {
        try (scenario) {
            scenario.play(() -> {
                refusal.begin(scenario);
                Map<String, Optional<Duration>> after = scenario.othersChange();
                scenario.pauseUntil(MINUTE.multipliedBy(11));
                long first = scenario.refusedWrites(Duration.ZERO, MINUTE);
                long later = scenario.refusedWrites(MINUTE, MINUTE.multipliedBy(11));

                assertThat(after).allSatisfy((what, time) -> assertThat(time).hasValueSatisfying(
                        waited -> assertThat(waited).isLessThanOrEqualTo(WITHIN)));
                assertThat(first).isLessThanOrEqualTo(8);
                assertThat(later).isLessThanOrEqualTo(10);
                assertThat(scenario.told().keySet()).isEqualTo(refusal.named());
                assertThat(scenario.told().values()).allMatch(reason -> reason.contains(refusal.code()));
                assertThat(scenario.problems()).isEmpty();
                IsolationPage.assertShows(refusal.title(), refusal.before(),
                        IsolationPage.all(List.of(after.get("new"), after.get("changed"), after.get("deleted"),
                                after.get("narrowed"))),
                        first + ", " + later, refusal.named().isEmpty() ? "nobody" : "that Service");
            });
        }
    }

    @Test
    void publicIpKeepsItsOwnerWhateverTagsASharerAsksFor() {
        try (scenario) {
            scenario.play(() -> {
                JsonNode before = tagsOfIdle();
                Refusal.TAGS_OF_OWNERSHIP.begin(scenario);
                scenario.await("the shared address", () -> scenario.isServed("bad"));
                scenario.pauseUntil(MINUTE);

                assertThat(tagsOfIdle().path("k8s-azure-service").asText()).isEqualTo("default/idle,default/bad");
                assertThat(tagsOfIdle().path("k8s-azure-cluster-name"))
                        .isEqualTo(before.path("k8s-azure-cluster-name"));
            });
        }
    }

    private JsonNode tagsOfIdle() {
        return scenario.simulation().azure().resource(scenario.publicIpOf("idle")).orElseThrow().path("tags");
    }

    @Test
    void lockIsToldToEverybodyAndNobodyIsSearched() {
        try (scenario) {
            scenario.play(() -> {
                scenario.refuse(Fault.lock(group(), false));
                IntStream.range(0, NEW).forEach(i -> scenario.apply("more-" + i, 8200 + i, Map.of()));
                Map<String, Optional<Duration>> during = scenario.othersChange();
                scenario.pauseUntil(MINUTE.multipliedBy(11));
                long first = scenario.refusedWrites(Duration.ZERO, MINUTE);
                long later = scenario.refusedWrites(MINUTE, MINUTE.multipliedBy(11));

                assertThat(during.values()).allMatch(Optional::isEmpty);
                // Each public IP is a resource of its own and tried once; then one write at a time finds out whether it is over.
                assertThat(first).isLessThanOrEqualTo(NEW + 1 + 8);
                assertThat(later).isLessThanOrEqualTo(10);
                assertThat(scenario.told()).hasSizeGreaterThan(NEW)
                        .allSatisfy((service, reason) -> assertThat(reason).contains("ScopeLocked"));
                assertThat(scenario.problems()).isEmpty();

                scenario.refuseNothing();
                scenario.await("all are served",
                        () -> IntStream.range(0, NEW).allMatch(i -> scenario.isServed("more-" + i)));
                assertThat(scenario.awaitChanges().values()).allMatch(Optional::isPresent);
                IsolationPage.assertShows("`ScopeLocked` on the resource group, with 12 new Services",
                        "87 refused writes in 40 s", "within 5 minutes after the lock", first + ", " + later,
                        "all that wait");
            });
        }
    }

    @Test
    void publicIpServesAsManySharersAsItsTagCanName() {
        try (scenario) {
            scenario.play(() -> {
                scenario.begin();
                String address = scenario.addresses("idle").getFirst();
                IntStream.range(0, SHARERS)
                        .forEach(i -> scenario.apply("share-" + i, 8200 + i,
                                Map.of("azure-load-balancer-ipv4", address)));
                Map<String, Optional<Duration>> after = scenario.othersChange();
                scenario.pauseUntil(MINUTE.multipliedBy(11));
                long refused = scenario.refusedWrites(Duration.ZERO, MINUTE.multipliedBy(11));
                List<String> served = IntStream.range(0, SHARERS)
                        .mapToObj(i -> "share-" + i)
                        .filter(scenario::isServed)
                        .toList();

                assertThat(after).allSatisfy((what, time) -> assertThat(time).isPresent());
                assertThat(refused).isZero();
                assertThat(scenario.told()).hasSize(SHARERS - served.size())
                        .allSatisfy(
                                (service, reason) -> assertThat(reason).contains("256 characters", "azure-pip-name"));
                assertThat(scenario.problems()).isEmpty();
                IsolationPage.assertShows(
                        "31 Services that share one public IP, whose tag names them in 256 characters",
                        "0 of 30 served, ports of others not written in 40 s, 149 refused writes",
                        served.size() + " of 30 served; " + IsolationPage.seconds(after.get("changed")) + " for others",
                        "0, 0", "the " + scenario.told().size() + " youngest");
            });
        }
    }

    private String group() {
        return "/subscriptions/" + scenario.simulation().infrastructure().subscription() + "/resourceGroups/"
                + scenario.simulation().infrastructure().resourceGroup();
    }
}
