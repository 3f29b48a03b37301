package io.azureccm.e2e.azure.operations;

import io.azureccm.e2e.azure.wire.ArmError;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The known operations, running or ended. They end when the service is used after their time has come, so no timer
 * thread is needed. Not thread-safe: used under the lock of the service.
 */
public final class Operations {
    private static final int REMEMBERED = 5000;

    private final Map<String, Operation> all = new LinkedHashMap<>(64, 0.75f, false) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Operation> eldest) {
            return size() > REMEMBERED && eldest.getValue().isDone();
        }
    };
    private final Map<String, Operation> running = new LinkedHashMap<>();

    public void add(Operation operation) {
        all.put(operation.id().toLowerCase(Locale.ROOT), operation);
        running.put(operation.id(), operation);
    }

    public Optional<Operation> find(String id) {
        return Optional.ofNullable(all.get(id.toLowerCase(Locale.ROOT)));
    }

    /** The running operation of the resource with this lower-case ID. */
    public Optional<Operation> runningOn(String resourceKey) {
        return running.values()
                .stream()
                .filter(operation -> operation.target().resource().equals(resourceKey))
                .findFirst();
    }

    /** Ends all due operations, in the order of their times. */
    public void settle(Instant now) {
        if (running.isEmpty())
            return;
        List<Operation> due = running.values()
                .stream()
                .filter(operation -> !operation.due().isAfter(now))
                .sorted(Comparator.comparing(Operation::due))
                .toList();
        for (Operation operation : due) {
            running.remove(operation.id());
            operation.end(now);
        }
    }

    /** Ends those that would never end on their own, as if nothing had stopped them. */
    public void loosen(Instant now) {
        running.values().forEach(operation -> operation.loosen(now));
        settle(now);
    }

    public void supersede(Operation operation, Instant now, ArmError reason) {
        running.remove(operation.id());
        operation.supersede(now, reason);
    }

    public List<Operation> running() {
        return List.copyOf(running.values());
    }

    public List<Operation> all() {
        return List.copyOf(all.values());
    }

    /** Forgets everything, for a restore of an older state. */
    public void clear() {
        all.clear();
        running.clear();
    }
}
