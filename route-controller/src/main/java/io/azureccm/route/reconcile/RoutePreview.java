package io.azureccm.route.reconcile;

import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.preview.LimitUse;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.shadow.SeenObject;
import io.azureccm.common.core.shadow.ShadowCheck;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.record.Recordable;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.PlannerSettings;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.plan.TableRoute;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFactsParser;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** What the last turn would change in the route table, and why nodes are as they are. */
public final class RoutePreview implements PreviewSource, Explainer {
    private final EventLoop<RouteEvent, KnownState, TurnPlan> turns;
    private final InstantSource clock;
    private final RouteScope scope;

    /** Runs the turns of the scope. */
    public RoutePreview(RouteScope scope, Inbox<RouteEvent> inbox, Dispatcher<RouteEvent> dispatcher,
            InstantSource clock) {
        this.clock = clock;
        this.scope = scope;
        this.turns = new EventLoop<>(scope, inbox, dispatcher, clock);
    }

    /** The turns, to be recorded and replayed; {@code parser} reads recorded nodes. */
    public Recordable<?, ?, ?> recordable(NodeFactsParser parser) {
        return new Recordable<>("routes", scope, turns, () -> new RouteCodec(parser));
    }

    @Override
    public Optional<Explanation> explain(String node) {
        return ofLastTurn((known, plan) -> NodeExplanation.of(node, known, plan, clock.instant()));
    }

    @Override
    public Optional<List<Explanation>> explainAll() {
        return ofLastTurn((known, plan) -> NodeExplanation.all(known, plan, clock.instant()));
    }

    @Override
    public List<Picture> pictures() {
        return ofLastTurn(RoutePicture::of).orElse(Optional.empty()).stream().toList();
    }

    private <T> Optional<T> ofLastTurn(BiFunction<KnownState, TurnPlan, T> answer) {
        KnownState known = turns.known();
        TurnPlan plan = turns.last();
        return known == null || plan == null ? Optional.empty() : Optional.of(answer.apply(known, plan));
    }

    @Override
    public EventLoop<?, ?, ?> turns() {
        return turns;
    }

    @Override
    public Preview preview() {
        return ofLastTurn(RoutePreview::of).orElseGet(() -> Preview.of("Node", Set.of(),
                new Plan("routes", List.of(), List.of(), Plan.Basis.NONE)));
    }

    private static Preview of(KnownState known, TurnPlan turn) {
        Set<String> nodes = known.cluster().nodes().stream().map(NodeFacts::name).collect(Collectors.toSet());
        List<LimitUse> limits = turn.plan()
                .operations()
                .stream()
                .filter(each -> each.verb() == Operation.Verb.PUT)
                .map(each -> routes(known, each, turn.routes().map(RoutePlan::counts)))
                .toList();
        return Preview.of("Node", nodes, turn.plan()).with(limits).lacking(unread(turn));
    }

    @Override
    public Map<String, SeenObject> objects() {
        KnownState known = turns.known();
        if (known == null)
            return Map.of();
        Map<String, SeenObject> objects = new HashMap<>();
        known.cluster().nodes().forEach(node -> objects.put(node.name(), SeenObject.of(node)));
        objects.put(ShadowCheck.WHOLE, SeenObject.of(Set.copyOf(objects.keySet())));
        return objects;
    }

    private static LimitUse routes(KnownState known, Operation operation, Optional<RoutePlan.Counts> counts) {
        List<TableRoute> before = known.observed()
                .flatMap(ObservedState::table)
                .map(TableRoute::allOf)
                .orElse(List.of());
        return new LimitUse(operation.target().shortName(), "routes", before.size(),
                TableRoute.allOf(operation.body()).size(),
                counts.map(RoutePlan.Counts::limit).orElse(PlannerSettings.EXPECTED_ROUTES));
    }

    private static List<String> unread(TurnPlan turn) {
        List<String> unread = new ArrayList<>();
        turn.reads().table().ifPresent(read -> unread.add("route table: " + read.target()));
        turn.routes()
                .map(routes -> routes.lookups().machines())
                .ifPresent(names -> names.stream().sorted().forEach(name -> unread.add("machine of node " + name)));
        return unread;
    }
}
