package io.azureccm.common.observe.health;

import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.metrics.ArmMetrics;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Readiness: down with the cause while ARM cannot be read, so that no snapshot is possible; up from the first response. Single resources that
 * cannot be read are named, and everything else works.
 */
public final class AzureHealth extends AbstractHealthIndicator {
    /** Unreadable resources that are named. */
    private static final int MAX_NAMED = 20;

    private final Supplier<ControllerState> state;

    public AzureHealth(Supplier<ControllerState> state) {
        this.state = state;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        ControllerState now = state.get();
        ArmReachability.Reach reach = now.azure().reach();
        if (now.phase() == ControllerState.Phase.DISABLED) {
            health.up().withDetail("disabled", "disableCloudProvider is set in the cloud config");
            return;
        }
        health.status(reach.up().map(up -> up ? Status.UP : Status.DOWN).orElse(Status.OUT_OF_SERVICE))
                .withDetail("since", reach.since().toString())
                .withDetail("snapshotReads", now.azure().snapshotReads());
        if (!reach.problem().isEmpty()) {
            health.withDetail("cause", reach.problem());
        }
        now.azure().rejectedChange().ifPresent(problem -> health.withDetail("changedConfigNotTaken", problem));
        now.azure().oldestAnswer().ifPresent(oldest -> health.withDetail("oldestAnswer", oldest.toString()));
        Map<String, String> byResource = new TreeMap<>();
        now.azure().oldestAnswers().forEach((type, at) -> byResource.put(ArmMetrics.resource(type), at.toString()));
        if (!now.azure().unreadable().isEmpty()) {
            health.withDetail("unreadable", now.azure()
                    .unreadable()
                    .stream()
                    .limit(MAX_NAMED)
                    .map(UnreadableResource::describe)
                    .toList());
        }
        if (!byResource.isEmpty()) {
            health.withDetail("oldestAnswers", byResource);
        }
    }
}
