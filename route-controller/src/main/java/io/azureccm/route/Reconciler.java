package io.azureccm.route;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.DriftFinding;
import io.azureccm.common.core.drift.LastInPlace;
import io.azureccm.common.exec.ConvergenceLoop;
import io.azureccm.common.exec.RunResult;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.route.apply.NetworkCondition;
import io.azureccm.route.apply.Verdict;
import io.azureccm.route.apply.VerdictWriter;
import io.azureccm.route.estate.MachineAddresses;
import io.azureccm.route.estate.RouteEstate;
import io.azureccm.route.intent.NodeFacts;
import io.azureccm.route.intent.NodeFacts.Care;
import io.azureccm.route.plan.Demand;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.plan.RoutePlanner;
import io.azureccm.route.plan.Standing;
import io.azureccm.route.read.EstateReader;
import io.azureccm.route.read.MachineAddressReader;
import io.azureccm.route.watch.Dirty;
import io.azureccm.route.watch.NodeRoster;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over the route table: what the nodes ask for, what is there, the plan, its execution in as many rounds as it takes,
 * and what that comes to for each node.
 */
final class Reconciler {
    private static final CallReason NODES = new CallReason(CallPriority.CHANGED, "NodesChanged");
    private static final CallReason CHECK = new CallReason(CallPriority.DRIFT, "DriftCheck");
    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);
    /** A table read longer ago than this is not what a node is told good news from. */
    private static final Duration FRESH = Duration.ofSeconds(5);

    /** What a pass reads, plans and writes with. */
    record Parts(NodeRoster roster, EstateReader reader, MachineAddressReader machines, Planning planning,
            ConvergenceLoop loop,
            VerdictWriter verdicts, PassListener listener) {}

    /** How plans are made, and what is remembered from one to the next. */
    record Planning(RoutePlanner planner, LastInPlace inPlace) {
        RoutePlan plan(RouteEstate estate, Demand demand) {
            return planner.plan(estate, demand, inPlace.value());
        }
    }

    /** How the pass failed, if it did, and after what time the next one is to be made at the latest. */
    record Result(Optional<FailedAttempt> failed, Duration within) {}

    private final Parts parts;
    private final Timing timing;
    private final boolean dryRun;
    private final InstantSource clock;
    private final Map<String, Instant> settling = new HashMap<>();
    private boolean detached;

    Reconciler(Parts parts, Timing timing, boolean dryRun, InstantSource clock) {
        this.parts = parts;
        this.timing = timing;
        this.dryRun = dryRun;
        this.clock = clock;
    }

    Result reconcile(Dirty dirty) {
        return (dirty.nodes().isEmpty() ? CHECK : NODES).within(() -> parts.loop().pass(() -> pass(dirty)));
    }

    private Result pass(Dirty dirty) {
        Instant start = clock.instant();
        AtomicReference<RoutePlan> last = new AtomicReference<>();
        RunResult result;
        try {
            result = run(dirty, last);
            if (!dryRun && result.lastPlan().isEmpty() && !isFresh(last.get()) && hasGoodNews(last.get())) {
                parts.reader().forget();
                result = run(dirty, last);
            }
        } catch (RuntimeException unreadable) {
            log.warn("the route table cannot be read: {}", unreadable.toString());
            return new Result(Optional.of(unreadable(unreadable)), timing.driftPeriod());
        }
        RoutePlan plan = last.get();
        sayIfDetached(plan);
        parts.listener().refused(plan.plan().refusals());
        if (dryRun)
            return new Result(Optional.empty(), timing.driftPeriod());
        parts.verdicts().tellDrift(DriftFinding.of(result.rounds()));
        parts.verdicts().tellOutside(plan.standings());
        Map<NodeFacts, Verdict> verdicts = verdicts(plan, result,
                result.allGood() ? Set.of() : servedAnyway(plan, dirty));
        boolean written = parts.loop()
                .spans()
                .within("write nodes",
                        notes -> parts.verdicts().write(verdicts, Duration.between(start, clock.instant())));
        parts.listener().passed(plan, verdicts.values());
        boolean again = !written || !result.allGood() || result.failure().isPresent();
        return new Result(again ? Optional.of(failed(result)) : Optional.empty(), settled());
    }

    private static FailedAttempt unreadable(RuntimeException problem) {
        return problem instanceof ArmException error
                ? new FailedAttempt(error.retryAfter().isPresent() ? RetryReason.CLOSED_WINDOW : RetryReason.FAILED,
                        error.status() + " " + error.code(), Set.of(), error.retryAfter())
                : FailedAttempt.of(RetryReason.FAILED, problem.getClass().getSimpleName());
    }

    private static FailedAttempt failed(RunResult result) {
        Optional<Instant> opens = result.retryNotBefore();
        return new FailedAttempt(opens.isPresent() ? RetryReason.CLOSED_WINDOW : RetryReason.FAILED, result.causes(),
                Set.of(), opens);
    }

    /** Forgets what was known of Azure: somebody else may have led since. */
    void begin() {
        parts.verdicts().begin();
        parts.reader().forget();
        parts.planning().inPlace().begin();
        settling.clear();
    }

    private RunResult run(Dirty dirty, AtomicReference<RoutePlan> last) {
        return parts.loop().run(() -> plan(dirty, last));
    }

    private Plan plan(Dirty dirty, AtomicReference<RoutePlan> last) {
        RoutePlan plan = plan(dirty);
        last.set(plan);
        parts.listener().drifted(parts.planning().inPlace().planned(plan.plan(), plan.reading()));
        return plan.plan();
    }

    private RoutePlan plan(Dirty dirty) {
        Demand demand = parts.roster().demand(dirty.nodes().size());
        RouteEstate estate = parts.reader().read();
        RoutePlan draft = parts.planning().plan(estate, demand);
        return draft.unasked().isEmpty()
                ? draft
                : parts.planning().plan(estate.with(addresses(draft, demand)), demand);
    }

    private Map<String, MachineAddresses> addresses(RoutePlan draft, Demand demand) {
        return parts.machines()
                .read(demand.nodes().stream().filter(node -> draft.unasked().contains(node.name())).toList());
    }

    /**
     * A write that did not end well may have left the whole table failed, with the routes that were good before: the UIDs of the
     * nodes that a new reading shows served all the same.
     */
    private Set<String> servedAnyway(RoutePlan plan, Dirty dirty) {
        if (!hasGoodNews(plan))
            return Set.of();
        parts.reader().forget();
        try {
            RoutePlan now = plan(dirty);
            return now.repairs()
                    ? Set.of()
                    : now.standings()
                            .stream()
                            .filter(Reconciler::isServed)
                            .map(standing -> standing.node().uid())
                            .collect(Collectors.toSet());
        } catch (RuntimeException unreadable) {
            log.debug("the route table cannot be read: {}", unreadable.toString());
            return Set.of();
        }
    }

    /** Every pod CIDR has its route already. */
    private static boolean isServed(Standing standing) {
        return standing.kind() == Standing.Kind.CONNECTED && standing.written().isEmpty();
    }

    private Map<NodeFacts, Verdict> verdicts(RoutePlan plan, RunResult result, Set<String> servedAnyway) {
        boolean applied = result.last().outcomes().values().stream().anyMatch(Outcome.Applied.class::isInstance);
        boolean sure = result.allGood() && (applied || isFresh(plan) && !plan.repairs());
        Instant now = clock.instant();
        Map<NodeFacts, Verdict> verdicts = new LinkedHashMap<>();
        for (Standing standing : plan.standings()) {
            NodeFacts node = standing.node();
            Verdict verdict = Verdict.of(standing, result);
            if (applied && !standing.written().isEmpty() && timing.settleTime().isPositive())
                settling.put(node.uid(), now.plus(timing.settleTime()));
            boolean early = !sure && !servedAnyway.contains(node.uid())
                    || settling.getOrDefault(node.uid(), now).isAfter(now);
            boolean held = verdict instanceof Verdict.Connected && early && node.care() == Care.OURS;
            verdicts.put(node, held ? new Verdict.Open() : verdict);
        }
        return verdicts;
    }

    private boolean hasGoodNews(RoutePlan plan) {
        return plan.standings()
                .stream()
                .filter(standing -> isServed(standing) && standing.node().care() == Care.OURS)
                .filter(standing -> !settling.containsKey(standing.node().uid())
                        || !settling.get(standing.node().uid()).isAfter(clock.instant()))
                .anyMatch(standing -> parts.roster()
                        .entry(standing.node().name())
                        .filter(entry -> !NetworkCondition.says(entry.node(), true))
                        .isPresent());
    }

    private static boolean isFresh(RoutePlan plan) {
        return plan.plan().basis().snapshotAgeMillis() <= FRESH.toMillis();
    }

    /** The time until the next node may hear of its route, at most the period of comparing. */
    private Duration settled() {
        Instant now = clock.instant();
        settling.values().removeIf(until -> !until.isAfter(now));
        return settling.values()
                .stream()
                .map(until -> Duration.between(now, until))
                .filter(wait -> wait.compareTo(timing.driftPeriod()) < 0)
                .min(Duration::compareTo)
                .orElse(timing.driftPeriod());
    }

    private void sayIfDetached(RoutePlan plan) {
        boolean now = plan.counts().nodeRoutes() > 0 && plan.counts().subnets() == 0;
        if (now && !detached)
            log.warn(
                    "{}: no subnet uses this route table, so its routes have no effect; attaching it is not ours to do",
                    plan.plan().scope());
        detached = now;
    }
}
