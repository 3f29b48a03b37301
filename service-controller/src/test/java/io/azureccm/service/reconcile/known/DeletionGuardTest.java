package io.azureccm.service.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The finalizer of a Service is removed only once Azure cannot have shown a state from before its last writes. */
class DeletionGuardTest {
    private static final Duration SETTLE = Duration.ofSeconds(15);
    private static final ArmId PUBLIC = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId ADDRESS = ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "kubernetes-a1");
    private static final ArmId INTERNAL = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes-internal");

    private static final Outcome APPLIED = new Outcome.Applied(ArmJson.object());

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private DeletionGuard guard = DeletionGuard.begin(now);

    static Stream<Outcome> troubles() {
        return Stream.of(new Outcome.Unknown("lost"), new Outcome.Conflict("412"),
                new Outcome.Rejected(409, "InternalServerError", "failed"),
                new Outcome.Throttled(Instant.EPOCH, "busy"));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void serviceIsKeptUntilWhatABadWriteMayHaveMadeMustShow(Outcome outcome) {
        ledLongAgo();
        make(PUBLIC, outcome, "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).contains(now.plus(SETTLE));
        assertThat(guard.until("shop/other", SETTLE)).isEmpty();
        advance(Duration.ofSeconds(14), false, "web");
        assertThat(guard.until("shop/web", SETTLE)).contains(now.plusSeconds(1));
        advance(Duration.ofSeconds(1), true, "web");
        assertThat(guard.until("shop/web", SETTLE)).isEmpty();
        advance(Duration.ofSeconds(1), false, "web");
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void deletionThatWentWrongBringsWhatWasJustMadeIntoDoubt(Outcome outcome) {
        ledLongAgo();
        Instant made = now;
        make(PUBLIC, APPLIED, "shop/web");
        advance(Duration.ofSeconds(5), false, "web");
        delete(PUBLIC, outcome, "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).contains(made.plus(SETTLE));
        advance(Duration.ofSeconds(10), true, "web");
        assertThat(guard.until("shop/web", SETTLE)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void whatIsAbsentAfterABadDeletionIsGoneWhenItWasMadeLongAgo(Outcome outcome) {
        ledLongAgo();
        make(PUBLIC, APPLIED, "shop/web");
        now = now.plus(SETTLE);
        advance(Duration.ZERO, false, "web");
        delete(PUBLIC, outcome, "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).isEmpty();
    }

    @Test
    void goodWriteOfTheSameResourceSettlesWhatWentWrongBefore() {
        ledLongAgo();
        make(PUBLIC, new Outcome.Unknown("lost"), "shop/web");
        make(INTERNAL, APPLIED, "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).isPresent();
        make(PUBLIC, APPLIED, "shop/other");
        assertThat(guard.until("shop/web", SETTLE)).isEmpty();
    }

    /** Nothing is known that could be shown instead of a list from before the write. */
    @Test
    void serviceIsKeptUntilWhatAConfirmedWriteWithoutABodyMadeMustShow() {
        ledLongAgo();
        make(PUBLIC, new Outcome.Applied(null), "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).contains(now.plus(SETTLE));
    }

    @Test
    void whatWasNotSentLeavesNoDoubt() {
        ledLongAgo();
        make(PUBLIC, new Outcome.NotAttempted(Outcome.NotAttempted.Reason.PREREQUISITE_FAILED, "first"), "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).isEmpty();
    }

    @Test
    void leaderWaitsForWhatAnotherMayHaveWrittenJustBefore() {
        Instant begun = now;
        advance(Duration.ofSeconds(3), false, "web");
        assertThat(guard.until("shop/web", SETTLE)).contains(begun.plus(SETTLE));
        advance(Duration.ofSeconds(12), true, "web");
        assertThat(guard.until("shop/web", SETTLE)).isEmpty();
        advance(Duration.ofSeconds(1), false, "web");
        guard = DeletionGuard.begin(now);
        assertThat(guard.until("shop/web", SETTLE)).as("it leads again").contains(now.plus(SETTLE));
    }

    @Test
    void leaderThatDeletedThePublicIpItselfDoesNotWait() {
        Instant begun = now;
        advance(Duration.ofSeconds(3), false, "web");
        delete(PUBLIC, new Outcome.Applied(null), "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).as("a list may still hide the public IP")
                .contains(begun.plus(SETTLE));
        delete(ADDRESS, new Outcome.Applied(null), "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).isEmpty();
        assertThat(guard.until("shop/other", SETTLE)).isPresent();
    }

    @Test
    void leaderThatMadeTheFrontendOfAnInternalServiceWaits() {
        Instant begun = now;
        refreshes(internal());
        make(INTERNAL, APPLIED, "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).as("another frontend of it may exist").contains(begun.plus(SETTLE));
        delete(INTERNAL, new Outcome.Applied(null), "shop/web");
        assertThat(guard.until("shop/web", SETTLE)).isEmpty();
    }

    @Test
    void serviceThatStaysNeedsNoNewReading() {
        ledLongAgo();
        make(PUBLIC, new Outcome.Unknown("lost"), "shop/web");
        now = now.plus(SETTLE);
        assertThat(refreshes(clusterState("web", true))).isFalse();
        assertThat(refreshes(clusterState("web", false))).isTrue();
    }

    /** Machines come and go, and the last write of some of them fails because they are gone. */
    @Test
    void nothingIsRememberedOfBadWritesThatLeaveNoServiceInDoubt() {
        ledLongAgo();
        delete(PUBLIC, new Outcome.Conflict("404"), "shop/web");
        make(ADDRESS, new Outcome.Unknown("lost"), "shop/gone");
        make(INTERNAL, new Outcome.Unknown("lost"), "shop/web");
        refreshes(clusterState("web", true));
        assertThat(guard.wrong()).containsExactly(INTERNAL);
        assertThat(guard.until("shop/web", SETTLE)).isPresent();
    }

    private void ledLongAgo() {
        advance(SETTLE, true, "gone");
    }

    private void advance(Duration later, boolean readsAnew, String leaving) {
        now = now.plus(later);
        assertThat(refreshes(clusterState(leaving, false))).isEqualTo(readsAnew);
    }

    /** Whether everything is to be read again. */
    private boolean refreshes(ClusterState cluster) {
        DeletionGuard.Refresh refresh = guard.refreshBegins(cluster, SETTLE, now);
        guard = refresh.guard();
        return refresh.readsAnew();
    }

    private void make(ArmId target, Outcome outcome, String subject) {
        ended(Operation.put(target, ArmJson.object(), "",
                List.of(Change.add(Change.RESOURCE, target.name(), Cause.of("FirstFrontend")))), outcome, subject);
    }

    private void delete(ArmId target, Outcome outcome, String subject) {
        ended(Operation.delete(target,
                List.of(Change.remove(Change.RESOURCE, target.name(), Cause.of("Unused")))), outcome, subject);
    }

    private void ended(Operation operation, Outcome outcome, String subject) {
        guard = guard.ended(operation.forSubjects(Set.of(subject)), outcome, now);
    }

    private static ClusterState internal() {
        return new ClusterState(List.of(service("web",
                Map.of("service.beta.kubernetes.io/azure-load-balancer-internal", "true"))), Map.of(), List.of(),
                Set.of(), 1);
    }

    /** {@code wanted}: false for a Service that is being deleted. */
    private static ClusterState clusterState(String name, boolean wanted) {
        ServiceSpec service = service(name, Map.of());
        return new ClusterState(List.of(wanted ? service : service.gone()), Map.of(), List.of(), Set.of(), 1);
    }

    private static ServiceSpec service(String name, Map<String, String> annotations) {
        return new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE))
                .parse(new ServiceBuilder().withNewMetadata()
                        .withName(name)
                        .withNamespace("shop")
                        .withUid("uid-" + name)
                        .withAnnotations(annotations)
                        .endMetadata()
                        .withNewSpec()
                        .withType("LoadBalancer")
                        .addNewPort()
                        .withPort(80)
                        .withProtocol("TCP")
                        .endPort()
                        .endSpec()
                        .build(), 1);
    }
}
