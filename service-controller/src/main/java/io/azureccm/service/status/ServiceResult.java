package io.azureccm.service.status;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.exec.RunResult;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What a pass came to for one Service, from its plan and the outcomes alone: there is no way to a good result past an outcome. */
public sealed interface ServiceResult {
    /** Everything it asked for is in Azure, at these addresses. */
    record Ready(List<String> addresses) implements ServiceResult {}

    /** Everything it had in Azure is gone. */
    record Gone() implements ServiceResult {}

    /** Nothing that it had in Azure was seen, but that may be an older state: it is not let go before {@code until}. */
    record Unsure(Instant until) implements ServiceResult {
        public String problem() {
            return "Azure shows nothing of it, which is believed from " + until.truncatedTo(ChronoUnit.SECONDS)
                    + " on: until then an answer may be from before the last writes";
        }
    }

    /** Something is missing; {@code reason} decides what has to happen before the next attempt. */
    record Failed(String problem, RetryReason reason) implements ServiceResult {}

    /** {@code reasonOfStop}: why the Service was stopped, if it was, before anything was tried. */
    static ServiceResult of(ServicePlan.PlannedService plannedService, RunResult result, RetryReason reasonOfStop) {
        ServiceSpec service = plannedService.service();
        if (service.stop().isPresent())
            return new Failed(service.stop().get().refusal().message(), reasonOfStop);
        String problem = onlyKeptAddresses(result, service.subject()) ? "" : result.problemOf(service.subject());
        if (!problem.isEmpty())
            return new Failed(problem, RetryReason.FAILED);
        if (result.failure().isPresent())
            return new Failed(result.failure().get().getMessage(), RetryReason.FAILED);
        if (plannedService.waiting().isPresent())
            return new Failed(plannedService.waiting().get(), RetryReason.FAILED);
        if (!service.wanted())
            return new Gone();
        return plannedService.addresses()
                .<ServiceResult>map(Ready::new)
                .orElseGet(() -> new Failed("IP address not allocated yet", RetryReason.FAILED));
    }

    /** A public IP that something else holds on to stays, and keeps its Service neither from being deleted nor from being served. */
    private static boolean onlyKeptAddresses(RunResult result, String subject) {
        return result.openFor(subject)
                .stream()
                .allMatch(operation -> operation.verb() == Operation.Verb.DELETE
                        && operation.target().hasType(ArmTypes.PUBLIC_IP)
                        && result.last()
                                .of(operation
                                        .target()) instanceof Outcome.Rejected(int status, String code, String message)
                        && code.equalsIgnoreCase("PublicIPAddressCannotBeDeleted"));
    }
}
