package io.azureccm.common.observe.orphan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.observe.endpoint.OrphansEndpoint;
import io.azureccm.common.observe.endpoint.ResponseFormat;
import io.azureccm.common.observe.metrics.OrphanMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is remembered of orphans, when they are told, and when they may be deleted. */
class OrphanRegisterTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<String> told = new ArrayList<>();

    @Test
    void theFirstLookComesSoonAndTheOthersAtTheInterval() {
        OrphanRegister register = register(false);
        assertThat(register.untilDue(START)).isEmpty();
        register.begin(START);
        assertThat(register.untilDue(START)).contains(Duration.ofMinutes(1));
        register.audited(List.of(), at(1));
        assertThat(register.untilDue(at(1))).contains(HOUR);
        register.failed(at(2));
        assertThat(register.untilDue(at(3))).contains(Duration.ZERO);
    }

    @Test
    void withoutAnIntervalNobodyLooks() {
        OrphanRegister register = OrphanRegister.off();
        register.begin(START);
        assertThat(register.untilDue(at(100))).isEmpty();
    }

    @Test
    void anOrphanIsToldOnceAndKnownSinceItsFirstLook() {
        OrphanRegister register = register(false);
        register.begin(START);
        register.audited(List.of(ip("a", false)), at(1));
        register.audited(List.of(ip("a", false), ip("b", false)), at(2));
        assertThat(told).containsExactly("a", "b");
        assertThat(register.state().orphans()).extracting(OrphanEntry::since).containsExactly(at(1), at(2));
        register.audited(List.of(ip("b", false)), at(3));
        register.audited(List.of(ip("a", false), ip("b", false)), at(4));
        assertThat(told).as("one that was gone and is back").containsExactly("a", "b", "a");
        assertThat(register.state().orphans()).extracting(OrphanEntry::since).containsExactly(at(4), at(2));
    }

    @Test
    void whatPlansShouldRemoveIsAnOrphanOnlyAfterItHasStayed() {
        OrphanRegister register = register(true);
        register.begin(START);
        register.audited(List.of(ip("a", true)), at(1));
        assertThat(register.audited(List.of(ip("a", true)), at(100))).isEmpty();
        assertThat(register.state().orphans()).isEmpty();
        assertThat(told).isEmpty();
        assertThat(register.audited(List.of(ip("a", true)), at(101))).hasSize(1);
        assertThat(told).containsExactly("a");
    }

    @Test
    void nothingIsDeletedUnlessAskedForConfirmedAndKnownForTheGraceTime() {
        OrphanRegister kept = register(false);
        kept.begin(START);
        kept.audited(List.of(ip("a", false)), at(1));
        assertThat(kept.audited(List.of(ip("a", false)), at(99))).isEmpty();

        OrphanRegister register = register(true);
        register.begin(START);
        assertThat(register.audited(List.of(ip("a", false)), at(1))).as("one look").isEmpty();
        assertThat(register.audited(List.of(ip("a", false)), at(24))).as("within the grace time").isEmpty();
        assertThat(register.audited(List.of(ip("a", false), member()), at(25))).extracting(OrphanEntry::audits)
                .containsExactly(3);
        register.end();
        register.begin(at(30));
        assertThat(register.audited(List.of(ip("a", false)), at(60))).as("a new leader begins anew").isEmpty();
    }

    @Test
    void whatIsAMachinesOwnIsNeverDeleted() {
        OrphanRegister register = register(true);
        register.begin(START);
        for (int hour = 1; hour < 60; hour++)
            assertThat(register.audited(List.of(member()), at(hour))).isEmpty();
        assertThat(register.state().orphans()).hasSize(1);
    }

    @Test
    void theMetricCountsByKindAndIsZeroWhereNobodyLeads() {
        OrphanRegister register = register(false);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        new OrphanMetrics(register).bindTo(meters);
        register.begin(START);
        register.audited(List.of(ip("a", false), ip("b", false)), at(1));
        assertThat(meters.get("controller.orphans").tag("kind", "publicIPAddress").gauge().value()).isEqualTo(2);
        assertThat(meters.get("controller.orphans").tag("kind", "route").gauge().value()).isZero();
        register.end();
        assertThat(meters.get("controller.orphans").tag("kind", "publicIPAddress").gauge().value()).isZero();
    }

    @Test
    void theListReadsAsTextAndAsJson() {
        OrphanRegister register = register(false);
        OrphansEndpoint endpoint = new OrphansEndpoint(register);
        assertThat(endpoint.orphans(ResponseFormat.TEXT, null).getBody()).asString().contains("has not scanned");
        register.begin(START);
        register.audited(List.of(ip("a", false)), at(1));
        assertThat(endpoint.orphans(ResponseFormat.JSON, "text").getBody()).isEqualTo("""
                1 orphans at 2026-01-01T01:00:00Z
                  publicIPAddress publicIPAddresses/a
                      belongs to the controller because of its tags; belonged to shop/web; since 2026-01-01T01:00:00Z
                """);
        assertThat(endpoint.orphans(ResponseFormat.JSON, null).getBody())
                .isEqualTo(new OrphansEndpoint.Response("2026-01-01T01:00:00Z", false,
                        List.of(new OrphansEndpoint.Item("publicIPAddress", id("a").toString(), "of its tags",
                                "shop/web", "2026-01-01T01:00:00Z", 1))));
        assertThat(new OrphansEndpoint(OrphanRegister.off()).orphans(ResponseFormat.TEXT, null).getBody()).asString()
                .startsWith("The scan for orphans is disabled");
    }

    private OrphanRegister register(boolean delete) {
        return new OrphanRegister(new OrphanPolicy(HOUR, delete, Duration.ofHours(24)),
                orphans -> orphans.forEach(orphan -> told.add(orphan.id().name())));
    }

    private static Instant at(int hour) {
        return START.plus(Duration.ofHours(hour));
    }

    private static ArmId id(String name) {
        return ArmId.of("s", "k8s", ArmTypes.PUBLIC_IP, name);
    }

    private static Orphan ip(String name, boolean leaving) {
        return new Orphan(Orphan.Kind.PUBLIC_IP, id(name), "of its tags", "shop/web", leaving);
    }

    private static Orphan member() {
        return new Orphan(Orphan.Kind.POOL_MEMBER, ArmId.of("s", "k8s", ArmTypes.NETWORK_INTERFACE, "nic"),
                "it is in a pool",
                "node n", true);
    }
}
