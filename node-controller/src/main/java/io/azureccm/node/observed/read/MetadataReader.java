package io.azureccm.node.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.VmSetLookup;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.machine.imds.InstanceMetadata;
import io.azureccm.node.observed.MachineExistence;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the one machine it runs on from that machine's metadata service. Needs no permissions in Azure. */
public final class MetadataReader implements MachineSource {
    /** Answers younger than this are reused. */
    private static final Duration MOMENT = Duration.ofSeconds(1);

    /** The only possible read. */
    private record Metadata() implements MachineRead {
        @Override
        public String target() {
            return "the metadata service of this machine";
        }

        @Override
        public String key() {
            return "instance metadata";
        }
    }

    private record LastLookup(MachineLookup lookup, Instant asked, Instant ended) {
        boolean holds(MachineQuery question, Instant now) {
            boolean failed = lookup instanceof MachineLookup.Unknown;
            return !failed && !asked.isBefore(question.freshness().found()) || now.isBefore(ended.plus(MOMENT));
        }
    }

    /** What the metadata service said last, about the machine of this Node. */
    private record SeenMetadata(String node, Optional<LastLookup> last) implements SeenMachines {
        @Override
        public Lookups<MachineLookup> lookUp(Collection<MachineQuery> queries, Instant now) {
            Map<String, MachineLookup> lookups = new HashMap<>();
            Map<String, Set<String>> awaited = new HashMap<>();
            Metadata read = new Metadata();
            for (MachineQuery query : queries) {
                if (!query.node().equalsIgnoreCase(node))
                    continue;
                Optional<MachineLookup> known = last.filter(each -> each.holds(query, now)).map(LastLookup::lookup);
                lookups.put(query.node(), known.orElseGet(
                        () -> new MachineLookup.Unknown(read.target() + " is being read", now, true)));
                if (known.isEmpty())
                    awaited.put(query.node(), Set.of(read.target()));
            }
            return new Lookups<>(lookups, awaited, awaited.isEmpty() ? List.of() : List.of(read));
        }

        @Override
        public Lookups<VmSetLookup> lookUpVmSets(Collection<VmSetQuery> queries, Instant now) {
            return Lookups.none();
        }
    }

    private final InstanceMetadata metadata;
    private final String node;
    private final InstantSource clock;
    private volatile LastLookup last;

    /** {@code node} is the name of the Node of this machine. */
    public MetadataReader(InstanceMetadata metadata, String node, InstantSource clock) {
        this.metadata = metadata;
        this.node = node;
        this.clock = clock;
    }

    @Override
    public SeenMachines seen() {
        return new SeenMetadata(node, Optional.ofNullable(last));
    }

    /** An agent keeps no record. */
    @Override
    public MachineRecord record() {
        return MachineRecord.NONE;
    }

    @Override
    public void read(MachineRead read) {
        Instant asked = clock.instant();
        MachineLookup lookup;
        try {
            lookup = metadata.read(asked);
        } catch (IOException problem) {
            lookup = new MachineLookup.Unknown("the metadata service of this machine: " + problem.getMessage(),
                    asked);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            lookup = new MachineLookup.Unknown("stopped", asked);
        }
        last = new LastLookup(lookup, asked, clock.instant());
    }

    /** The machine exists, since this code runs on it. */
    @Override
    public MachineExistence check(ArmId machine) {
        return MachineExistence.PRESENT;
    }

    @Override
    public boolean isGone(ArmId scaleSet) {
        return false;
    }
}
