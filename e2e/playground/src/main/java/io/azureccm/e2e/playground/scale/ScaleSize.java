package io.azureccm.e2e.playground.scale;

/** How many Services and nodes there are; and how many load balancers and scale sets they take within the limits of Azure. */
public record ScaleSize(int services, int nodes) {
    /** A network interface takes 300 rules, and a node is behind one load balancer; some are left for Services that come later. */
    private static final int SERVICES_OF_A_BALANCER = 250;
    private static final int MACHINES_OF_A_SET = 1000;
    /** The first Service with the external traffic policy Local. */
    static final int LOCAL = 4;

    public ScaleSize {
        if (services < 10 || nodes < 10)
            throw new IllegalArgumentException("the part scale wants ten Services and ten nodes at least");
    }

    int balancers() {
        return Math.ceilDiv(services, SERVICES_OF_A_BALANCER);
    }

    /** Each load balancer has one of its own. */
    int scaleSets() {
        return Math.max(balancers(), Math.ceilDiv(nodes, MACHINES_OF_A_SET));
    }

    /** Machines of one of them; the last ones may have one less. */
    int machines(int set) {
        return nodes / scaleSets() + (set < nodes % scaleSets() ? 1 : 0);
    }

    /** Every tenth Service has the external traffic policy Local. */
    static boolean isLocal(int service) {
        return service % 10 == LOCAL;
    }

    @Override
    public String toString() {
        return services + " Services, " + nodes + " nodes, " + balancers() + " load balancers";
    }
}
