package io.azureccm.common.observe.health;

import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.observe.ControllerState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Readiness: up if all watched objects are listed and the watches are up to date; otherwise down with the cause. */
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
            health.down().withDetail("cause", notYet(now.kubernetes().informers()));
        } else {
            health.up();
        }
        now.kubernetes().informers().forEach(informer -> health.withDetail(informer.resource(), details(informer)));
    }

    private static String notYet(List<InformerStatus> informers) {
        List<String> open = informers.stream()
                .filter(informer -> !informer.synced())
                .map(InformerStatus::resource)
                .toList();
        return open.isEmpty() ? "nothing is watched yet" : "the first list is not complete: " + String.join(", ", open);
    }

    private static Map<String, Object> details(InformerStatus informer) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("synced", informer.synced());
        details.put("watching", informer.watching());
        details.put("objects", informer.objects());
        details.put("secondsSinceActivity", informer.sinceActivity().toSeconds());
        informer.problem().ifPresent(problem -> details.put("problem", problem));
        informer.unreadable().ifPresent(unreadable -> details.put("unreadable", unreadable));
        return details;
    }
}
