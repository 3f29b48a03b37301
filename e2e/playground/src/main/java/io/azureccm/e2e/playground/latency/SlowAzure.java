package io.azureccm.e2e.playground.latency;

import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.Latencies.Mode;
import java.time.Duration;

/**
 * The latencies of Azure on a bad day: writes and deletions are operations that continue after the response; reads end
 * with it. The simulator and the computed lower bound use the same figures.
 */
public record SlowAzure(Duration publicIp, Duration loadBalancer, Duration securityGroup, Duration scaleSet,
        Duration machine, Duration routeTable, Duration read) {
    public static final SlowAzure DEFAULT = new SlowAzure(Duration.ofSeconds(1), Duration.ofSeconds(2),
            Duration.ofMillis(1500), Duration.ofSeconds(5), Duration.ofSeconds(8), Duration.ofSeconds(3),
            Duration.ofMillis(60));

    /** The latencies multiplied by a factor. */
    public SlowAzure scaled(double factor) {
        return new SlowAzure(by(factor, publicIp), by(factor, loadBalancer), by(factor, securityGroup),
                by(factor, scaleSet), by(factor, machine), by(factor, routeTable), by(factor, read));
    }

    /** For the simulator. */
    public Latencies latencies() {
        return Latencies.builder()
                .read("*", read)
                .write("PUT", "loadBalancers", loadBalancer, Mode.OPERATION)
                .write("DELETE", "loadBalancers", loadBalancer, Mode.OPERATION)
                .write("PUT", "publicIPAddresses", publicIp, Mode.OPERATION)
                .write("DELETE", "publicIPAddresses", publicIp, Mode.OPERATION)
                .write("PUT", "networkSecurityGroups", securityGroup, Mode.OPERATION)
                .write("PUT", "routeTables", routeTable, Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets", scaleSet, Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets/virtualMachines", machine, Mode.OPERATION)
                .build();
    }

    private static Duration by(double factor, Duration time) {
        return Duration.ofNanos(Math.round(time.toNanos() * factor));
    }
}
