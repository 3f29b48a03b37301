package io.azureccm.e2e.playground.scale;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What one phase took.
 *
 * @param waits until each Service that was made had its address, shortest first; in other phases what was waited for
 * @param arm requests to ARM by verb and type, without questions how an operation is doing
 * @param causes the same with these questions by what they were made for, as the app counts them
 * @param kubernetes requests to the Kubernetes API by verb and resource, without those on leases
 * @param turns turns that made a plan
 * @param planning of all of them
 * @param processor of all instances that live at the end
 * @param heap of the leader after the garbage was taken away, in MiB
 * @param resident memory of the leader, in MiB
 * @param largestBody sent to ARM, in bytes
 */
public record PhaseFigures(String phase, Duration took, List<Duration> waits, Map<String, Integer> arm,
        Map<String, Integer> causes, int throttled, Map<String, Integer> kubernetes, long turns, Duration planning,
        Duration processor, double heap, long resident, long largestBody) {
    private static final List<String> READS = List.of("GET", "LIST", "get", "list", "watch");

    int armReads() {
        return sum(arm, true);
    }

    int armWrites() {
        return sum(arm, false);
    }

    int kubernetesReads() {
        return sum(kubernetes, true);
    }

    int kubernetesWrites() {
        return sum(kubernetes, false);
    }

    /** The nearest rank; zero when nothing was waited for. */
    Duration percentile(int percent) {
        return waits.isEmpty()
                ? Duration.ZERO
                : waits.get(Math.max(0, Math.ceilDiv(waits.size() * percent, 100) - 1));
    }

    double planningMillis() {
        return turns == 0 ? 0 : planning.toNanos() / 1e6 / turns;
    }

    private static int sum(Map<String, Integer> calls, boolean reads) {
        return calls.entrySet()
                .stream()
                .filter(call -> READS.contains(call.getKey().substring(0, call.getKey().indexOf(' '))) == reads)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
