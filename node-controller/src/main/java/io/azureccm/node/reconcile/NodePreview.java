package io.azureccm.node.reconcile;

import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.preview.ClusterWrite;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.core.shadow.SeenObject;
import io.azureccm.common.core.shadow.ShadowCheck;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.record.Recordable;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.reconcile.turn.TurnPlan;
import io.azureccm.node.spec.NodeFactsParser;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What the turns would write to nodes: the last decision for each node, since a turn only decides about nodes that are
 * due. It also explains nodes.
 */
public final class NodePreview implements PreviewSource, Explainer {
    private static final Duration DUE_WITHIN = Duration.ofSeconds(30);

    private final EventLoop<NodeEvent, KnownState, TurnPlan> turns;
    private final NodeScope scope;
    private final InstantSource clock;
    private final SortedMap<String, Decision> decisions = new TreeMap<>();
    private final SortedMap<String, String> unread = new TreeMap<>();

    /** Runs the turns of the scope. */
    public NodePreview(NodeScope scope, Inbox<NodeEvent> inbox, Dispatcher<NodeEvent> dispatcher, InstantSource clock) {
        this.scope = scope;
        this.clock = clock;
        this.turns = new EventLoop<>(scope, inbox, dispatcher, clock);
    }

    /** The turns, to be recorded and replayed; {@code machines}: of each segment of a record. */
    public Recordable<?, ?, ?> recordable(Supplier<MachineRecord> machines) {
        return new Recordable<>("nodes", scope, turns, () -> new NodeCodec(machines.get()));
    }

    /** Keeps decisions from now on. */
    public PreviewSource noting() {
        turns.listen(this::planned);
        return this;
    }

    private void planned(TurnPlan plan) {
        plan.decisions().forEach((name, decision) -> {
            decisions.put(name, decision);
            lookup(name).filter(MachineLookup.Unknown.class::isInstance)
                    .ifPresentOrElse(unknown -> unread.put(name, "machine of node " + name), () -> unread.remove(name));
        });
    }

    private Optional<MachineLookup> lookup(String name) {
        return Optional.ofNullable(turns.known().due().views().get(name)).flatMap(view -> view.lookup());
    }

    @Override
    public Optional<Explanation> explain(String node) {
        KnownState known = turns.known();
        return known == null
                ? Optional.empty()
                : Optional.of(NodeExplanation.of(node, known, scope.shown(node), clock.instant()));
    }

    @Override
    public Optional<List<Explanation>> explainAll() {
        KnownState known = turns.known();
        return known == null ? Optional.empty() : Optional.of(NodeExplanation.all(known, clock.instant()));
    }

    @Override
    public EventLoop<?, ?, ?> turns() {
        return turns;
    }

    /** A Node is deleted only after its machine was missing twice. */
    @Override
    public boolean isPreliminary() {
        Instant soon = clock.instant().plus(DUE_WITHIN);
        return decisions.values()
                .stream()
                .anyMatch(each -> each.change().isEmpty() && each.history().search().absent().isPresent()
                        && each.follow() instanceof Decision.Follow.At(Instant moment) && moment.isBefore(soon));
    }

    @Override
    public Preview preview() {
        KnownState known = turns.known();
        Set<String> nodes = known == null ? Set.of() : known.nodes().keySet();
        List<ClusterWrite> writes = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        decisions.forEach((name, decision) -> {
            if (!nodes.contains(name))
                return;
            decision.change().ifPresent(change -> change.steps().forEach(step -> writes.add(write(name, step))));
            decision.refusal().ifPresent(refusals::add);
        });
        return new Preview("Node", nodes, new Plan("nodes", List.of(), refusals, Plan.Basis.NONE)
                .holding(known == null ? Removals.NONE : known.deletions().removals().held()), writes, List.of(),
                List.copyOf(unread.values()));
    }

    @Override
    public Map<String, SeenObject> objects() {
        KnownState known = turns.known();
        if (known == null)
            return Map.of();
        Map<String, SeenObject> objects = new HashMap<>();
        known.nodes().forEach((name, node) -> objects.put(name, SeenObject.of(NodeFactsParser.parse(node.node()))));
        objects.put(ShadowCheck.WHOLE, SeenObject.of(Set.copyOf(objects.keySet())));
        return objects;
    }

    private static ClusterWrite write(String name, NodeChange.Step step) {
        boolean gone = step.write() instanceof NodeWrite.Delete;
        boolean moved = step.write() instanceof NodeWrite.SetAddresses(var before, var wanted)
                && !wanted.containsAll(before);
        return new ClusterWrite(gone ? Change.Kind.REMOVE : Change.Kind.UPDATE, name, "node " + name,
                step.write().describe(), step.cause(), gone || moved);
    }
}
