package io.azureccm.common.machine.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineLookups;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.VmSetLookups;
import io.azureccm.common.machine.VmSetQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the machines of nodes. All answers come from shared lists of known age: the number of reads depends on how many scale
 * sets and resource groups the nodes are in, not on the number of nodes.
 */
public final class MachineReader {
    /** Sufficient for all: groups, scale sets, instances, views, interfaces, public IPs, and once more for what was missing. */
    private static final int ROUNDS = 10;
    /** Calls have shorter limits of their own. */
    private static final Duration MAX_READ = Duration.ofHours(1);

    private final ArmGateway gateway;
    private final InstantSource clock;
    private final MachineListCache lists;

    public MachineReader(CloudConfig cloud, ArmGateway gateway, InstantSource clock) {
        this.gateway = gateway;
        this.clock = clock;
        this.lists = new MachineListCache(gateway, MachineSearch.of(cloud), clock);
    }

    /**
     * Answers by node name. Lists that take longer than {@code timeout} continue to be read; queries that need them are
     * answered with {@link MachineLookup.Unknown}, so that one slow list does not delay the others.
     */
    public Map<String, MachineLookup> see(Collection<MachineQuery> questions, Duration timeout) {
        Instant deadline = clock.instant().plus(timeout);
        MachineLookups answers = lookUp(questions);
        for (int round = 1; round < ROUNDS && !answers.awaited().isEmpty()
                && clock.instant().isBefore(deadline); round++) {
            lists.refresh(answers.reads(), deadline);
            answers = lookUp(questions);
        }
        return answers.lookups();
    }

    /** What the lists show now. */
    public SeenMachines seen() {
        return lists.seen();
    }

    /** For one segment of a record of what {@link #seen} returns. */
    public MachineRecord record() {
        return lists.record();
    }

    /** Answers from known data, without a call. */
    public MachineLookups lookUp(Collection<MachineQuery> questions) {
        return seen().lookUp(questions, clock.instant());
    }

    /** The scale sets or availability sets of machines, from known data and from the same lists, without a call. */
    public VmSetLookups lookUpVmSets(Collection<VmSetQuery> questions) {
        return seen().lookUpVmSets(questions, clock.instant());
    }

    /** Makes a read that {@link #lookUp} named and returns when it has ended; the next lookup shows the result. */
    public void read(MachineRead read) {
        lists.refresh(List.of(read), clock.instant().plus(MAX_READ));
    }

    /**
     * Reads one machine directly, bypassing all lists: empty if it does not exist. Throws {@link ArmException} if this could
     * not be determined.
     */
    public Optional<Machine> readDirectly(ArmId machine) {
        Source<Machine> view = Source.view(machine);
        return gateway.get(machine, view.query()).map(view::parse);
    }

    /** True if the resource, for example a scale set, exists. Throws {@link ArmException} if this could not be determined. */
    public boolean exists(ArmId id) {
        return gateway.get(id).isPresent();
    }

    /** When the oldest cached list or response was requested, by ARM type. */
    public Map<String, Instant> oldestByType() {
        return lists.oldestByType();
    }

    /** What is in the cached lists and cannot be read. */
    public List<UnreadableResource> unreadable() {
        return lists.unreadable();
    }
}
