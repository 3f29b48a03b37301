package io.azureccm.e2e.playground.scale;

import java.time.Duration;
import java.util.List;

/**
 * The cost of one phase: the seconds after which Services had their addresses, calls to Azure and to the Kubernetes
 * API, plans and planning time, processor time of the controller and that part of it which recorded turns, its memory at the end, and its largest request body
 * to Azure.
 */
record Phase(String name, List<Double> addresses, int reads, int writes, int throttled, int requests, int patches,
        long plans, Duration planning, Duration cpu, Duration recording, long heap, long resident,
        long largestKilobytes) {
    /** The time by which this share of Services, such as 0.95, had an address; -1 if none was awaited. */
    double percentile(double share) {
        if (addresses.isEmpty())
            return -1;
        List<Double> sorted = addresses.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(share * sorted.size()) - 1));
    }

    double planningMillis() {
        return plans == 0 ? 0 : planning.toNanos() / 1e6 / plans;
    }

    /** How much of the processor time recorded turns, in percent. */
    double recordingShare() {
        return cpu.isZero() ? 0 : 100.0 * recording.toNanos() / cpu.toNanos();
    }
}
