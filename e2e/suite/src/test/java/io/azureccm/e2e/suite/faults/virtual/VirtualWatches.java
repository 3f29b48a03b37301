package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.informer.InformerFeed;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The watches of all instances: each informer hears of what has changed in the cluster, late, and in the order of the changes. */
final class VirtualWatches {
    private final Simulation simulation;
    private final VirtualTime time;
    private final VirtualApiFaults faults;
    private final Map<InformerFeed<?>, Instant> shownUntil = new HashMap<>();
    private final Map<String, List<ObjectNode>> shown = new HashMap<>();
    private long revision;

    VirtualWatches(Simulation simulation, VirtualTime time, VirtualApiFaults faults) {
        this.simulation = simulation;
        this.time = time;
        this.faults = faults;
    }

    /** Sends what has changed since the last call to the informers of these instances. */
    void deliver(List<VirtualInstance> instances) {
        long now = simulation.api().resourceVersion();
        if (now == revision)
            return;
        revision = now;
        Map<String, List<ObjectNode>> fresh = new HashMap<>();
        for (VirtualInstance instance : instances) {
            for (InformerFeed<?> feed : instance.feeds()) {
                List<ObjectNode> objects = fresh.computeIfAbsent(feed.resource(),
                        resource -> simulation.api().list(resource, ""));
                if (!objects.equals(shown.get(feed.resource())))
                    show(instance, feed, objects);
            }
        }
        shown.putAll(fresh);
    }

    private void show(VirtualInstance instance, InformerFeed<?> feed, List<ObjectNode> objects) {
        Instant before = shownUntil.getOrDefault(feed, Instant.MIN);
        Instant drawn = time.now().plus(faults.lag());
        Instant at = before.isAfter(drawn) ? before : drawn;
        shownUntil.put(feed, at);
        time.start("watch of " + instance.name(), () -> {
            try {
                time.sleep(Duration.between(time.now(), at));
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            if (!instance.killSwitch().isDead())
                feed.watch(objects);
        });
    }
}
