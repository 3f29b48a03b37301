package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Step;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers plans, logs them as text, and keeps the latest ones with their outcomes for users. A plan that writes nothing is
 * numbered but neither kept nor logged, unless its refusals differ from the last ones of its scope. Bodies are kept only for
 * the newest plans, since a load balancer of many Services is large.
 */
public final class PlanJournal {
    private static final Logger log = LoggerFactory.getLogger(PlanJournal.class);
    private static final int KEPT_BODIES = 2;

    /**
     * The current state of a kept plan; text and JSON contain the outcome once there is one. {@code news} is the text without refusals of
     * the plan before it.
     */
    public record Entry(long number, Instant at, String scope, String text, String news, Supplier<ObjectNode> source,
            boolean isDone) {
        /** Complete except for the bodies of writes; created anew for each caller. */
        public ObjectNode json() {
            return source.get();
        }
    }

    private final PlanText text;
    private final int capacity;
    private final Clock clock;
    private final Supplier<String> budgetLeft;
    private final Supplier<String> nearLimits;
    private final WorkSpans spans;
    private final PlanListener listener;
    private final Deque<JournaledPlan> kept = new ArrayDeque<>();
    private final Map<String, List<Refusal>> refusalsOf = new HashMap<>();
    private boolean silent;
    private long lastNumber;

    /** {@code budgetLeft} is shown with each plan; "" if there is no budget to show. */
    public PlanJournal(PlanText text, int capacity, Clock clock, Supplier<String> budgetLeft) {
        this(text, capacity, clock, budgetLeft, () -> "", WorkSpans.NONE, PlanListener.NONE);
    }

    /**
     * {@code nearLimits} is shown with each plan; "" if no Azure limit is near. {@code spans} receives the same for tracing,
     * {@code listener} for metrics.
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

    /** A journal that is neither read nor logged, for plans that are made repeatedly. */
    public static PlanJournal silent(PlanText text, Clock clock) {
        PlanJournal journal = new PlanJournal(text, 1, clock, () -> "");
        journal.silent = true;
        return journal;
    }

    private void say(String rendered) {
        if (!silent)
            log.info("{}", rendered);
    }

    /** Creates spans for the work on the plans in this journal. */
    public WorkSpans spans() {
        return spans;
    }

    /** Adds a plan before it is executed and returns its number. */
    public long planned(Plan plan) {
        String news;
        long number;
        synchronized (this) {
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
            String rendered = text.render(plan, numbers);
            news = before == null ? rendered : text.render(plan, numbers, before);
            kept.stream()
                    .filter(each -> each.scope().equals(plan.scope()))
                    .forEach(each -> each.superseded(numbers.number()));
            keep(new JournaledPlan(plan, numbers, clock.instant(), new JournaledPlan.Head(rendered, news)));
        }
        say(news);
        return number;
    }

    /** The printed plan of this scope has nothing left to write. This is not printed. */
    public void nothingLeft(Plan plan) {
        listener.nothingLeft(plan);
        onKept(each -> each.scope().equals(plan.scope()), JournaledPlan::nothingLeft);
    }

    /** An operation of a plan that is executed piece by piece is about to be sent; {@link #ended} follows. */
    public void sent(long number) {
        listener.sent(number);
    }

    /** Reads that are needed before planning have no number: the plan that they are for gets one. */
    private static boolean readsOnly(Plan plan) {
        return plan.isEmpty() && plan.refusals().isEmpty() && !plan.schedule().of(Step.Kind.READ).isEmpty()
                && plan.schedule().of(Step.Kind.KUBERNETES).isEmpty();
    }

    /** Adds the outcome of a plan; if the plan is no longer kept, it is only logged. */
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
        onKept(number, each -> each.executed(outcome, rendered));
    }

    private void onKept(long number, Consumer<JournaledPlan> action) {
        onKept(each -> each.number() == number, action);
    }

    private synchronized void onKept(Predicate<JournaledPlan> wanted, Consumer<JournaledPlan> action) {
        kept.stream().filter(wanted).findFirst().ifPresent(action);
    }

    /**
     * Adds the outcome of one operation of a plan that is executed piece by piece. The plan is done when all operations that
     * it did not defer have ended; operations taken over by a newer plan are not awaited, and are done in that plan, too.
     */
    public void ended(long number, Operation operation, Outcome outcome, Duration took) {
        listener.ended(number, operation, outcome);
        String line = text.render(number, operation, outcome, took);
        if (isAsPlanned(outcome)) {
            log.info("{}", line);
        } else {
            log.warn("{}", line);
        }
        onKept(number, each -> each.ended(operation, outcome, line));
        if (outcome.isGood())
            endedBefore(number, operation, outcome);
    }

    private synchronized void endedBefore(long number, Operation operation, Outcome outcome) {
        kept.stream()
                .filter(each -> each.number() > number)
                .forEach(each -> each.endedBefore(number, operation, outcome));
    }

    /** Adds a plan of writes to the cluster, whose refusals are all new, before it is executed, and returns its number. */
    public long plannedInCluster(Plan plan) {
        PlanNumbers numbers;
        String rendered;
        synchronized (this) {
            numbers = PlanNumbers.of(++lastNumber);
            rendered = text.render(plan, numbers);
            keep(new JournaledPlan(plan, numbers, clock.instant(), new JournaledPlan.Head(rendered, rendered))
                    .untilExecuted());
        }
        say(rendered);
        return numbers.number();
    }

    /** Adds the outcome of such a plan, which is as planned. */
    public void executed(long number, String outcome) {
        log.info("{}", outcome);
        onKept(number, each -> each.executed(outcome));
    }

    /** Adds the outcome of such a plan, part of which failed. */
    public void failed(long number, String outcome) {
        log.warn("{}", outcome);
        onKept(number, each -> each.executed(outcome));
    }

    /** Neither a deferred operation nor a dry run causes a warning. */
    private static boolean isAsPlanned(Outcome outcome) {
        return outcome.isGood() || outcome instanceof Outcome.NotAttempted(Outcome.NotAttempted.Reason reason, String m)
                && (reason == Outcome.NotAttempted.Reason.DEFERRED || reason == Outcome.NotAttempted.Reason.DRY_RUN);
    }

    /** The kept plans, newest first. */
    public synchronized List<Entry> entries() {
        return kept.stream().map(JournaledPlan::entry).toList();
    }

    /** A kept plan as JSON with the bodies of its writes; empty if it is not kept or its bodies have been dropped. */
    public synchronized Optional<ObjectNode> withBodies(long number) {
        return kept.stream()
                .filter(each -> each.number() == number)
                .findFirst()
                .flatMap(JournaledPlan::withBodies);
    }

    private void keep(JournaledPlan plan) {
        kept.addFirst(plan);
        if (kept.size() > capacity)
            kept.removeLast();
        kept.stream().skip(KEPT_BODIES).forEach(JournaledPlan::withoutBodies);
    }
}
