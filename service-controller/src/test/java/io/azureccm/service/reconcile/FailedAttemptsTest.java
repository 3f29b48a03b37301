package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.refusal.RefusalSearch;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.reconcile.known.refusal.ScopeBlocks;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.turn.RetryFixture;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceReason;
import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a Service whose attempt failed is tried again, if a read failed, too. */
class FailedAttemptsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final ServiceResult.Failed UNREADABLE = new ServiceResult.Failed("GET loadBalancers: HTTP 429",
            RetryReason.FAILED, ServiceReason.AZURE_UNREADABLE);
    private static final ServiceResult.Failed REJECTED = new ServiceResult.Failed("PUT loadBalancers/kubernetes: 400",
            RetryReason.FAILED, ServiceReason.REJECTED);

    private final ServiceSpec service = RetryFixture.service("a");
    private final KnownState unread = KnownState.begin(NOW)
            .with(KnownAzure.NOTHING.failed(
                    new KnownAzure.Failure(ReadProblem.of(new IllegalStateException("429")), RetryState.NEW,
                            NOW.plusSeconds(1))));

    @Test
    void servicesOfAFailedReadWaitForTheNextRead() {
        assertThat(FailedAttempts.of(unread, service, UNREADABLE).reason()).isEqualTo(RetryReason.CONFLICTING);
    }

    @Test
    void failureThatIsNotTheReadsOwnIsTriedAgainInTime() {
        assertThat(FailedAttempts.of(unread, service, REJECTED).reason()).isEqualTo(RetryReason.FAILED);
    }

    /** The retry of a write that the Service does not need says nothing of what it fails for. */
    @Test
    void failedServiceDoesNotWaitForTheRetryOfAnIncidentalWrite() {
        assertThat(FailedAttempts.isHeldByWrite(memory("rule"), service, NOW.minusSeconds(1))).isTrue();
        assertThat(FailedAttempts.isHeldByWrite(memory("tag"), service, NOW.minusSeconds(1))).isFalse();
    }

    /** A write that Azure has accepted in vain until it is a failure. */
    private static Memory memory(String element) {
        Operation write = RetryFixture.put(RetryFixture.ADDRESS, "shop/a")
                .with(List.of(Change.add(element, "team", Cause.of("Wanted"))));
        WriteMemory writes = WriteMemory.NONE;
        for (int i = 0; i < 8; i++)
            writes = writes.after(write, new Outcome.Applied(null), subject -> true, ServiceTiming.DEFAULT.retries(),
                    NOW);
        return Memory.NONE.with(writes);
    }

    /** Otherwise no failure would be like the one before, and no delay would grow. */
    @Test
    void sameProblemOfAnotherRequestCountsAsTheSame() {
        assertThat(List.of("1", "2"))
                .extracting(id -> FailedAttempts
                        .of(unread, service,
                                new ServiceResult.Failed("GET publicIPAddresses: HTTP 403 (request id " + id + ")",
                                        RetryReason.FAILED, ServiceReason.INCOMPLETE))
                        .cause())
                .containsOnly("GET publicIPAddresses: HTTP 403");
    }

    /** It is left out of plans until then: a wait for anything to change would have no end. */
    @Test
    void rejectedServiceKeepsTheTimeOfItsRetryWhileAzureCannotBeRead() {
        RefusalSearch search = RefusalSearch.NONE.found(Set.of(service.uid()),
                new Outcome.Rejected(400, "BadRequest", "400"), NOW);
        KnownState rejected = unread.with(Memory.NONE.with(new Rejections(Map.of(RetryFixture.BALANCER, search),
                ScopeBlocks.NONE, RefusedWrites.NONE)));
        FailedAttempt first = FailedAttempts.of(KnownState.begin(NOW).with(rejected.memory()), service, REJECTED);
        RetryState waiting = ServiceTiming.DEFAULT.retries().after(RetryState.NEW, first, NOW);
        assertThat(waiting.dueAt()).isEqualTo(Optional.of(NOW.plus(Duration.ofSeconds(2))));

        FailedAttempt second = FailedAttempts.of(rejected, service, UNREADABLE);
        assertThat(ServiceTiming.DEFAULT.retries().after(waiting, second, NOW.plusSeconds(1))).isEqualTo(waiting);
    }
}
