package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Step;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers plans, logs them as text, and keeps the last ones with their outcomes for people to look at. A plan that writes
 * nothing is numbered but neither kept nor logged, except when its refusals differ from the last ones of its scope. Bodies are
 * kept for the newest plans only, since a load balancer of many Services is large.
 */
public final class PlanJournal {
    private static final Logger log = LoggerFactory.getLogger(PlanJournal.class);
    private static final int KEPT_BODIES = 2;

    /** A kept plan; text and JSON hold the outcome once there is one, JSON holds no bodies. */
    public record Entry(long number, Instant at, String scope, String text, ObjectNode json, boolean isDone) {}

    private static final class Kept {
        private final Map<ArmId, Outcome> ended = new HashMap<>();
        private Entry entry;
        private Plan plan;
        private PlanOutcome outcome;
    }

    private final PlanText text;
    private final int capacity;
    private final Clock clock;
    private final Supplier<String> budgetLeft;
    private final Supplier<String> nearLimits;
    private final WorkSpans spans;
    private final PlanListener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final Map<String, List<Refusal>> refusalsOf = new HashMap<>();
    private boolean silent;
    private long lastNumber;

    /** {@code budgetLeft} is shown with each plan, "" when there is no budget to show. */
    public PlanJournal(PlanText text, int capacity, Clock clock, Supplier<String> budgetLeft) {
        this(text, capacity, clock, budgetLeft, () -> "", WorkSpans.NONE, PlanListener.NONE);
    }

    /**
     * {@code nearLimits} is shown with each plan, "" when no limit of Azure is near; {@code spans} tells the same to whoever traces,
     * {@code listener} to whoever counts.
     */
    public PlanJournal(PlanText text, int capacity, Clock clock, Supplier<String> budgetLeft,
            Supplier<String> nearLimits, WorkSpans spans, PlanListener listener) {
        this.text = text;
        this.capacity = capacity;
        this.clock = clock;
        this.budgetLeft = budgetLeft;
        this.nearLimits = nearLimits;
        this.spans = spans;
        this.listener = listener;
    }

    /** One that is neither read nor logged, for plans that are made again and again. */
    public static PlanJournal silent(PlanText text, Clock clock) {
        PlanJournal journal = new PlanJournal(text, 1, clock, () -> "");
        journal.silent = true;
        return journal;
    }

    private void say(String rendered) {
        if (!silent)
            log.info("{}", rendered);
    }

    /** Who makes spans of the work on the plans in here. */
    public WorkSpans spans() {
        return spans;
    }

    /** Takes a plan in before it is executed and returns its number. */
    public long planned(Plan plan) {
        String rendered;
        long number;
        lock.lock();
        try {
            if (readsOnly(plan)) {
                log.atDebug().log(() -> text.render(plan, PlanNumbers.NONE));
                return lastNumber;
            }
            number = ++lastNumber;
            listener.planned(number, plan);
            List<Refusal> before = plan.refusals().isEmpty()
                    ? refusalsOf.remove(plan.scope())
                    : refusalsOf.put(plan.scope(), plan.refusals());
            boolean isNews = !plan.refusals().isEmpty() && !plan.refusals().equals(before);
            PlanNumbers numbers = new PlanNumbers(number, -1, budgetLeft.get(), nearLimits.get());
            if (plan.isEmpty() && !isNews && plan.schedule().of(Step.Kind.KUBERNETES).isEmpty()) {
                log.atDebug().log(() -> text.render(plan, numbers));
                return number;
            }
            rendered = text.render(plan, numbers);
            kept.stream().filter(each -> each.entry.scope().equals(plan.scope())).forEach(PlanJournal::takenOver);
            Kept entry = new Kept();
            entry.plan = plan;
            entry.entry = new Entry(number, clock.instant(), plan.scope(), rendered,
                    PlanJson.of(plan, numbers, false), plan.isEmpty());
            keep(entry);
        } finally {
            lock.unlock();
        }
        say(rendered);
        return number;
    }

    /** Nothing is left to write of what the scope of the plan has printed. That is not printed. */
    public void nothingLeft(Plan plan) {
        listener.nothingLeft(plan);
    }

    /** An operation of a plan that is carried out piece by piece is about to be sent; {@link #ended} follows. */
    public void sent(long number) {
        listener.sent(number);
    }

    /** What is left of a plan is in the next one of its scope. */
    private static void takenOver(Kept older) {
        Entry entry = older.entry;
        older.entry = new Entry(entry.number(), entry.at(), entry.scope(), entry.text(), entry.json(), true);
    }

    /** What has to be known before anything is planned has no number: the plan that it is for gets one. */
    private static boolean readsOnly(Plan plan) {
        return plan.isEmpty() && plan.refusals().isEmpty() && !plan.schedule().of(Step.Kind.READ).isEmpty()
                && plan.schedule().of(Step.Kind.KUBERNETES).isEmpty();
    }

    /** Adds what became of a plan; of one that is no longer kept, only the log speaks. */
    public void executed(long number, PlanOutcome outcome, Duration took) {
        if (outcome.plan().isEmpty())
            return;
        listener.executed(number, outcome, took);
        PlanNumbers numbers = PlanNumbers.of(number);
        String rendered = text.render(outcome, numbers, took);
        if (outcome.outcomes().values().stream().allMatch(PlanJournal::isAsPlanned)) {
            log.info("{}", text.summary(outcome, numbers, took));
        } else {
            log.warn("{}", rendered);
        }
        lock.lock();
        try {
            kept.stream().filter(each -> each.entry.number() == number).findFirst().ifPresent(each -> {
                each.outcome = each.plan == null ? null : outcome;
                each.entry = new Entry(number, each.entry.at(), each.entry.scope(),
                        each.entry.text() + "\n" + rendered, PlanJson.of(outcome, numbers, false), true);
            });
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds what became of one operation of a plan that is carried out piece by piece. The plan is done when all that it did not defer
     * has ended; what a newer plan took over is not waited for.
     */
    public void ended(long number, Operation operation, Outcome outcome, Duration took) {
        listener.ended(number, operation, outcome);
        String line = text.render(number, operation, outcome, took);
        if (isAsPlanned(outcome)) {
            log.info("{}", line);
        } else {
            log.warn("{}", line);
        }
        lock.lock();
        try {
            kept.stream().filter(each -> each.entry.number() == number).findFirst().ifPresent(each -> {
                each.ended.put(operation.target(), outcome);
                Optional<PlanOutcome> whole = Optional.ofNullable(each.plan).map(plan -> soFar(plan, each.ended));
                each.outcome = whole.orElse(null);
                boolean done = each.plan == null || each.plan.ready()
                        .stream()
                        .allMatch(ready -> each.ended.containsKey(ready.target()));
                each.entry = new Entry(number, each.entry.at(), each.entry.scope(), each.entry.text() + "\n" + line,
                        whole.map(result -> PlanJson.of(result, PlanNumbers.of(number), false))
                                .orElse(each.entry.json()),
                        done);
            });
        } finally {
            lock.unlock();
        }
    }

    private static PlanOutcome soFar(Plan plan, Map<ArmId, Outcome> ended) {
        Map<ArmId, Outcome> outcomes = new HashMap<>();
        plan.operations()
                .forEach(operation -> outcomes.put(operation.target(), ended.getOrDefault(operation.target(),
                        new Outcome.NotAttempted(Outcome.NotAttempted.Reason.DEFERRED, "not sent yet"))));
        return new PlanOutcome(plan, outcomes);
    }

    /** Takes in a plan of writes to something else than ARM, before it is executed, and returns its number. */
    public long planned(PrintedPlan plan) {
        long number;
        String rendered;
        lock.lock();
        try {
            number = ++lastNumber;
            rendered = plan.text(number);
            Kept entry = new Kept();
            entry.entry = new Entry(number, clock.instant(), plan.scope(), rendered, plan.json(number), plan.isEmpty());
            keep(entry);
        } finally {
            lock.unlock();
        }
        say(rendered);
        return number;
    }

    /** Adds what became of a plan of the other kind. */
    public void executed(long number, String outcome, boolean isAsPlanned) {
        if (isAsPlanned) {
            log.info("{}", outcome);
        } else {
            log.warn("{}", outcome);
        }
        lock.lock();
        try {
            kept.stream().filter(each -> each.entry.number() == number).findFirst().ifPresent(each -> {
                ObjectNode json = each.entry.json().deepCopy();
                json.put("outcome", outcome);
                each.entry = new Entry(number, each.entry.at(), each.entry.scope(), each.entry.text() + "\n" + outcome,
                        json, true);
            });
        } finally {
            lock.unlock();
        }
    }

    /** Neither a deferred operation nor a dry run is anything to warn about. */
    private static boolean isAsPlanned(Outcome outcome) {
        return outcome.isGood() || outcome instanceof Outcome.NotAttempted(Outcome.NotAttempted.Reason reason, String m)
                && (reason == Outcome.NotAttempted.Reason.DEFERRED || reason == Outcome.NotAttempted.Reason.DRY_RUN);
    }

    /** The kept plans, newest first. */
    public List<Entry> entries() {
        lock.lock();
        try {
            return new ArrayList<>(kept.stream().map(each -> each.entry).toList());
        } finally {
            lock.unlock();
        }
    }

    /** A kept plan as JSON with the bodies of its writes; empty when it is not kept or too old to have kept them. */
    public Optional<ObjectNode> withBodies(long number) {
        lock.lock();
        try {
            return kept.stream()
                    .filter(each -> each.entry.number() == number && each.plan != null)
                    .findFirst()
                    .map(each -> each.outcome == null
                            ? PlanJson.of(each.plan, PlanNumbers.of(number), true)
                            : PlanJson.of(each.outcome, PlanNumbers.of(number), true));
        } finally {
            lock.unlock();
        }
    }

    private void keep(Kept entry) {
        kept.addFirst(entry);
        if (kept.size() > capacity) {
            kept.removeLast();
        }
        kept.stream().skip(KEPT_BODIES).forEach(old -> {
            old.plan = null;
            old.outcome = null;
        });
    }
}
