package io.azureccm.service.reconcile;

import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.condition.Problem;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.loadbalancer.DrainedMembers;
import io.azureccm.service.reconcile.known.DrainConditionWrites;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes to Nodes that they get no new connections, as soon as Azure shows it, and that they get them again. A Node that was never drained
 * gets no condition; none does unless the {@code options} say so. Pure.
 */
public record DrainConditions(ConditionOptions options) {
    KnownState write(KnownState known, Effect.Collector<ServiceEffect> effects, Instant now) {
        if (!options.enabled() || known.azure().everything().isEmpty())
            return known;
        ObservedState azure = known.azure().everything().get();
        Map<String, NodeDrain> draining = known.cluster().clusterState().draining();
        Set<String> down = azure.loadBalancers()
                .stream()
                .flatMap(balancer -> DrainedMembers.down(balancer).stream())
                .collect(Collectors.toSet());
        DrainConditionWrites writes = known.memory().conditions().drains().at(now);
        for (NodeFacts node : known.cluster().clusterState().nodes()) {
            if (!draining.containsKey(node.name()) && node.drain() == DrainFacts.NONE)
                continue;
            Optional<ShownCondition> wanted = wanted(node, Optional.ofNullable(draining.get(node.name())), down, now);
            if (wanted.isEmpty() || writes.isWritten(node.name(), wanted.get())
                    || effects.isBusy(ServiceEffect.laneOf(node)))
                continue;
            writes = writes.with(node.name(), wanted.get(), now);
            effects.add(new ServiceEffect.WriteNodeCondition(node, wanted.get(), now));
        }
        Memory memory = known.memory();
        return known.with(memory.with(memory.conditions().with(writes)));
    }

    private Optional<ShownCondition> wanted(NodeFacts node, Optional<NodeDrain> drain, Set<String> down,
            Instant now) {
        boolean isDown = node.internalIps().stream().anyMatch(down::contains);
        if (isDown && drain.isPresent())
            return DrainFacts.CONDITION.write(node.drain().condition(),
                    new Problem(drain.get().reason(), "Load balancers send no new connections to this node: "
                            + drain.get().describe()),
                    options, now);
        // A drained node that is not taken down yet, or has left the pools, does not count as getting connections again.
        return isDown || drain.isPresent() || !node.serves()
                ? Optional.empty()
                : DrainFacts.CONDITION.writeRecovered(node.drain().condition(), now);
    }
}
