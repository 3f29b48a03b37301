package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Counts objects when they become refused, not again while they stay refused with the same code, however often they are
 * planned; and shows how many are currently refused, so that those of a state are as many as there are objects in that state because of
 * a refusal.
 */
public final class RefusedObjects {
    private final MeterRegistry registry;
    private final GaugeRows current;
    private final Predicate<Refusal> isMistake;
    private final Map<String, Set<Code>> codes = new HashMap<>();

    /** A mistake of a user comes before what only the platform can correct: an object with both is refused. */
    private record Code(String word, boolean isMistake) {
        private static final Comparator<Code> ORDER = Comparator.comparing((Code each) -> !each.isMistake())
                .thenComparing(Code::word);

        Tags tags() {
            return Tags.of("code", word, "state", isMistake ? "refused" : "failed");
        }
    }

    /** {@code isMistake}: whether a refusal makes the state of its object refused, and not failed. */
    public RefusedObjects(MeterRegistry registry, Predicate<Refusal> isMistake) {
        this.registry = registry;
        this.isMistake = isMistake;
        this.current = new GaugeRows(registry, "controller.refused.objects",
                "Objects currently refused, each once, by code");
    }

    /** Clears the state: another instance plans for the objects. */
    public synchronized void forget() {
        codes.clear();
        show();
    }

    /** Exactly these objects are refused now. */
    public synchronized void now(Collection<Refusal> refusals) {
        among(List.copyOf(codes.keySet()), refusals);
    }

    /** Of these objects, exactly those are refused now; nothing is known of others. */
    public synchronized void among(Collection<String> subjects, Collection<Refusal> refusals) {
        Map<String, Set<Code>> now = new HashMap<>();
        refusals.forEach(refusal -> now.computeIfAbsent(refusal.subject(), subject -> new HashSet<>())
                .add(new Code(refusal.code(), isMistake.test(refusal))));
        now.forEach((subject, held) -> {
            Set<Code> before = codes.getOrDefault(subject, Set.of());
            held.stream().filter(code -> !before.contains(code)).forEach(code -> count(code.word()));
        });
        codes.keySet().removeAll(subjects);
        codes.putAll(now);
        show();
    }

    private void show() {
        Map<Code, Integer> counts = new TreeMap<>(Code.ORDER);
        codes.values().forEach(held -> counts.merge(held.stream().min(Code.ORDER).orElseThrow(), 1, Integer::sum));
        Map<Tags, Integer> rows = new LinkedHashMap<>();
        counts.forEach((code, count) -> rows.put(code.tags(), count));
        current.show(rows);
    }

    private void count(String code) {
        Counter.builder("controller.plan.refusals")
                .description("Objects that became refused, by code; an object that stays refused is counted once")
                .tag("code", code)
                .register(registry)
                .increment();
    }
}
