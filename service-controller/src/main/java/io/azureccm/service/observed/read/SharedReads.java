package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.snapshot.Observed;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reads that all Services share, and those that only some Services need: subnets, and {@code provider}, that of the zones. What Azure
 * refuses to show of the latter blocks nobody else.
 */
record SharedReads(Read balancers, Read publicIps, Optional<Read> group, Map<ArmId, Read> subnets,
        UnreadableReads singles, Optional<Read> provider) {
    /** The answers to these and to the reads of machines; what Azure refuses of what only some Services need is remembered and left out. */
    Snapshot take(ResponseSource responses, List<Read> machines, ReadFindingsBuilder findings) {
        try {
            return responses.take(with(machines, findings));
        } catch (UnreadableException failure) {
            if (!failure.isRefusalOf(ofSome().stream().map(Read::id).toList()))
                throw failure;
        }
        for (Read read : ofSome()) {
            try {
                responses.take(List.of(read));
            } catch (UnreadableException failure) {
                if (!failure.isRefusal())
                    throw failure;
                findings.unreadable(read.id(), failure.getMessage());
            }
        }
        return responses.take(with(machines, findings));
    }

    /** Empty if it does not exist or cannot be read. */
    static Optional<ObjectNode> item(Snapshot first, Read read) {
        return Optional.ofNullable(first.observations().get(read.key())).flatMap(Observed::item);
    }

    /** What Azure refuses to show. */
    Map<ArmId, UnreadableResource> refused(ReadFindingsBuilder findings) {
        Map<ArmId, UnreadableResource> refused = new HashMap<>();
        for (Read read : ofSome())
            findings.problem(read.id())
                    .ifPresent(why -> refused.put(read.id(), new UnreadableResource(read.id(), true, why)));
        return refused;
    }

    private List<Read> with(List<Read> machines, ReadFindingsBuilder findings) {
        List<Read> all = new ArrayList<>(List.of(balancers, publicIps));
        group.ifPresent(all::add);
        all.addAll(machines);
        all.addAll(singles.reads());
        ofSome().stream().filter(read -> findings.problem(read.id()).isEmpty()).forEach(all::add);
        return all;
    }

    private List<Read> ofSome() {
        List<Read> some = new ArrayList<>(subnets.values());
        provider.ifPresent(some::add);
        return some;
    }
}
