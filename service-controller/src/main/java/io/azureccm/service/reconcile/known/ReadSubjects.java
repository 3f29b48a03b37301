package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.spec.NodeFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parts of Azure that matter for the known Services and nodes. The machines of nodes are collected again only after nodes have changed.
 */
public final class ReadSubjects {
    private List<NodeFacts> nodes = List.of();
    private Set<ArmId> machines = Set.of();

    public ObservedStateReader.Subject of(KnownState known) {
        Set<String> groups = known.cluster()
                .clusterState()
                .services()
                .stream()
                .map(service -> service.address().publicIpResourceGroup())
                .filter(group -> !group.isEmpty())
                .collect(Collectors.toSet());
        known.memory().writes().leaving().forEach(publicIp -> groups.add(publicIp.resourceGroup()));
        return new ObservedStateReader.Subject(groups, machines(known.cluster().clusterState().nodes()));
    }

    private Set<ArmId> machines(List<NodeFacts> shown) {
        if (shown != nodes) {
            Set<ArmId> all = new HashSet<>();
            shown.forEach(node -> node.machine().ifPresent(all::add));
            machines = Set.copyOf(all);
            nodes = shown;
        }
        return machines;
    }
}
