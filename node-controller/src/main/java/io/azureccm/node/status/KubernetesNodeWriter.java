package io.azureccm.node.status;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.plan.NodeWrite.ChangeTaints;
import io.azureccm.node.plan.NodeWrite.Delete;
import io.azureccm.node.plan.NodeWrite.Initialise;
import io.azureccm.node.plan.NodeWrite.SetAddresses;
import io.azureccm.node.plan.NodeWrite.SetCondition;
import io.azureccm.node.plan.NodeWrite.SetLabels;
import io.azureccm.node.spec.NodeFacts.NodeTaint;
import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Writes Nodes with patches that apply only to the exact object they were made for and keep all other fields. */
public record KubernetesNodeWriter(NodePatches patches, InstantSource clock) implements NodeWriter {
    @Override
    public PatchOutcome write(Node seen, NodeWrite write, Consumer<Node> shown) {
        return switch (write) {
            case SetCondition(String type, String status, String reason, String message) -> patches.conditions(seen,
                    List.of(NodeConditions.toWrite(new ShownCondition(type, status, reason, message, Instant.EPOCH),
                            clock.instant())),
                    shown);
            case SetAddresses(var before, var wanted) -> patches.addresses(seen,
                    wanted.stream().map(each -> new NodeAddress(each.address(), each.type())).toList(), shown);
            case Initialise(var labels, String providerId) -> patches.initialize(seen, labels, providerId,
                    KubernetesNodeWriter::withoutInitialisation);
            case SetLabels(var labels) -> patches.labels(seen, labels);
            case ChangeTaints(var add, var remove) -> patches.taints(seen, taints -> changed(taints, add, remove));
            case Delete() -> patches.delete(seen);
        };
    }

    private static List<Taint> withoutInitialisation(List<Taint> taints) {
        return taints.stream().filter(taint -> !NodeKeys.UNINITIALISED.equals(taint.getKey())).toList();
    }

    private static List<Taint> changed(List<Taint> taints, List<NodeTaint> add, List<NodeTaint> remove) {
        List<Taint> changed = new ArrayList<>(taints);
        changed.removeIf(taint -> remove.stream().anyMatch(each -> isSame(taint, each)));
        add.stream()
                .filter(each -> changed.stream().noneMatch(taint -> isSame(taint, each)))
                .forEach(each -> changed.add(new Taint(each.effect(), each.key(), null,
                        each.value().isEmpty() ? null : each.value())));
        return changed;
    }

    private static boolean isSame(Taint taint, NodeTaint other) {
        return Objects.equals(taint.getKey(), other.key()) && Objects.equals(taint.getEffect(), other.effect());
    }
}
