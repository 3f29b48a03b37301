package io.azureccm.e2e.suite.docs.walk;

import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.suite.faults.virtual.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a recorded run did, as the text of a page: turn by turn, and in each the steps in which classes come in that no earlier one had. */
final class Walk {
    private static final String LOOP = "EventLoop.turn";
    private static final List<String> STEPS = List.of("observe", "update", "plan", "decide", "print", "perform",
            "nextTurn");

    private final MethodTrace trace;
    private final List<CallRecord> calls;
    private final Duration from;
    private final Set<String> met = new HashSet<>();
    /** What earlier walks of the page have named. */
    private final Set<String> named;

    /**
     * {@code calls}: to Azure during the run; {@code from}: the virtual time at which the run began; {@code named}: what
     * earlier walks of the page have named, to which this one adds.
     */
    Walk(MethodTrace trace, List<CallRecord> calls, Duration from, Set<String> named) {
        this.named = named;
        this.trace = trace;
        this.calls = calls;
        this.from = from;
    }

    /** The number of classes that have come in. */
    int classes() {
        return met.size();
    }

    /** The lines of a table: turn, step, classes and methods. */
    List<String> rows() {
        List<String> rows = new ArrayList<>();
        List<MethodTrace.Call> turns = trace.calls()
                .stream()
                .filter(call -> TracedClasses.label(call).equals(LOOP))
                .toList();
        rows.addAll(outside("change", trace.calls()
                .stream()
                .filter(call -> turns.isEmpty() || call.begin().isBefore(turns.getFirst().begin()))
                .toList()));
        for (int i = 0; i < turns.size(); i++) {
            MethodTrace.Call turn = turns.get(i);
            List<String> ofTurn = new ArrayList<>(inside(turn));
            MethodTrace.Call next = i + 1 < turns.size() ? turns.get(i + 1) : null;
            ofTurn.addAll(outside("", trace.calls()
                    .stream()
                    .filter(call -> call.begin().isAfter(turn.end()))
                    .filter(call -> next == null || call.begin().isBefore(next.begin()))
                    .toList()));
            ofTurn.addAll(toAzure(turn, next));
            if (!ofTurn.isEmpty())
                rows.add("| " + (i + 1) + " at " + seconds(trace.timeOf(turn)) + ofTurn.removeFirst().substring(2));
            rows.addAll(ofTurn);
        }
        return rows;
    }

    private List<String> inside(MethodTrace.Call turn) {
        List<MethodTrace.Call> during = trace.calls().stream().filter(turn::spans).toList();
        List<MethodTrace.Call> steps = during.stream().filter(Walk::isStep).toList();
        List<String> rows = new ArrayList<>();
        met.add("EventLoop");
        for (MethodTrace.Call step : steps) {
            List<String> fresh = fresh(during.stream().filter(step::spans).toList());
            if (!fresh.isEmpty())
                rows.add(row("", step.method(), fresh));
        }
        List<String> others = fresh(during);
        if (!others.isEmpty())
            rows.add(row("", "other", others));
        return rows;
    }

    private static boolean isStep(MethodTrace.Call call) {
        String owner = TracedClasses.label(call).replaceFirst("\\..*", "");
        return (owner.endsWith("Scope") || owner.endsWith("TurnSteps")) && STEPS.contains(call.method());
    }

    private List<String> outside(String title, List<MethodTrace.Call> during) {
        List<String> fresh = fresh(during);
        return fresh.isEmpty() ? List.of() : List.of(row(title, title.isEmpty() ? "operations" : "watch", fresh));
    }

    /** The first method of each class that has not come in yet, unless an earlier walk names it. */
    private List<String> fresh(List<MethodTrace.Call> during) {
        Set<String> labels = new LinkedHashSet<>();
        for (MethodTrace.Call call : during) {
            String label = TracedClasses.label(call);
            if (TracedClasses.isNamed(call) && met.add(label.substring(0, label.indexOf('.')))
                    && named.add(label))
                labels.add("`" + label + "`");
        }
        return List.copyOf(labels);
    }

    private List<String> toAzure(MethodTrace.Call turn, MethodTrace.Call next) {
        Duration begin = trace.timeOf(turn);
        Duration end = next == null ? Duration.ofDays(1) : trace.timeOf(next);
        String lines = calls.stream()
                .filter(call -> !Walk.passed(call).minus(begin).isNegative() && passed(call).compareTo(end) < 0)
                .map(call -> call.verb() + " " + target(call) + (call.status() >= 300 ? " " + call.status() : ""))
                .distinct()
                .collect(Collectors.joining(", "));
        return lines.isEmpty() ? List.of() : List.of("|  | Azure | " + lines + " |");
    }

    private static Duration passed(CallRecord call) {
        return Duration.between(VirtualTime.START, call.at());
    }

    private static String target(CallRecord call) {
        String[] parts = call.target().split("/");
        return String.join("/", Arrays.asList(parts).subList(Math.max(0, parts.length - 2), parts.length));
    }

    private static String row(String title, String step, List<String> labels) {
        return "| " + title + " | " + step + " | " + String.join(", ", labels) + " |";
    }

    private String seconds(Duration passed) {
        return "%.1f s".formatted(passed.minus(from).toMillis() / 1000.0);
    }
}
