package io.azureccm.e2e.playground.scale;

import java.time.Duration;
import java.util.List;

/**
 * What one phase of life took: the seconds after which Services had their addresses, calls to Azure and to the Kubernetes API, plans and the time they took, processor
 * time of the controller, its memory at the end, and the largest body it sent to Azure.
 */
record Phase(String name, List<Double> addresses, int reads, int writes, int throttled, int requests, int patches,
        long plans, Duration planning, Duration cpu, long heap, long resident, long largestKilobytes) {
    /** The share of Services that had their address by then, such as 0.95; -1 where none was waited for. */
    double percentile(double share) {
        if (addresses.isEmpty())
            return -1;
        List<Double> sorted = addresses.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(share * sorted.size()) - 1));
    }

    double planningMillis() {
        return plans == 0 ? 0 : planning.toNanos() / 1e6 / plans;
    }
}
