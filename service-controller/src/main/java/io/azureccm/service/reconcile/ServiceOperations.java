package io.azureccm.service.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.snapshot.Read;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.reconcile.known.KnownBackendHealth.Found;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.WriteEffects;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.status.NodeConditionWriter;
import io.azureccm.service.status.ServiceWrite;
import io.azureccm.service.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operations of the scope; each blocks a thread of the dispatcher until it ends, and returns an event. */
public record ServiceOperations(Azure azure, Cluster cluster, StatusWriter status, NodeConditionWriter nodes,
        InstantSource clock) {
    private static final Logger log = LoggerFactory.getLogger(ServiceOperations.class);
    /** Everything else has priority when calls have to wait. */
    private static final CallReason QUOTAS = new CallReason(CallPriority.BACKGROUND, "Quotas");
    private static final CallReason HEALTH = new CallReason(CallPriority.BACKGROUND, "HealthCheck");
    private static final Set<ArmException.Kind> CHANGING = EnumSet.of(ArmException.Kind.NOT_FOUND,
            ArmException.Kind.BUSY, ArmException.Kind.CONFLICT);
    /** Other clusters use the quotas, too, but usage changes slowly. */
    private static final Duration QUOTA_PERIOD = Duration.ofHours(1);
    /** Up to this much longer, so that clusters of a subscription that started together do not read together. */
    private static final Duration QUOTA_SPREAD = Duration.ofMinutes(6);

    /** The sources that determine which objects are in the cluster; {@code beside}: another controller serves other Services. */
    public record Cluster(PresentServices present, Supplier<ResourceInformers> informers, boolean beside) {
        private static final String BESIDE = "this instance serves the Services of one class, and what another"
                + " controller left behind is not its own";

        /** All Services of the cluster now, and why nothing may be deleted on account of that. */
        ServiceEvent.PresentServices now() {
            // First, since a Service that becomes readable is present before nothing is missing.
            Optional<String> obstacle = Optional.of(BESIDE)
                    .filter(why -> beside)
                    .or(() -> incomplete(informers.get().status()));
            return new ServiceEvent.PresentServices(present.all(), obstacle);
        }

        static Optional<String> incomplete(List<InformerStatus> watched) {
            return watched.stream()
                    .filter(status -> !status.synced() || !status.watching() || status.problem().isPresent()
                            || status.unreadable().isPresent())
                    .map(InformerStatus::resource)
                    .findFirst()
                    .map(resource -> "the watch of " + resource + " is not complete");
        }
    }

    /** Access to Azure, and what is recorded of it; {@code gateway}: by which the health of backends is asked for. */
    public record Azure(ObservedStateReader reader, PlanExecutor executor, SubscriptionUsage usage, PlanJournal journal,
            Optional<ArmGateway> gateway) {}

    ServiceEvent read(ServiceEffect.ReadAzure read) {
        return read.reason().within(() -> azure.journal().spans().within("read", notes -> {
            notes.note("what", read.reading().describe());
            ObservedStateReader.Ended ended = azure.reader().read(read.subject(), read.reading(), read.memory());
            return new ServiceEvent.AzureRead(read.reading(), ended.findings(), ended.problem());
        }));
    }

    /** With what is in the cluster when the read has ended. */
    ServiceEvent readForAudit(ServiceEffect.ReadForAudit read) {
        return ServiceTurnSteps.ORPHANS.within(() -> azure.journal().spans().within("read", notes -> {
            notes.note("what", "everything that may have been left behind");
            ObservedStateReader.Ended ended = azure.reader().readForAudit(read.subject(), read.memory());
            return new ServiceEvent.OrphansRead(ended.findings(), ended.problem(), cluster.now());
        }));
    }

    /** A failure is an event, too; the next read follows an hour later. */
    ServiceEvent readQuotas() {
        return QUOTAS.within(() -> {
            try {
                return new ServiceEvent.QuotasRead(azure.usage().read(), Optional.empty(), quotaPause());
            } catch (RuntimeException unreadable) {
                return new ServiceEvent.QuotasRead(List.of(), Optional.of(unreadable.getMessage()), quotaPause());
            }
        });
    }

    /** A failure is an event, too, unless the rule is only being changed: then nothing is known of it for now. */
    ServiceEvent readBackendHealth(ServiceEffect.ReadBackendHealth read) {
        return HEALTH.within(() -> {
            try {
                JsonNode response = azure.gateway()
                        .orElseThrow()
                        .post(read.asked().rule(), "health", JsonNodeFactory.instance.objectNode())
                        .orElseGet(JsonNodeFactory.instance::objectNode);
                return new ServiceEvent.BackendsRead(read.asked(), new Found(response.path("up").asInt(),
                        response.path("down").asInt(),
                        response.at("/loadBalancerBackendAddresses/0/reason").asText("")),
                        Optional.empty());
            } catch (ArmException problem) {
                return new ServiceEvent.BackendsRead(read.asked(), Found.NOTHING,
                        Optional.of(problem.getMessage()).filter(why -> !CHANGING.contains(problem.kind())));
            }
        });
    }

    private static Duration quotaPause() {
        return QUOTA_PERIOD.plusMillis(ThreadLocalRandom.current().nextLong(QUOTA_SPREAD.toMillis()));
    }

    /** What the cache of responses shows now. */
    ServiceEvent seen() {
        return new ServiceEvent.AzureSeen(azure.reader().view());
    }

    /** These responses are in use, and stay in the cache. */
    void using(Set<Read.Key> responses) {
        azure.reader().using(responses);
    }

    /** {@code number}: that of the plan as printed. */
    ServiceEvent write(ServiceEffect.WriteAzure write, long number) {
        Operation operation = write.operation();
        Plan alone = new Plan(write.scope(), List.of(operation.after(Set.of())), List.of(), Plan.Basis.NONE);
        return write.reason().within(() -> azure.journal().spans().within("execute", notes -> {
            notes.note("scope", write.scope());
            notes.note("plan", Long.toString(number));
            Instant began = clock.instant();
            PlanOutcome result = azure.executor().execute(alone);
            Outcome outcome = result.of(operation.target());
            notes.note("outcome", outcome.isGood() ? "applied" : "open");
            azure.journal().ended(number, operation, outcome, Duration.between(began, clock.instant()));
            return new ServiceEvent.Written(
                    new WriteEffects.Ended(operation, outcome, write.needsAnotherPlan(), azure.reader().moment()));
        }));
    }

    ServiceEvent prepare(ServiceEffect.Prepare prepare) {
        return new ServiceEvent.Prepared(prepare.preparation(), switch (prepare.preparation()) {
            case Preparation.AddFinalizer(String uid) -> status.addFinalizer(uid);
            case Preparation.WithdrawAddresses(String uid, List<String> left) ->
                status.withdraw(uid, left, prepare.own());
        });
    }

    ServiceEvent writeResult(ServiceEffect.WriteResult write) {
        return azure.journal().spans().within("write services", notes -> {
            ServiceWrite written = status.write(write.uid(), write.result(), write.nodes(), write.before());
            notes.note("outcome", written.problem().isEmpty() ? "applied" : "open");
            return new ServiceEvent.ResultWritten(write.uid(), write.result(), write.nodes().isPresent(),
                    write.before().at(), written,
                    CallReason.current());
        });
    }

    /** A condition that cannot be written is written again by a later turn. */
    ServiceEvent writeNodeCondition(ServiceEffect.WriteNodeCondition write) {
        NodeFacts node = write.node();
        try {
            nodes.write(node.name(), node.drain().condition(), write.wanted(), write.at());
        } catch (RuntimeException refused) {
            log.warn("Node {}: could not write condition {}: {}", node.name(), write.wanted().type(),
                    refused.getMessage());
        }
        return new ServiceEvent.NodeConditionWritten(node.name());
    }
}
