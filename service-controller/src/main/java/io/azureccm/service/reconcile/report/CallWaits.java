package io.azureccm.service.reconcile.report;

import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.service.plan.ServicePlan;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits an event about each wait of a write for the call budget on the Services of that write, with the reason and the end of the wait;
 * once per wait. Thread-safe.
 */
public final class CallWaits implements CallQueue.WaitListener {
    private static final Logger log = LoggerFactory.getLogger(CallWaits.class);

    private final InstantSource clock;
    private final BiConsumer<String, String> emitter;
    /** By UID: the end of the last wait that was reported. */
    private final Map<String, Instant> reported = new HashMap<>();
    /** By UID: the current wait according to the budget. */
    private final Map<String, Wait> waits = new HashMap<>();
    private ServicePlan plan;

    private record Wait(Instant until, String text) {}

    /** {@code emitter}: emits an event with a message on a Service, by UID. */
    public CallWaits(InstantSource clock, BiConsumer<String, String> emitter) {
        this.clock = clock;
        this.emitter = emitter;
    }

    /** This plan is executed from now on. */
    public synchronized void planned(ServicePlan next) {
        plan = next;
        reported.keySet().retainAll(next.plannedServices().keySet());
        waits.keySet().retainAll(next.plannedServices().keySet());
    }

    /** The call that a Service, by UID, currently waits for, until when and why. */
    public synchronized Optional<String> of(String uid) {
        return Optional.ofNullable(waits.get(uid))
                .filter(each -> clock.instant().isBefore(each.until()))
                .map(
                        Wait::text);
    }

    @Override
    public synchronized void waits(ArmId target, String call, Instant until, String why) {
        if (plan == null)
            return;
        Set<String> subjects = subjects(target);
        if (subjects.isEmpty())
            return;
        String text = call + " waits until about " + until.truncatedTo(ChronoUnit.SECONDS) + ": " + why;
        log.info("{}", text);
        Instant now = clock.instant();
        plan.plannedServices().forEach((uid, plannedService) -> {
            if (!subjects.contains(plannedService.subject()))
                return;
            waits.put(uid, new Wait(until, text));
            if (reported.getOrDefault(uid, now).isAfter(now))
                return;
            reported.put(uid, until);
            emitter.accept(uid, text);
        });
    }

    /** The Services of the operation on the target, and of all operations after it. */
    private Set<String> subjects(ArmId target) {
        Set<ArmId> held = new HashSet<>(Set.of(target));
        Set<String> subjects = new HashSet<>();
        for (Operation operation : plan.plan().operations()) {
            if (held.contains(operation.target()) || operation.after().stream().anyMatch(held::contains)) {
                held.add(operation.target());
                subjects.addAll(operation.subjects());
            }
        }
        return subjects;
    }
}
