package io.azureccm.e2e.playground.scale;

import java.util.List;

/** How many Services and nodes a cluster has. */
public record Size(int services, int nodes) {
    /** Azure allows 300 rules at a node; some room is left for what is made meanwhile. */
    private static final int SERVICES_OF_A_BALANCER = 250;
    static final List<Size> GROWING = List.of(new Size(10, 50), new Size(100, 500), new Size(300, 1500),
            new Size(1000, 5000));

    int balancers() {
        return (services + SERVICES_OF_A_BALANCER - 1) / SERVICES_OF_A_BALANCER;
    }

    @Override
    public String toString() {
        return "%,d Services, %,d nodes".formatted(services, nodes);
    }
}
