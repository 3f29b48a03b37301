package io.azureccm.common.observe.health;

import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.metrics.ArmMetrics;
import io.azureccm.common.reconcile.LoopStats;
import io.azureccm.common.resilience.budget.BudgetState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** The checks of the controller's health, each with its details. */
public final class HealthChecks {
    private static final int FAILURES = 3;
    /** Unreadable resources that are named. */
    private static final int MAX_NAMED = 20;

    private HealthChecks() {}

    /** Liveness: down if the loop has made no turn for too long, so that the kubelet restarts the process. */
    public static void loop(ControllerState now, Health.Builder health) {
        ControllerState.Work work = now.work();
        health.status(work.isStalled() ? "DOWN" : "UP")
                .withDetail("phase", now.phase())
                .withDetail("secondsSinceTurn", work.sinceTurn().toSeconds())
                .withDetail("limitSeconds", work.turnLimit().toSeconds());
        work.loop()
                .ifPresent(loop -> health.withDetail("pending", loop.waiting())
                        .withDetail("inWork", loop.underWay().size())
                        .withDetail("oldestSeconds", loop.oldest().toSeconds()));
    }

    /**
     * Readiness: down with the cause after three failed turns in a row, until turns succeed again. Not part of liveness: the loop already starts
     * over after each failure, with what it reads anew, and a new process would meet the same data.
     */
    public static void turns(ControllerState now, Health.Builder health) {
        LoopStats.Failing failing = now.work()
                .loop()
                .map(LoopStats::failing)
                .orElse(LoopStats.Failing.NONE);
        health.status(failing.inARow() < FAILURES ? "UP" : "DOWN").withDetail("failedInARow", failing.inARow());
        if (failing.inARow() > 0)
            health.withDetail("cause", failing.cause());
    }

    /** Readiness: up if all watched objects are listed and the watches are up to date; otherwise down with the cause. */
    public static void kubernetes(ControllerState now, Health.Builder health) {
        Optional<String> problem = now.kubernetes().firstProblem();
        if (now.phase() == ControllerState.Phase.DISABLED) {
            health.up().withDetail("disabled", "disableCloudProvider is set in the cloud config");
        } else if (problem.isPresent()) {
            health.down().withDetail("cause", problem.get());
        } else if (!now.kubernetes().isSynced()) {
            health.down().withDetail("cause", notYet(now.kubernetes().informers()));
        } else {
            health.up();
        }
        now.kubernetes().informers().forEach(informer -> health.withDetail(informer.resource(), details(informer)));
    }

    private static String notYet(List<InformerStatus> informers) {
        List<String> open = informers.stream()
                .filter(informer -> !informer.synced())
                .map(InformerStatus::resource)
                .toList();
        return open.isEmpty() ? "nothing is watched yet" : "the first list is not complete: " + String.join(", ", open);
    }

    private static Map<String, Object> details(InformerStatus informer) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("synced", informer.synced());
        details.put("watching", informer.watching());
        details.put("objects", informer.objects());
        details.put("secondsSinceActivity", informer.sinceActivity().toSeconds());
        informer.problem().ifPresent(problem -> details.put("problem", problem));
        informer.unreadable().ifPresent(unreadable -> details.put("unreadable", unreadable));
        return details;
    }

    /**
     * Readiness: down with the cause while ARM cannot be read, so that no snapshot is possible; up from the first response. Single resources that
     * cannot be read are named, and everything else works.
     */
    public static void azure(ControllerState now, Health.Builder health) {
        ArmReachability.Reach reach = now.azure().reach();
        if (now.phase() == ControllerState.Phase.DISABLED) {
            health.up().withDetail("disabled", "disableCloudProvider is set in the cloud config");
            return;
        }
        health.status(reach.up().map(up -> up ? Status.UP : Status.DOWN).orElse(Status.OUT_OF_SERVICE))
                .withDetail("since", reach.since().toString())
                .withDetail("snapshotReads", now.azure().snapshotReads());
        if (!reach.problem().isEmpty()) {
            health.withDetail("cause", reach.problem());
        }
        now.azure().rejectedChange().ifPresent(problem -> health.withDetail("changedConfigNotTaken", problem));
        now.azure().oldestAnswer().ifPresent(oldest -> health.withDetail("oldestAnswer", oldest.toString()));
        Map<String, String> byResource = new TreeMap<>();
        now.azure().oldestAnswers().forEach((type, at) -> byResource.put(ArmMetrics.resource(type), at.toString()));
        if (!now.azure().unreadable().isEmpty()) {
            health.withDetail("unreadable", now.azure()
                    .unreadable()
                    .stream()
                    .limit(MAX_NAMED)
                    .map(UnreadableResource::describe)
                    .toList());
        }
        if (!byResource.isEmpty()) {
            health.withDetail("oldestAnswers", byResource);
        }
    }

    /** Shows the leader. Always up and in no group, since a second instance is expected to stand by. */
    public static void leadership(ControllerState now, Removals held, Health.Builder health) {
        health.up()
                .withDetail("leading", now.leadership().leading())
                .withDetail("phase", now.phase())
                .withDetail("decidedBy", now.leadership().decidedBy())
                .withDetail("since", now.leadership().since().toString())
                .withDetail("holder", now.leadership().holder());
        now.leadership().problem().ifPresent(problem -> health.withDetail("problem", problem));
        now.leadership().others().holding().ifPresent(why -> health.withDetail("holding", why));
        if (!held.isEmpty())
            health.withDetail("removalsHeld", held.describe() + "; approve with " + held.hash());
        Map<String, String> leases = new TreeMap<>();
        now.leadership().others().leases().forEach(lease -> leases.put(lease.name(), lease.standing()));
        if (!leases.isEmpty()) {
            health.withDetail("otherLeases", leases);
        }
    }

    /**
     * Always up, since waiting is normal: details name the limits that Azure has closed, those that are used up, and the waiting
     * calls.
     */
    public static void budget(BudgetState state, Health.Builder health) {
        Map<String, String> closed = new TreeMap<>();
        state.buckets()
                .stream()
                .filter(bucket -> bucket.level().closedForNanos() > 0)
                .forEach(bucket -> closed.put(name(bucket),
                        "until " + Instant.ofEpochSecond(
                                state.at().plusNanos(bucket.level().closedForNanos()).getEpochSecond())));
        List<String> usedUp = state.buckets()
                .stream()
                .filter(bucket -> bucket.level().closedForNanos() == 0 && bucket.level().size() >= 1
                        && bucket.level().left() < 1)
                .map(HealthChecks::name)
                .toList();
        health.up()
                .withDetail("closed", closed)
                .withDetail("usedUp", usedUp)
                .withDetail("waiting", state.waiting().values().stream().mapToInt(Integer::intValue).sum());
    }

    private static String name(BudgetState.Bucket bucket) {
        return bucket.limit() + (bucket.resource().isEmpty() ? "" : " of " + bucket.resource()) + " in subscription "
                + bucket.subscription();
    }
}
