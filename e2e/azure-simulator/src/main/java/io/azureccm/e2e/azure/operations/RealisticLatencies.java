package io.azureccm.e2e.azure.operations;

import java.time.Duration;

/** Assumed latencies of Azure. No distribution is published; the few public data points are complaints in issues. */
final class RealisticLatencies {
    private RealisticLatencies() {}

    static Latencies.Builder fill(Latencies.Builder to) {
        to.rule("GET", "*", spread(60, 400), Delay.NONE).rule("LIST", "*", spread(120, 900), Delay.NONE);
        for (String compute : new String[]{"virtualMachines", "virtualMachineScaleSets", "availabilitySets",
                "virtualMachineScaleSets/virtualMachines"}) {
            to.rule("GET", compute, spread(150, 1500), Delay.NONE);
            to.rule("LIST", compute, spread(150, 1500), Delay.NONE);
        }
        to.rule("LIST", "virtualMachineScaleSets/virtualMachines", spread(600, 4000), Delay.NONE);
        to.rule("PUT", "*", spread(400, 2000), spread(1500, 10_000));
        to.rule("DELETE", "*", spread(300, 1500), spread(8000, 25_000));
        to.rule("PUT", "publicIPAddresses", spread(400, 2000), spread(1500, 8000));
        to.rule("PUT", "loadBalancers", spread(500, 3000), spread(1000, 10_000));
        to.rule("DELETE", "loadBalancers", Delay.ofMillis(300), spread(8000, 30_000));
        to.rule("PUT", "loadBalancers/backendAddressPools", spread(400, 2000), spread(2000, 15_000));
        to.rule("PUT", "networkSecurityGroups", spread(300, 1500), spread(2000, 12_000));
        to.rule("PUT", "routeTables", spread(300, 1500), spread(2000, 12_000));
        to.rule("PUT", "networkInterfaces", spread(400, 2500), Delay.NONE);
        to.rule("PUT", "virtualMachineScaleSets", spread(500, 2500), spread(10_000, 60_000));
        to.rule("PUT", "virtualMachineScaleSets/virtualMachines", spread(400, 2500), spread(20_000, 120_000));
        to.rule("PUT", "privateLinkServices", Delay.ofMillis(500), spread(15_000, 60_000));
        return to;
    }

    private static Delay spread(long medianMillis, long p99Millis) {
        return new Delay.LogNormal(Duration.ofMillis(medianMillis), Duration.ofMillis(p99Millis));
    }
}
