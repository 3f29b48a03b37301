package io.azureccm.service.reconcile;

import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Changes of the cluster that a turn takes in one after the other: there may be thousands, so most of the work is done once for all. */
final class ClusterChanges {
    private final List<ChangedObjects> all = new ArrayList<>();

    void add(ChangedObjects what) {
        all.add(what);
    }

    /** Takes them into the known state; none are left. */
    KnownState into(KnownState known, Instant now) {
        if (all.isEmpty())
            return known;
        Set<String> uids = all.stream().flatMap(what -> what.services().stream()).collect(Collectors.toSet());
        boolean nodes = all.stream().anyMatch(ChangedObjects::nodes);
        Memory memory = known.memory();
        WriteMemory writes = memory.writes();
        for (ServiceSpec service : known.services()) {
            if (uids.contains(service.uid()))
                writes = writes.changed(service.subject());
        }
        Memory next = memory.with(writes)
                .with(memory.retries().forget(uids))
                .with(rejections(known, now))
                .with(memory.reported().events(events -> events.changed(uids)));
        all.clear();
        // The orphans to delete were found for another cluster.
        return known.with(next)
                .with(known.requests().changed(new ChangedObjects(uids, nodes), now))
                .with(List.of())
                .reporting(new Report.Changed(uids, now));
    }

    /** Services that change one after the other are tried in that order. */
    private Rejections rejections(KnownState known, Instant now) {
        Rejections next = known.memory().rejections();
        for (ChangedObjects what : all)
            next = next.changed(what.services(), known.cluster().clusterState(), now);
        return next;
    }
}
