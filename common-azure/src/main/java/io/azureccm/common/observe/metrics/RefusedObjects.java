package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts objects when they become refused, not again while they stay refused with the same code, however often they are
 * planned; and shows how many are currently refused.
 */
public final class RefusedObjects {
    private final MeterRegistry registry;
    private final MultiGauge current;
    private final Map<String, Set<String>> codes = new HashMap<>();

    public RefusedObjects(MeterRegistry registry) {
        this.registry = registry;
        this.current = MultiGauge.builder("controller.refused.objects")
                .description("Objects currently refused, by code")
                .register(registry);
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
        Map<String, Set<String>> now = new HashMap<>();
        refusals.forEach(refusal -> now.computeIfAbsent(refusal.subject(), subject -> new HashSet<>())
                .add(refusal.code()));
        now.forEach((subject, held) -> {
            Set<String> before = codes.getOrDefault(subject, Set.of());
            held.stream().filter(code -> !before.contains(code)).forEach(this::count);
        });
        codes.keySet().removeAll(subjects);
        codes.putAll(now);
        show();
    }

    private void show() {
        Map<String, Integer> counts = new TreeMap<>();
        codes.values().forEach(held -> held.forEach(code -> counts.merge(code, 1, Integer::sum)));
        current.register(counts.entrySet()
                .stream().<MultiGauge
                        .Row<?>>map(each -> MultiGauge.Row.of(Tags.of("code", each.getKey()), each.getValue()))
                .toList(), true);
    }

    private void count(String code) {
        Counter.builder("controller.plan.refusals")
                .description("Objects that became refused, by code; an object that stays refused is counted once")
                .tag("code", code)
                .register(registry)
                .increment();
    }
}
