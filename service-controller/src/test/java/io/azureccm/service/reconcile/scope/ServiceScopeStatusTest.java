package io.azureccm.service.reconcile.scope;

import io.azureccm.service.reconcile.VirtualCluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.service.plan.Services;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a new leader finds and writes, and the conditions of Services turn by turn. */
class ServiceScopeStatusTest extends ServiceScopeFixture {
    @Test
    void newLeaderReadsEverythingAndWritesNothingWhenAllIsInPlace() {
        serve(cluster);
        List<String> calls = cluster.arm.log();
        List<String> writes = cluster.arm.writes();

        cluster.begin().loop.advance(Duration.ofSeconds(5));

        assertThat(cluster.arm.log()).hasSizeGreaterThan(calls.size());
        assertThat(cluster.arm.writes()).isEqualTo(writes);
        assertThat(cluster.written).containsExactly("web finalizer", "web [20.0.0.5]");
        assertThat(cluster.loop.known().requests().open()).isEmpty();
    }

    @Test
    void newLeaderTriesAtOnceWhatTheOneBeforeWaitedFor() {
        cluster.arm.fails("PUT", VirtualCluster.BALANCER, ArmException.Kind.FORBIDDEN);
        serve(cluster);
        assertThat(cluster.loop.known().memory().rejections().refused()).isNotEmpty();
        assertThat(cluster.written).containsExactly("web finalizer");

        cluster.begin().loop.settle();

        assertThat(cluster.loop.known().memory().rejections().refused()).isEmpty();
        assertThat(cluster.written).containsExactly("web finalizer", "web [20.0.0.5]");
    }

    @Test
    void nothingIsWrittenToAzureWhileItCannotBeReadAndItIsReadAgainAfterAPause() {
        cluster.arm.fails("LIST", ArmId.collection(VirtualCluster.BALANCER.subscription(),
                VirtualCluster.BALANCER.resourceGroup(), ArmTypes.LOAD_BALANCER), ArmException.Kind.FORBIDDEN);
        serve(cluster);
        cluster.loop.advance(Duration.ofMillis(1_900));
        assertThat(cluster.loop.known().azure().failure()).isPresent();
        assertThat(cluster.arm.writes()).isEmpty();

        cluster.loop.advance(Duration.ofMillis(200));

        assertThat(cluster.written).containsExactly("web finalizer", "web [20.0.0.5]");
    }

    @Test
    void addressThatTheApiDoesNotTakeIsWrittenAgainAfterAPauseAndAzureIsNotWrittenTwice() {
        cluster.refuseStatus(new IllegalStateException("409"));
        serve(cluster);
        List<String> writes = cluster.arm.writes();
        assertThat(cluster.written).containsExactly("web finalizer");

        cluster.refuseStatus(null);
        cluster.loop.advance(Duration.ofMillis(1_900));
        assertThat(cluster.written).containsExactly("web finalizer");
        cluster.loop.advance(Duration.ofMillis(200));

        assertThat(cluster.written).containsExactly("web finalizer", "web [20.0.0.5]");
        assertThat(cluster.arm.writes()).isEqualTo(writes);
    }

    @Test
    void conditionsOfAServiceThatConvergesComeWithItsAddressInOnePatch() {
        serve(cluster);

        assertThat(cluster.written).containsExactly("web finalizer", "web [20.0.0.5]");
        assertThat(cluster.conditions("web")).containsExactly("Accepted True", "Programmed True");
        assertThat(cluster.conditionsAlone).isEmpty();
    }

    @Test
    void failureThatPassesByItselfIsNotWrittenIntoConditions() {
        cluster.arm.fails("PUT", VirtualCluster.BALANCER, ArmException.Kind.CONFLICT);
        serve(cluster);
        cluster.loop.advance(Duration.ofSeconds(30));

        assertThat(cluster.conditions("web")).containsExactly("Accepted True", "Programmed True");
        assertThat(cluster.conditionsAlone).isEmpty();
    }

    @Test
    void conditionsOfAServiceThatAzureRefusesAreWrittenOnceForAllItsAttempts() {
        cluster.arm.forbidsLists("privateLinkServices");
        cluster.make(Services.named("web").port("TCP", 80).annotation("azure-pls-create", "true"));
        cluster.begin().loop.advance(Duration.ofHours(1));

        assertThat(cluster.conditionsAlone).hasSize(1);
        assertThat(cluster.conditions("web")).contains("Programmed False");
    }

    @Test
    void mistakeIsShownAtOnceAndConditionsAreRightAgainOnceItIsMended() {
        serve(cluster);
        cluster.replace(
                Services.named("web").port("TCP", 80).annotation("azure-load-balancer-tcp-idle-timeout", "soon"));
        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.conditions("web")).containsExactly("Accepted False", "Programmed False");

        cluster.replace(Services.named("web").port("TCP", 80));
        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.conditions("web")).containsExactly("Accepted True", "Programmed True");
        assertThat(cluster.conditionsAlone).containsExactly("web InvalidAnnotation NotAccepted",
                "web Accepted Programmed");
    }

    @Test
    void newLeaderWritesNoConditionsIntoServicesThatAreInOrderWithoutThem() {
        serve(cluster);
        cluster.withoutConditions("web");

        cluster.begin().loop.advance(Duration.ofHours(1));

        assertThat(cluster.conditions("web")).isEmpty();
        assertThat(cluster.conditionsAlone).isEmpty();
    }

    @Test
    void conditionOfAServiceThatIsBeingRemovedIsNoChangeOfIt() {
        serve(cluster);
        cluster.delete("web");
        cluster.arm.fails("DELETE", VirtualCluster.BALANCER, FakeArm.failure(ArmException.Kind.REJECTED, "No"), 1_000);
        cluster.loop.advance(Duration.ofMinutes(2));

        assertThat(cluster.conditions("web")).contains("Programmed False");
        assertThat(cluster.endOfEvents()).filteredOn("DeletingLoadBalancer"::equals).hasSize(1);
    }
}
