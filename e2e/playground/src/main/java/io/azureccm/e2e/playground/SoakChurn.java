package io.azureccm.e2e.playground;

import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.cloud.Manifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Creates, changes and deletes Services at random, lets nodes leave and return, and tracks the expected state. */
final class SoakChurn {
    private static final int MAX_SERVICES = 12;
    /** These nodes stay, so that each Service always has a backend. */
    private static final int STEADY_NODES = 2;
    private static final int NODE_TURNS = 6;
    private static final String INTERNAL = "service.beta.kubernetes.io/azure-load-balancer-internal: \"true\"";

    private final LocalCloud cloud;
    private final int nodes;
    private final Random random;
    private final TreeMap<String, Integer> services = new TreeMap<>();
    private final TreeSet<Integer> away = new TreeSet<>();
    private int made;
    private int turns;

    SoakChurn(LocalCloud cloud, int nodes, long seed) {
        this.cloud = cloud;
        this.nodes = nodes;
        this.random = new Random(seed);
    }

    /** One change. */
    void turn() {
        turns++;
        if (turns % NODE_TURNS == 0) {
            node();
        } else if (services.isEmpty() || services.size() < MAX_SERVICES && random.nextInt(5) < 2) {
            apply("soak-%05d".formatted(made++));
        } else if (random.nextInt(3) == 0) {
            apply(anyService());
        } else {
            String name = anyService();
            services.remove(name);
            cloud.cluster().delete("services", "default", name);
        }
    }

    /** Brings back absent nodes and leaves Services unchanged. */
    void settle() {
        List.copyOf(away).forEach(this::comeBack);
    }

    /** The Services that should have an address. */
    List<String> services() {
        return List.copyOf(services.keySet());
    }

    int made() {
        return made;
    }

    private void node() {
        int index = STEADY_NODES + random.nextInt(Math.max(1, nodes - STEADY_NODES));
        if (index >= nodes)
            return;
        if (away.contains(index)) {
            comeBack(index);
        } else {
            away.add(index);
            cloud.leave(index);
        }
    }

    private void comeBack(int index) {
        away.remove(index);
        cloud.comeBack(index);
    }

    private void apply(String name) {
        int port = services.merge(name, 8000 + random.nextInt(1000), (before, now) -> now);
        String annotations = Math.floorMod(name.hashCode(), 4) == 0 ? INTERNAL : "";
        cloud.cluster().apply(Manifests.service(name, port, annotations, ""));
    }

    private String anyService() {
        return new ArrayList<>(services.keySet()).get(random.nextInt(services.size()));
    }
}
