package io.azureccm.e2e.suite.faults.lasting;

import io.azureccm.e2e.azure.calls.CallRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The bound on what Azure is asked in vain, for each resource and instance: at most eight writes in the first minute, and one a minute
 * after that. A minute in which none was refused allows one more later, up to eight. Refusals of every write, whatever its content, are
 * counted apart: when they end, others may begin.
 */
public final class RefusedWrites {
    private static final int BURST = 8;
    /** Attempts that are kept for writes without anything that was refused. */
    private static final int FOR_OTHERS = 2;

    private static final Set<String> TRANSIENT = Set.of("Refuse", "Throttle", "ResetBefore", "Hang");

    private RefusedWrites() {}

    /** The writes that lasting faults have refused: no transient one came first. */
    public static List<CallRecord> of(List<CallRecord> calls) {
        return calls.stream()
                .filter(call -> call.isWrite() && call.status() >= 400 && call.status() < 410
                        && LastingFault.isAmong(refusing(call)))
                .toList();
    }

    /** The fault that the response of a refused call comes from: the first one that does not only change or delay other responses. */
    private static String refusing(CallRecord call) {
        return Arrays.stream(call.faults().split(", "))
                .filter(fault -> LastingFault.isAmong(fault) || TRANSIENT.contains(fault))
                .findFirst()
                .orElse("");
    }

    /** A line for each resource that was written too often in vain. */
    public static List<String> problems(List<CallRecord> calls) {
        List<String> problems = new ArrayList<>();
        byResource(calls, call -> ScopeRefusal.isAmong(refusing(call)))
                .forEach((what, times) -> worst(times).ifPresent(worst -> problems.add("refused writes: " + what
                        + " " + worst + ", of " + times.size() + " in all")));
        return problems;
    }

    /**
     * Whether the bound of a resource is used up at this time, so that whoever needs it has to wait up to a minute. A policy that denies every
     * write may look like one that denies some: it counts with them.
     */
    public static boolean isUsedUp(List<CallRecord> calls, Instant now) {
        return byResource(calls, call -> ScopeRefusal.isAmong(refusing(call))
                && !call.code().equals(ScopeRefusal.PLACE_DENIED_BY_POLICY.code()))
                .values()
                .stream()
                .anyMatch(times -> used(times, now) > BURST - FOR_OTHERS);
    }

    private static long used(List<Instant> times, Instant now) {
        long used = 0;
        Instant since = now;
        for (Instant time : times) {
            long regained = used == 0 ? 0 : Duration.between(since, time).toMinutes();
            since = regained >= used ? time : since.plus(Duration.ofMinutes(regained));
            used = Math.max(0, used - regained) + 1;
        }
        return used == 0 ? 0 : Math.max(0, used - Duration.between(since, now).toMinutes());
    }

    private static Map<String, List<Instant>> byResource(List<CallRecord> calls,
            Predicate<CallRecord> refusesAll) {
        return of(calls).stream()
                .collect(Collectors.groupingBy(call -> call.principal() + " wrote " + call.type() + " "
                        + call.target().substring(call.target().lastIndexOf('/') + 1)
                        + (refusesAll.test(call)
                                ? ", of which every write is refused,"
                                : ""),
                        TreeMap::new,
                        Collectors.mapping(CallRecord::at, Collectors.toList())));
    }

    private static Optional<String> worst(List<Instant> times) {
        for (int from = 0; from < times.size(); from++) {
            for (int to = from; to < times.size(); to++) {
                Duration passed = Duration.between(times.get(from), times.get(to));
                boolean isFirstMinute = from == 0 && passed.toMinutes() == 0;
                long allowed = BURST + (isFirstMinute ? 0 : passed.toMinutes() + 1);
                if (to - from + 1 > allowed)
                    return Optional.of(to - from + 1 + " times in vain within " + passed.toSeconds()
                            + " s from " + times.get(from));
            }
        }
        return Optional.empty();
    }
}
