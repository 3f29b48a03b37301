package io.azureccm.service.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.snapshot.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reads that all Services share; {@code provider}: that of the zones, if they are needed. */
record SharedReads(Read balancers, Read publicIps, Optional<Read> group, Map<ArmId, Read> subnets,
        UnreadableReads singles, Optional<Read> provider) {
    List<Read> with(List<Read> machines) {
        List<Read> all = new ArrayList<>(List.of(balancers, publicIps));
        group.ifPresent(all::add);
        all.addAll(machines);
        all.addAll(subnets.values());
        all.addAll(singles.reads());
        provider.ifPresent(all::add);
        return all;
    }
}
