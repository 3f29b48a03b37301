package io.azureccm.service.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.service.informer.EndpointIndex;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is written to a Service and told of it for each result, and what the loop learns of the write. */
class StatusWriterTest {
    private static final ServiceResult FAILURE = new ServiceResult.Failed("no", RetryReason.FAILED,
            ServiceReason.LOCKED);
    private static final ServiceWrite.Before NOTHING = before(Optional.empty(), Optional.empty());
    private static final ServiceResult READY = new ServiceResult.Ready(List.of("20.0.0.1"));

    private final VirtualClock clock = new VirtualClock();
    private final HeardEvents heard = new HeardEvents();
    private final ServiceEvents events = new ServiceEvents(heard.recorder(), Redaction.of(List.of()));
    private final ServiceIndex index = new ServiceIndex(
            new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                    TenantPolicy.DEFAULT, LoadBalancerClass.NONE)),
            new NodeFactsParser("k8s", Set.of(), DrainPolicy.NONE, node -> Optional.empty()),
            new EndpointIndex(
                    CloudConfigParser.parse(new ConfigLayer("azure.json", "{}"), Map.of()).orThrow().loadBalancer()),
            changed -> {});
    private final List<String> written = new ArrayList<>();
    private final StatusWriter writer = new StatusWriter(index, new Api(), events,
            new ServiceConditions(ConditionOptions.ON, Redaction.of(List.of())), clock);
    /** Writes that the API refuses, such as {@code finalizer}. */
    private Set<String> refused = Set.of();

    private final class Api implements ServiceWriter {
        @Override
        public boolean addFinalizer(Service service) {
            accept("finalizer", "");
            return index.entry("u").filter(entry -> !entry.vanished()).isPresent();
        }

        @Override
        public void removeFinalizer(Service service) {
            accept("no finalizer", "");
        }

        @Override
        public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
            accept("status", " " + ServiceSpecParser.statusIps(service) + " -> " + addresses);
            return "7";
        }

        private void accept(String what, String detail) {
            if (refused.contains(what))
                throw new IllegalStateException("403");
            written.add(what + detail);
        }
    }

    StatusWriterTest() {
        events.begin();
        index.lead();
    }

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void servedServiceGetsItsAddressesAndTheLoopLearnsWhatTheWatchDoesNotShowYet() {
        index.serviceListener().added(StatusFixture.withAddresses());
        ServiceWrite write = writer.write("u", READY, Optional.empty(), NOTHING);
        assertThat(written).containsExactly("status [] -> [20.0.0.1]");
        assertThat(write.problem()).isEmpty();
        assertThat(write.status()).hasValueSatisfying(status -> {
            assertThat(status.addresses()).containsExactly("20.0.0.1");
            assertThat(status.over()).isEqualTo("1");
            assertThat(status.version()).isEqualTo("7");
            assertThat(status.at()).isEqualTo(clock.instant());
        });
        assertThat(told()).as("nothing had been announced").isEmpty();
    }

    @Test
    void workThatWasAnnouncedEndsWithAnEvent() {
        index.serviceListener().added(StatusFixture.withAddresses());
        Instant began = clock.instant().minusSeconds(3);
        ServiceWrite write = writer.write("u", READY, Optional.of(List.of("node")),
                before(Optional.empty(), Optional.of(began)));
        assertThat(write.ended()).contains(began);
        assertThat(told()).containsExactly("EnsuredLoadBalancer 1");
    }

    @Test
    void changeOfNodesAloneIsToldAsOne() {
        index.serviceListener().added(StatusFixture.withAddresses("20.0.0.1"));
        ServiceWrite write = writer.write("u", READY, Optional.of(List.of("node")), NOTHING);
        assertThat(write.ended()).isEmpty();
        assertThat(told()).containsExactly("UpdatedLoadBalancer 1");
    }

    @Test
    void whatWasWrittenBeforeCountsAlthoughTheWatchDoesNotShowIt() {
        index.serviceListener().added(StatusFixture.withAddresses());
        Optional<StatusWrite> before = writer.write("u", READY, Optional.empty(), NOTHING).status();
        ServiceWrite write = writer.withdraw("u", List.of(), before);
        assertThat(written).containsExactly("status [] -> [20.0.0.1]", "status [20.0.0.1] -> []");
        assertThat(write.status()).as("the watch shows no address, but may not show this write").isPresent();
    }

    @Test
    void nothingIsRememberedThatTheWatchShowsAlready() {
        index.serviceListener().added(StatusFixture.withAddresses());
        assertThat(writer.withdraw("u", List.of(), Optional.empty()).status()).isEmpty();
    }

    @Test
    void serviceThatIsNoLoadBalancerAnyMoreLosesItsStatusAndThenItsFinalizer() {
        index.serviceListener().added(StatusFixture.withAddresses("20.0.0.1"));
        Service other = new ServiceBuilder(StatusFixture.withAddresses("20.0.0.1")).editSpec()
                .withType("ClusterIP")
                .endSpec()
                .build();
        index.serviceListener().updated(StatusFixture.withAddresses("20.0.0.1"), other);
        refused = Set.of("no finalizer");
        ServiceWrite first = writer.write("u", new ServiceResult.Gone(), Optional.empty(), NOTHING);
        assertThat(first.problem()).contains("could not write the Service: 403");
        assertThat(first.status()).as("the status was written all the same").isPresent();
        assertThat(index.entry("u")).isPresent();

        refused = Set.of();
        ServiceWrite second = writer.write("u", new ServiceResult.Gone(), Optional.empty(),
                before(first.status(), Optional.empty()));
        assertThat(second.problem()).isEmpty();
        assertThat(written).containsExactly("status [20.0.0.1] -> []", "status [] -> []", "no finalizer");
        assertThat(index.entry("u")).isEmpty();
        assertThat(told()).containsExactly("DeletedLoadBalancer 1");
    }

    @Test
    void failureChangesConditionsAndLeavesTheAddresses() {
        index.serviceListener().added(StatusFixture.withAddresses("20.0.0.1"));
        ServiceWrite write = writer.write("u", FAILURE, Optional.empty(), NOTHING);
        assertThat(written).containsExactly("status [20.0.0.1] -> [20.0.0.1]");
        assertThat(write.status().orElseThrow().conditions()).isNotEmpty();
        assertThat(told()).isEmpty();
    }

    @Test
    void conditionsNameTheGenerationThatTheResultIsAboutAlthoughTheSpecHasChangedSince() {
        Service planned = StatusFixture.withAddresses();
        index.serviceListener().added(planned);
        index.serviceListener()
                .updated(planned, new ServiceBuilder(planned).editMetadata().withGeneration(8L).endMetadata().build());
        ServiceWrite.Before before = new ServiceWrite.Before(clock.instant(), Optional.of(7L), Optional.empty(),
                Optional.empty());
        for (ServiceResult each : List.of(READY, FAILURE))
            assertThat(writer.write("u", each, Optional.empty(), before).status().orElseThrow().conditions())
                    .extracting(Condition::getObservedGeneration)
                    .containsExactly(7L, 7L);
    }

    @Test
    void refusedWriteIsAProblemAndLeavesNothing() {
        index.serviceListener().added(StatusFixture.withAddresses());
        refused = Set.of("status");
        ServiceWrite write = writer.write("u", READY, Optional.empty(),
                before(Optional.empty(), Optional.of(clock.instant())));
        assertThat(write).isEqualTo(ServiceWrite.failed("could not write the Service: 403"));
        assertThat(told()).isEmpty();
    }

    @Test
    void finalizerIsAddedOnceAndNotToAServiceThatIsGone() {
        assertThat(writer.addFinalizer("u")).as("nobody knows it").isEqualTo(ServiceWrite.DONE);
        index.serviceListener().added(StatusFixture.withAddresses());
        assertThat(writer.addFinalizer("u").problem()).isEmpty();
        index.serviceListener().deleted(StatusFixture.withAddresses(), false);
        assertThat(writer.addFinalizer("u").problem()).contains("the Service is gone");
        assertThat(written).hasSize(2);
    }

    private List<String> told() {
        heard.advance(Duration.ZERO);
        return heard.all();
    }

    private static ServiceWrite.Before before(Optional<StatusWrite> status, Optional<Instant> began) {
        return new ServiceWrite.Before(Instant.EPOCH, Optional.empty(), status, began);
    }
}
