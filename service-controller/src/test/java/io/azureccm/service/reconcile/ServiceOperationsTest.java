package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.observe.metrics.PlanMetrics;
import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.informer.EndpointIndex;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.reconcile.known.KnownBackendHealth;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.RetryFixture;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.ServiceWrite;
import io.azureccm.service.status.ServiceWriter;
import io.azureccm.service.status.StatusFixture;
import io.azureccm.service.status.StatusWriter;
import io.fabric8.kubernetes.api.model.Service;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each operation ends with one event, which says what it has done and learned, and never throws. */
class ServiceOperationsTest {
    private static final CallReason REASON = new CallReason(CallPriority.CHANGED, "ServiceChanged");

    private final VirtualClock clock = new VirtualClock();
    private final World world = new World(0);
    private final WorldArm arm = new WorldArm(world);
    private final HeardEvents heard = new HeardEvents();
    private final ServiceEvents events = new ServiceEvents(heard.recorder(), Redaction.of(List.of()));
    private final ServiceIndex index = new ServiceIndex(
            new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                    TenantPolicy.DEFAULT, LoadBalancerClass.NONE)),
            new NodeFactsParser("k8s", Set.of(), DrainPolicy.NONE, node -> Optional.empty()),
            new EndpointIndex(
                    CloudConfigParser.parse(new ConfigLayer("azure.json", "{}"), Map.of()).orThrow().loadBalancer()),
            changed -> {});
    private final List<String> reasons = new ArrayList<>();
    private Outcome outcome = new Outcome.Rejected(400, "BadPort", "port 0 is not possible");
    private final ObservedStore store = new ObservedStore(arm, clock, ObservedStore.Settings.DEFAULT);
    private final List<String> conditions = new ArrayList<>();
    private final ServiceOperations operations = new ServiceOperations(
            new ServiceOperations.Azure(
                    new ObservedStateReader(new ObservedStateAssembly(world.cloud(), "kubernetes",
                            new PlannerSettings(world.cloud(), "kubernetes",
                                    TenantPolicy.DEFAULT, false).securityGroup()),
                            store),
                    (plan, fence) -> execute(plan), new SubscriptionUsage(world.cloud(), store),
                    new PlanJournal(PlanText.of("services"), 100, clock, () -> "", () -> "", WorkSpans.NONE,
                            new PlanMetrics(new SimpleMeterRegistry(), clock)),
                    Optional.of(arm)),
            new ServiceOperations.Cluster(new PresentServices(), () -> {
                throw new AssertionError("no audit");
            }, false),
            new StatusWriter(index, new Api(), events,
                    new ServiceConditions(ConditionOptions.ON, Redaction.of(List.of())), clock),
            this::condition, clock);

    /** Each write takes a second. */
    private final class Api implements ServiceWriter {
        @Override
        public boolean addFinalizer(Service service) {
            throw new IllegalStateException("403");
        }

        @Override
        public void removeFinalizer(Service service) {
            throw new IllegalStateException("403");
        }

        @Override
        public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
            clock.advance(Duration.ofSeconds(1));
            return "2";
        }
    }

    private PlanOutcome execute(Plan plan) {
        reasons.add(CallReason.current().cause());
        return new PlanOutcome(plan, Map.of(plan.operations().getFirst().target(), outcome));
    }

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void nothingIsDeletedWhileAnObjectCannotBeRead() {
        InformerStatus complete = new InformerStatus("services", true, true, 3, Duration.ZERO, 1, 1, Optional.empty(),
                Optional.empty());
        InformerStatus lacking = new InformerStatus("services", true, true, 3, Duration.ZERO, 1, 1, Optional.empty(),
                Optional.of("1 cannot be read"));
        assertThat(ServiceOperations.Cluster.incomplete(List.of(complete))).isEmpty();
        assertThat(ServiceOperations.Cluster.incomplete(List.of(complete, lacking)))
                .contains("the watch of services is not complete");
    }

    @Test
    void writeToAzureIsMadeAloneForItsReasonAndItsOutcomeIsAnEvent() {
        Operation operation = RetryFixture.put(RetryFixture.BALANCER, "shop/a").after(Set.of(RetryFixture.ADDRESS));
        ServiceEvent.Written written = (ServiceEvent.Written) operations.write(
                new ServiceEffect.WriteAzure(operation, "lb=kubernetes", true, REASON), 7);
        assertThat(written.write().operation()).isEqualTo(operation);
        assertThat(written.write().outcome()).isEqualTo(outcome);
        assertThat(written.write().needsAnotherPlan()).isTrue();
        assertThat(reasons).containsExactly("ServiceChanged");
    }

    @Test
    void readThatFailsIsAnEventWithItsProblem() {
        arm.fails("LIST", ArmId.collection(VirtualCluster.BALANCER.subscription(),
                VirtualCluster.BALANCER.resourceGroup(), ArmTypes.LOAD_BALANCER), ArmException.Kind.FORBIDDEN);
        AzureReading reading = new AzureReading(AzureReading.Extent.EVERYTHING, MissingReads.NONE);
        ServiceEvent.AzureRead read = (ServiceEvent.AzureRead) operations.read(new ServiceEffect.ReadAzure(reading,
                new ObservedStateAssembly.Subject(Set.of(), Set.of()), ReadMemory.NOTHING, REASON));
        assertThat(read.reading()).isEqualTo(reading);
        assertThat(read.problem()).isPresent();
    }

    @Test
    void resultIsWrittenAsOfTheTurnThatDecidedIt() {
        index.serviceListener().added(StatusFixture.withAddresses());
        Instant began = clock.instant();
        Instant decided = began.minusSeconds(5);
        ServiceEvent.ResultWritten written = (ServiceEvent.ResultWritten) operations.writeResult(
                new ServiceEffect.WriteResult("u", new ServiceResult.Ready(List.of("20.0.0.1")),
                        Optional.of(List.of("node")),
                        new ServiceWrite.Before(decided, Optional.empty(), Optional.empty(), Optional.of(began))));
        assertThat(written.asOf()).isEqualTo(decided);
        assertThat(written.nodes()).isTrue();
        assertThat(written.write().problem()).isEmpty();
        assertThat(written.write().ended()).contains(began);
        assertThat(written.write().status().orElseThrow().at()).isEqualTo(began.plusSeconds(1));
    }

    @Test
    void preparationThatIsRefusedIsAnEventWithItsProblem() {
        index.serviceListener().added(StatusFixture.withAddresses());
        Preparation preparation = new Preparation.AddFinalizer("u");
        assertThat(operations.prepare(new ServiceEffect.Prepare(preparation, Optional.empty()))).isEqualTo(
                new ServiceEvent.Prepared(preparation, ServiceWrite.failed("could not write the Service: 403")));
    }

    @Test
    void healthThatIsRefusedIsAnEventWithItsProblemAndThatOfARuleThatIsGoneIsUnknown() {
        ArmId rule = VirtualCluster.BALANCER.child("loadBalancingRules", "a-TCP-80");
        KnownBackendHealth.Asked asked = new KnownBackendHealth.Asked(rule, "u", 1, Instant.EPOCH);
        arm.health = name -> "{\"up\": 0, \"down\": 3, \"loadBalancerBackendAddresses\": [{\"reason\": \"no answer\"}]}";
        assertThat(operations.readBackendHealth(new ServiceEffect.ReadBackendHealth(asked))).isEqualTo(
                new ServiceEvent.BackendsRead(asked, new KnownBackendHealth.Found(0, 3, "no answer"),
                        Optional.empty()));
        arm.fails("POST", rule, ArmException.Kind.FORBIDDEN);
        ServiceEvent.BackendsRead refused = (ServiceEvent.BackendsRead) operations
                .readBackendHealth(new ServiceEffect.ReadBackendHealth(asked));
        assertThat(refused.problem()).isPresent();
        arm.fails("POST", rule, ArmException.Kind.NOT_FOUND);
        assertThat(operations.readBackendHealth(new ServiceEffect.ReadBackendHealth(asked))).isEqualTo(
                new ServiceEvent.BackendsRead(asked, KnownBackendHealth.Found.NOTHING, Optional.empty()));
    }

    @Test
    void usageThatCannotBeReadIsAnEventWithTheTimeOfTheNextRead() {
        arm.fails("LIST", ArmId.parse("/subscriptions/" + world.cloud().networkSubscriptionId()
                + "/providers/Microsoft.Network/locations/" + world.cloud().location() + "/usages"),
                ArmException.Kind.FORBIDDEN);
        ServiceEvent.QuotasRead read = (ServiceEvent.QuotasRead) operations.readQuotas();
        assertThat(read.problem()).isPresent();
        assertThat(read.pause()).isBetween(Duration.ofHours(1), Duration.ofMinutes(66));
    }

    @Test
    void conditionOfANodeThatIsRefusedEndsAsOneThatIsWritten() {
        NodeFacts node = new NodeFacts("n1", Optional.empty(), List.of(), false, false, false, Map.of(),
                DrainFacts.NONE);
        ShownCondition wanted = new ShownCondition("Drained", "True", "R", "m", Instant.EPOCH);
        ServiceEvent ended = operations.writeNodeCondition(
                new ServiceEffect.WriteNodeCondition(node, wanted, clock.instant()));
        assertThat(conditions).containsExactly("n1 Drained");
        assertThat(ended).isEqualTo(new ServiceEvent.NodeConditionWritten("n1"));
    }

    private void condition(String node, Optional<ShownCondition> shown, ShownCondition wanted, Instant now) {
        conditions.add(node + " " + wanted.type());
        throw new IllegalStateException("403");
    }
}
