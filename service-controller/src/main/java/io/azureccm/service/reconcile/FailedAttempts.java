package io.azureccm.service.reconcile;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.exec.RunResult;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a pass came to for the Services that it failed for, as far as that decides when each is tried again. */
final class FailedAttempts {
    private final List<RunResult> runs;
    private final Map<String, ServicePlan.PlannedService> plannedServices;
    private final Map<String, ServiceResult> serviceResults;

    /** {@code runs}: all of the pass, the last of which has the last word. */
    FailedAttempts(List<RunResult> runs, Map<String, ServicePlan.PlannedService> plannedServices,
            Map<String, ServiceResult> serviceResults) {
        this.runs = runs;
        this.plannedServices = plannedServices;
        this.serviceResults = serviceResults;
    }

    /** By UID. */
    Map<String, FailedAttempt> of(Map<String, ServiceResult.Failed> failed) {
        Map<String, FailedAttempt> attempts = new HashMap<>();
        failed.forEach((uid, failure) -> attempts.put(uid, attempt(uid, failure)));
        return attempts;
    }

    /** Azure could not be read: every Service waits for that. */
    static FailedAttempt unreadable(RuntimeException problem, Optional<Instant> opens) {
        String cause = problem.getCause() instanceof ArmException error
                ? "reading " + error.status() + " " + error.code()
                : problem.getClass().getSimpleName();
        return new FailedAttempt(opens.isPresent() ? RetryReason.CLOSED_WINDOW : RetryReason.FAILED, cause, Set.of(),
                opens);
    }

    private FailedAttempt attempt(String uid, ServiceResult.Failed failure) {
        ServicePlan.PlannedService plannedService = plannedServices.get(uid);
        if (plannedService == null)
            return FailedAttempt.of(failure.reason(), "not planned");
        ServiceSpec service = plannedService.service();
        if (failure.reason() != RetryReason.FAILED)
            return FailedAttempt.of(failure.reason(),
                    service.stop().map(stop -> stop.refusal().code()).orElse(""));
        return switch (serviceResults.get(uid)) {
            case ServiceResult.Unsure(Instant until) -> waiting("lists may be older", service, Optional.of(until));
            case ServiceResult.Failed inAzure -> failedInAzure(service);
            default -> FailedAttempt.of(failedReason(service), "writing the Service");
        };
    }

    /** A Service that was stopped because of how its write ended has no open operation in the last run, but in one before. */
    private FailedAttempt failedInAzure(ServiceSpec service) {
        String subject = service.subject();
        for (RunResult run : runs.reversed()) {
            if (!run.openFor(subject).isEmpty())
                return waiting(run.causeOf(subject), service, new HeldUp(run).notBefore(subject));
        }
        return waiting(service.stop().map(stop -> stop.refusal().code()).orElse("incomplete"), service,
                Optional.empty());
    }

    private FailedAttempt waiting(String cause, ServiceSpec service, Optional<Instant> opens) {
        Set<String> done = new HashSet<>();
        runs.forEach(run -> done.addAll(run.carriedOutFor(service.subject())));
        return new FailedAttempt(opens.isPresent() ? RetryReason.CLOSED_WINDOW : failedReason(service), cause, done,
                opens);
    }

    private static RetryReason failedReason(ServiceSpec service) {
        return service.wanted() ? RetryReason.FAILED : RetryReason.REMOVAL_FAILED;
    }
}
