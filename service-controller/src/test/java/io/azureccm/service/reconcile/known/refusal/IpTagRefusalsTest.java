package io.azureccm.service.reconcile.known.refusal;

import io.azureccm.service.plan.context.ServiceDecisions;
import java.util.Map;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.reconcile.turn.RetryFixture;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IpTagRefusalsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Outcome REFUSED = new Outcome.Rejected(400, "PublicIPAddressCannotBeDeleted", "in use");
    private static final Outcome LOST = new Outcome.Unknown("lost");
    private static final String UID = Services.uid("a");

    private final ClusterState cluster = cluster(tagged("A=2"));
    private final ServiceDecisions asked = ServiceDecisions.of(cluster);
    private final Operation replacement = deletion(PublicIpPlanner.IP_TAGS_CHANGED);
    private final IpTagRefusals refused = IpTagRefusals.NONE.after(replacement, REFUSED, cluster, NOW.plusSeconds(2));
    private final IpTagRefusals lost = IpTagRefusals.NONE.after(replacement, LOST, cluster, NOW.plusSeconds(2));

    @Test
    void serviceKeepsItsPublicIpWithItsTagsWhenAzureDoesNotLetGoOfIt() {
        ServiceDecisions services = refused.keeping(asked);

        assertThat(services.ipTags(tagged("A=2"))).isEmpty();
        assertThat(asked.ipTags(tagged("A=2"))).contains(Map.of("A", "2"));
        assertThat(services.notices().get(UID)).anySatisfy(
                notice -> assertThat(notice.toString()).contains("IPTagsNotChanged", "could not be deleted: "));
    }

    @Test
    void serviceAsksForItsTagsAsBeforeWhenNothingWasRefused() {
        assertThat(IpTagRefusals.NONE.keeping(asked)).isSameAs(asked);
        ClusterState other = cluster("b", "A=2");
        assertThat(refused.keeping(ServiceDecisions.of(other)).ipTags(other.services().getFirst()))
                .contains(Map.of("A", "2"));
    }

    @Test
    void refusalForGoodLastsUntilTheServiceAsksForSomethingElse() {
        assertThat(refused.nextDue()).isEmpty();
        assertThat(refused.postponed(UID)).isEmpty();
        assertThat(refused.upToDate(cluster, NOW.plusSeconds(100_000))).isSameAs(refused);

        assertThat(refused.upToDate(cluster(tagged("A=3")), NOW).refused()).isEmpty();
        assertThat(refused.upToDate(cluster(), NOW).refused()).as("the Service is gone").isEmpty();
    }

    @Test
    void deletionThatMerelyWentWrongIsTriedAgainAfterAWhile() {
        assertThat(lost.nextDue()).contains(NOW.plusSeconds(2));
        assertThat(lost.postponed(UID).orElseThrow()).contains("could not be deleted", "lost");
        assertThat(lost.upToDate(cluster, NOW.plusMillis(1_999))).isSameAs(lost);

        assertThat(lost.upToDate(cluster, NOW.plusSeconds(2)).refused()).isEmpty();
    }

    @Test
    void publicIpsAreLeftAloneForAWhileWhenTheStatusCouldNotBeWritten() {
        IpTagRefusals postponed = IpTagRefusals.NONE.postponed(cluster.services().getFirst(), "409",
                NOW.plusSeconds(2));

        assertThat(postponed.postponed(UID)).contains("409");
        assertThat(postponed.upToDate(cluster, NOW.plusSeconds(2)).refused()).isEmpty();
    }

    static Stream<Outcome> outcomesThatKeepNothing() {
        return Stream.of(new Outcome.Applied(null), new Outcome.NoChange(),
                new Outcome.NotAttempted(Reason.NOT_LEADER, "not the leader"));
    }

    @ParameterizedTest
    @MethodSource("outcomesThatKeepNothing")
    void tagsAreStillAskedForWhenTheDeletionWasNotRefused(Outcome outcome) {
        assertThat(IpTagRefusals.NONE.after(replacement, outcome, cluster, NOW)).isEqualTo(IpTagRefusals.NONE);
    }

    @Test
    void tagsAreStillAskedForWhenThePublicIpWasToGoForAnotherReason() {
        assertThat(IpTagRefusals.NONE.after(deletion("NotWanted"), REFUSED, cluster, NOW))
                .isEqualTo(IpTagRefusals.NONE);
    }

    @Test
    void tagsThatAPublicIpWasCreatedWithAreKnownUntilItIsDeleted() {
        ObjectNode body = World.json("{\"properties\": {\"ipTags\": [{\"ipTagType\": \"A\", \"tag\": \"2\"}]}}");
        Operation creation = Operation.put(RetryFixture.ADDRESS, body, "",
                List.of(Change.create(RetryFixture.ADDRESS, Cause.of("ServiceAdded"))));
        Outcome done = new Outcome.Applied(null);

        assertThat(IpTagRefusals.NONE.after(creation, LOST, cluster, NOW).sent()).isEmpty();
        IpTagRefusals sent = IpTagRefusals.NONE.after(creation, done, cluster, NOW);
        assertThat(sent.sent()).containsOnly(Map.entry(RetryFixture.ADDRESS, Map.of("A", "2")));
        assertThat(sent.after(replacement, done, cluster, NOW).sent()).isEmpty();
    }

    @Test
    void serviceThatIsBeingRemovedKeepsNoTags() {
        ClusterState leaving = cluster(tagged("A=2").gone());

        assertThat(IpTagRefusals.NONE.after(replacement, REFUSED, leaving, NOW)).isEqualTo(IpTagRefusals.NONE);
    }

    private static Operation deletion(String reason) {
        return Operation.delete(RetryFixture.ADDRESS,
                List.of(Change.remove(Change.RESOURCE, RetryFixture.ADDRESS.name(), Cause.of(reason))))
                .forSubjects(Set.of("shop/a"));
    }

    private static ServiceSpec tagged(String tags) {
        return cluster("a", tags).services().getFirst();
    }

    private static ClusterState cluster(String name, String tags) {
        return cluster(new World(0)
                .service(Services.named(name).port("TCP", 80).annotation("azure-pip-ip-tags", tags).yaml()));
    }

    private static ClusterState cluster(ServiceSpec... services) {
        return new ClusterState(List.of(services), Map.of(), List.of(), Set.of(), 0);
    }
}
