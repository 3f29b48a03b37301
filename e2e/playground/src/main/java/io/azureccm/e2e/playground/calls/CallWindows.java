package io.azureccm.e2e.playground.calls;

import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.calls.Route.Kind;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Calls to Azure per second, counted like the limits of one principal in a subscription: reads (including polls of
 * operations), writes, deletions.
 */
public final class CallWindows {
    /** The length in seconds of the windows that are printed and compared with the limits. */
    public static final int WINDOW = 10;
    private static final Set<Kind> COUNTED = EnumSet.of(Kind.READ, Kind.WRITE, Kind.POLL);

    /** The separately limited kinds of calls, with Azure's sustained rate per second. */
    public enum Limit {
        READS(25), WRITES(10), DELETES(10);

        private final int perSecond;

        Limit(int perSecond) {
            this.perSecond = perSecond;
        }

        static Limit of(String verb) {
            return switch (verb) {
                case "GET", "LIST", "POLL" -> READS;
                case "DELETE" -> DELETES;
                default -> WRITES;
            };
        }
    }

    private final TreeMap<Long, int[]> bySecond = new TreeMap<>();
    private final List<Long> refused = new ArrayList<>();

    public static CallWindows of(List<CallRecord> calls) {
        CallWindows windows = new CallWindows();
        Instant begin = calls.stream().map(CallRecord::at).min(Comparator.naturalOrder()).orElse(Instant.EPOCH);
        calls.stream()
                .filter(call -> COUNTED.contains(call.kind()))
                .forEach(call -> windows.add(call.at().getEpochSecond() - begin.getEpochSecond(), call.verb(),
                        call.status()));
        return windows;
    }

    void add(long second, String verb, int status) {
        bySecond.computeIfAbsent(second, none -> new int[Limit.values().length])[Limit.of(verb).ordinal()]++;
        if (status == 429)
            refused.add(second);
    }

    public int throttled() {
        return refused.size();
    }

    /** The maximum number of calls in any ten seconds, as a share of the sustained limit for that time. */
    public double highestShare(Limit limit) {
        int most = 0;
        for (long from : bySecond.keySet())
            most = Math.max(most, count(limit, from, from + WINDOW));
        return most / (double) (limit.perSecond * WINDOW);
    }

    /** One line per ten seconds. */
    public void print(PrintStream out) {
        out.printf("%9s %8s %8s %8s %6s%n", "seconds", "reads/s", "writes/s", "deletes/s", "429");
        long end = bySecond.isEmpty() ? 0 : bySecond.lastKey() + 1;
        for (long from = 0; from < end; from += WINDOW) {
            long to = from + WINDOW;
            long begin = from;
            out.printf("%4d-%4d %8.1f %8.1f %8.1f %6d%n", from, to, count(Limit.READS, from, to) / (double) WINDOW,
                    count(Limit.WRITES, from, to) / (double) WINDOW, count(Limit.DELETES, from, to) / (double) WINDOW,
                    refused.stream().filter(second -> second >= begin && second < to).count());
        }
    }

    private int count(Limit limit, long from, long to) {
        return bySecond.subMap(from, to).values().stream().mapToInt(counts -> counts[limit.ordinal()]).sum();
    }
}
