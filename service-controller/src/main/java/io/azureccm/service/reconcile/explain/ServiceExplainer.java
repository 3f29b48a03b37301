package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceConditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Explains Services and draws load balancers from the last turn; empty while this instance does not reconcile. */
public record ServiceExplainer(Supplier<Optional<LastTurn>> last, ServiceIndex index,
        Optional<BackendHealth> health) implements Explainer {
    @Override
    public Optional<Explanation> explain(String subject) {
        return last.get()
                .map(turn -> service(turn, subject)
                        .map(spec -> ServiceExplanation.of(spec, annotations(spec.uid()), turn).at(since(spec.uid())))
                        .orElseGet(() -> ServiceExplanation.unknown(subject, index.cluster())));
    }

    @Override
    public Optional<List<Explanation>> explainAll() {
        return last.get()
                .map(turn -> turn.known()
                        .services()
                        .stream()
                        .map(spec -> ServiceExplanation.summary(spec, turn).at(since(spec.uid())))
                        .toList());
    }

    @Override
    public Optional<Section> health(String subject) {
        return last.get()
                .flatMap(turn -> service(turn, subject)
                        .flatMap(spec -> turn.known().azure().seen().flatMap(azure -> health(spec, azure, turn))));
    }

    private Optional<Section> health(ServiceSpec spec, ObservedState azure, LastTurn turn) {
        ClusterState cluster = turn.known().cluster().clusterState();
        return health.map(asked -> asked.of(spec, azure, new BackendHealth.Nodes(cluster.nodes(),
                azure.machines().interfaces(), index::nodeReadiness, cluster.state(spec).endpointNodes())));
    }

    @Override
    public List<Picture> pictures() {
        return last.get()
                .flatMap(turn -> turn.known()
                        .azure()
                        .seen()
                        .map(azure -> LoadBalancerPicture.of(azure, turn.known().cluster().clusterState(),
                                turn.plan().operations())))
                .orElse(List.of());
    }

    private static Optional<ServiceSpec> service(LastTurn turn, String subject) {
        return turn.known().services().stream().filter(spec -> spec.subject().equals(subject)).findFirst();
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
