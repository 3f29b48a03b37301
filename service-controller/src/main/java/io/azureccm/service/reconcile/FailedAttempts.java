package io.azureccm.service.reconcile;

import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.turn.Results;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceReason;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The parts of a failed attempt for a Service that determine when the next one is due. */
final class FailedAttempts {
    private FailedAttempts() {}

    /** A failed read is retried for all Services at once, but a Service that Azure rejected keeps the time of its own retry. */
    static FailedAttempt of(KnownState known, ServiceSpec service, ServiceResult.Failed failure) {
        boolean isRejected = known.memory().rejections().stopped().containsKey(service.uid());
        if (failure.why() == ServiceReason.AZURE_UNREADABLE && !isRejected)
            return FailedAttempt.of(RetryReason.CONFLICTING, "reading");
        if (failure.reason() == RetryReason.REMOVAL_FAILED)
            return FailedAttempt.of(failure.reason(), Results.REMAINS_UNKNOWN);
        if (failure.reason() != RetryReason.FAILED)
            return FailedAttempt.of(failure.reason(), failure.problem());
        Set<String> done = known.memory().writes().done().getOrDefault(service.subject(), Set.of());
        return new FailedAttempt(service.wanted() ? RetryReason.FAILED : RetryReason.REMOVAL_FAILED,
                cause(known, service, failure), done, Optional.empty());
    }

    /** The same text whenever the same problem occurs. */
    private static String cause(KnownState known, ServiceSpec service, ServiceResult.Failed failure) {
        return Optional.ofNullable(known.memory().rejections().stopped().get(service.uid()))
                .map(stop -> stop.refusal().code())
                .orElse(failure.problem());
    }

    /**
     * Whether the Service waits for the retry of a write of its own; a Service that Azure refuses is not written until its own retry is
     * due.
     */
    static boolean isHeldByWrite(Memory memory, ServiceSpec service, Instant now) {
        if (memory.rejections().stopped().containsKey(service.uid()))
            return false;
        return memory.writes()
                .failed()
                .values()
                .stream()
                .anyMatch(write -> isHeldBy(write, service) && now.isBefore(write.notBefore()));
    }

    static Instant due(WriteMemory writes, ServiceSpec service) {
        return writes.failed()
                .values()
                .stream()
                .filter(write -> isHeldBy(write, service))
                .map(FailedWrite::notBefore)
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    private static boolean isHeldBy(FailedWrite write, ServiceSpec service) {
        return !write.isSilent() && write.isOf(service.subject());
    }
}
