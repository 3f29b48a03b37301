package io.azureccm.e2e.playground.scale;

import java.util.List;
import java.util.stream.Stream;

/** The number of Services and nodes of a cluster. */
public record Size(int services, int nodes) {
    /** Azure allows 300 rules per node; some are reserved for Services that are created later. */
    private static final int SERVICES_OF_A_BALANCER = 250;
    /** Each number of Services on each number of nodes. */
    static final List<Size> GROWING = Stream.of(10, 100, 300, 1000)
            .flatMap(services -> Stream.of(50, 500, 5000).map(nodes -> new Size(services, nodes)))
            .toList();

    int balancers() {
        return (services + SERVICES_OF_A_BALANCER - 1) / SERVICES_OF_A_BALANCER;
    }

    @Override
    public String toString() {
        return "%,d Services, %,d nodes".formatted(services, nodes);
    }
}
