package io.azureccm.common.observe.health;

import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.observe.ControllerState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** Readiness: up when all watched objects are known and the watches follow; down with the cause otherwise. */
public final class KubernetesHealth extends AbstractHealthIndicator {
    private final Supplier<ControllerState> state;

    public KubernetesHealth(Supplier<ControllerState> state) {
        this.state = state;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        ControllerState now = state.get();
        Optional<String> problem = now.kubernetes().firstProblem();
        if (now.phase() == ControllerState.Phase.DISABLED) {
            health.up().withDetail("disabled", "disableCloudProvider is set in the cloud config");
        } else if (problem.isPresent()) {
            health.down().withDetail("cause", problem.get());
        } else if (!now.kubernetes().isSynced()) {
            health.down().withDetail("cause", notYet(now.kubernetes().feeds()));
        } else {
            health.up();
        }
        now.kubernetes().feeds().forEach(feed -> health.withDetail(feed.resource(), details(feed)));
    }

    private static String notYet(List<InformerStatus> feeds) {
        List<String> open = feeds.stream().filter(feed -> !feed.synced()).map(InformerStatus::resource).toList();
        return open.isEmpty() ? "nothing is watched yet" : "the first list is not complete: " + String.join(", ", open);
    }

    private static Map<String, Object> details(InformerStatus feed) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("synced", feed.synced());
        details.put("watching", feed.watching());
        details.put("objects", feed.objects());
        details.put("secondsSinceActivity", feed.sinceActivity().toSeconds());
        feed.problem().ifPresent(problem -> details.put("problem", problem));
        return details;
    }
}
