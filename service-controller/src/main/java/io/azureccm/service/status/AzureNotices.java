package io.azureccm.service.status;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Operation.Verb;
import io.azureccm.common.core.Outcome;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.Notice.Source;
import java.util.Optional;

/** Maps errors of Azure to notices for the affected Services, with the event reasons of the reference. */
public final class AzureNotices {
    private AzureNotices() {}

    /** The notice for a write that failed in ARM; empty for a write that was not sent or is planned again. */
    public static Optional<Notice> of(Operation operation, Outcome outcome) {
        return failure(outcome).flatMap(
                problem -> reason(operation).map(reason -> Notice.warning(Source.AZURE, reason, problem)));
    }

    /** The notice for a failed read of Azure. */
    public static Optional<Notice> of(ReadProblem failure) {
        return failure.concerns(ArmTypes.LOAD_BALANCER)
                ? Optional.of(Notice.warning(Source.AZURE, "ListLoadBalancers", failure.message()))
                : Optional.empty();
    }

    private static Optional<String> failure(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Rejected rejected -> Optional.of(rejected.problem());
            case Outcome.Throttled throttled -> Optional.of(throttled.message());
            case Outcome.Unknown unknown -> Optional.of(unknown.problem());
            case null, default -> Optional.empty();
        };
    }

    private static Optional<String> reason(Operation operation) {
        ArmId target = operation.target();
        boolean put = operation.verb() == Verb.PUT;
        if (target.hasType(ArmTypes.PUBLIC_IP))
            return Optional.of(put ? "CreateOrUpdatePublicIPAddress" : "DeletePublicIPAddress");
        if (target.hasType(ArmTypes.LOAD_BALANCER) && !put)
            return Optional.of("DeleteLoadBalancer");
        return target.hasType(ArmTypes.NETWORK_INTERFACE) && put
                ? Optional.of("CreateOrUpdateInterface")
                : Optional.empty();
    }
}
