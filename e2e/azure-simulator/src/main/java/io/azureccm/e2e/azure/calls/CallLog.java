package io.azureccm.e2e.azure.calls;

import io.azureccm.e2e.azure.calls.Route.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The calls since the start or the last reset; beyond a limit the oldest are dropped. Thread-safe. */
public final class CallLog {
    private static final int KEPT = 200_000;

    private final ArrayDeque<CallRecord> calls = new ArrayDeque<>();
    private final List<CallListener> listeners = CallListener.all();
    private long next = 1;

    public synchronized long nextNumber() {
        return next++;
    }

    public void add(CallRecord call) {
        keep(call);
        listeners.forEach(listener -> listener.called(call));
    }

    private synchronized void keep(CallRecord call) {
        calls.addLast(call);
        if (calls.size() > KEPT)
            calls.removeFirst();
    }

    public synchronized List<CallRecord> all() {
        return new ArrayList<>(calls);
    }

    public List<CallRecord> writes() {
        return all().stream().filter(CallRecord::isWrite).toList();
    }

    /** The last calls to ARM, without those to the control API. */
    public List<CallRecord> last(int count) {
        List<CallRecord> list = all().stream().filter(call -> call.kind() != Kind.CONTROL).toList();
        return list.subList(Math.max(0, list.size() - count), list.size());
    }

    public synchronized Counters counters() {
        return Counters.of(calls);
    }

    public synchronized void reset() {
        calls.clear();
    }
}
