package io.azureccm.service.reconcile;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.turn.ServiceResults;
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
        boolean isRejected = known.memory().rejections().reason(service.uid()).isPresent();
        if (failure.why() == ServiceReason.AZURE_UNREADABLE && !isRejected)
            return FailedAttempt.of(RetryReason.CONFLICTING, "reading");
        if (failure.reason() == RetryReason.REMOVAL_FAILED && !isRejected)
            return FailedAttempt.of(failure.reason(), ServiceResults.REMAINS_UNKNOWN);
        if (failure.reason() != RetryReason.FAILED && !isRejected)
            return FailedAttempt.of(failure.reason(), failure.problem());
        Set<String> done = known.memory().writes().done().getOrDefault(service.subject(), Set.of());
        RetryReason reason = !service.wanted()
                ? RetryReason.REMOVAL_FAILED
                : isRejected ? RetryReason.REFUSED : RetryReason.FAILED;
        return new FailedAttempt(reason, cause(known, service, failure), done, Optional.empty());
    }

    /** The same text whenever the same problem occurs. */
    private static String cause(KnownState known, ServiceSpec service, ServiceResult.Failed failure) {
        return known.memory()
                .rejections()
                .reason(service.uid())
                .map(Outcome.Rejected::code)
                .orElseGet(() -> PrintableText.withoutRequestIds(failure.problem()));
    }

    /**
     * Whether the Service waits for the retry of a write of its own; a Service that Azure refuses is not written until its own retry is
     * due.
     */
    static boolean isHeldByWrite(Memory memory, ServiceSpec service, Instant now) {
        if (memory.rejections().reason(service.uid()).isPresent())
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
        return !write.isSilent() && !write.isIncidental() && write.isOf(service.subject());
    }
}
