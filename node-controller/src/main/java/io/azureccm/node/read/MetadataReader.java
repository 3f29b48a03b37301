package io.azureccm.node.read;

import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.imds.InstanceMetadata;
import io.azureccm.node.estate.NodeView.Presence;
import io.azureccm.node.intent.NodeFacts;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Knows one machine, the one it runs on, from the metadata service of that machine; needs no right in Azure. */
public final class MetadataReader implements MachineSource {
    private final InstanceMetadata metadata;
    private final String node;
    private final InstantSource clock;

    /** {@code node} is the name of the Node that stands for this machine. */
    public MetadataReader(InstanceMetadata metadata, String node, InstantSource clock) {
        this.metadata = metadata;
        this.node = node;
        this.clock = clock;
    }

    @Override
    public Map<String, MachineLookup> see(Collection<MachineQuery> questions) {
        Map<String, MachineLookup> seen = new HashMap<>();
        questions.stream()
                .filter(question -> question.node().equalsIgnoreCase(node))
                .forEach(question -> seen.put(question.node(), see()));
        return seen;
    }

    private MachineLookup see() {
        try {
            return metadata.read(clock.instant());
        } catch (IOException problem) {
            return new MachineLookup.Unknown("the metadata service of this machine: " + problem.getMessage(),
                    clock.instant());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return new MachineLookup.Unknown("stopped", clock.instant());
        }
    }

    /** A machine that asks about itself is there. */
    @Override
    public Map<String, Presence> prove(Collection<NodeFacts> nodes) {
        return nodes.stream().collect(Collectors.toMap(NodeFacts::name, each -> Presence.UNKNOWN));
    }
}
