package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.status.ServiceConditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/** Explains Services and draws load balancers from the last turn; empty while this instance does not reconcile. */
public final class ServiceExplainer implements Explainer {
    private final EventLoop<?, KnownState, TurnPlan> turns;
    private final ServiceIndex index;
    private final BiFunction<KnownState, TurnPlan, LastTurn> lastTurn;
    private final Optional<BackendHealth> health;

    public ServiceExplainer(EventLoop<?, KnownState, TurnPlan> turns, ServiceIndex index,
            BiFunction<KnownState, TurnPlan, LastTurn> lastTurn, Optional<BackendHealth> health) {
        this.health = health;
        this.turns = turns;
        this.index = index;
        this.lastTurn = lastTurn;
    }

    @Override
    public Optional<Explanation> explain(String subject) {
        KnownState known = turns.known();
        TurnPlan plan = turns.last();
        if (known == null || plan == null)
            return Optional.empty();
        return Optional.of(known.services()
                .stream()
                .filter(spec -> spec.subject().equals(subject))
                .findFirst()
                .map(spec -> ServiceExplanation.of(spec, annotations(spec.uid()), lastTurn.apply(known, plan))
                        .at(since(spec.uid())))
                .orElseGet(() -> ServiceExplanation.unknown(subject, index.cluster())));
    }

    @Override
    public Optional<List<Explanation>> explainAll() {
        KnownState known = turns.known();
        TurnPlan plan = turns.last();
        if (known == null || plan == null)
            return Optional.empty();
        LastTurn turn = lastTurn.apply(known, plan);
        return Optional.of(known.services()
                .stream()
                .map(spec -> ServiceExplanation.summary(spec, turn).at(since(spec.uid())))
                .toList());
    }

    @Override
    public Optional<Section> health(String subject) {
        KnownState known = turns.known();
        if (known == null || health.isEmpty())
            return Optional.empty();
        ClusterState cluster = known.cluster().clusterState();
        return cluster.services()
                .stream()
                .filter(spec -> spec.subject().equals(subject))
                .findFirst()
                .flatMap(spec -> known.azure()
                        .seen()
                        .map(azure -> health.get()
                                .of(spec, azure, new BackendHealth.Nodes(cluster.nodes(), azure.machines().interfaces(),
                                        index::nodeReadiness,
                                        cluster.state(spec).endpointNodes()))));
    }

    @Override
    public List<Picture> pictures() {
        KnownState known = turns.known();
        TurnPlan plan = turns.last();
        return known == null || plan == null
                ? List.of()
                : known.azure()
                        .seen()
                        .map(azure -> LoadBalancerPicture.of(azure, known.cluster().clusterState(),
                                plan.operations()))
                        .orElse(List.of());
    }

    /** The time in the condition that says whether the Service is programmed. */
    private String since(String uid) {
        return index.entry(uid)
                .stream()
                .flatMap(entry -> ServiceConditions.conditions(entry.service()).stream())
                .filter(each -> each.getType().equals(ServiceConditions.PROGRAMMED))
                .map(Condition::getLastTransitionTime)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    private Map<String, String> annotations(String uid) {
        return index.entry(uid)
                .map(entry -> entry.service().getMetadata().getAnnotations())
                .orElse(Map.of());
    }
}
