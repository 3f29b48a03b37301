package io.azureccm.service.reconcile;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.drift.LastInPlace;
import io.azureccm.common.exec.ConvergenceLoop;
import io.azureccm.common.exec.RunResult;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.metrics.ServiceSync;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.UnreadableException;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.status.AzureNotices;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.StatusWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over the Services of a load balancer: what is asked for, what is there, the plan, its execution in as many rounds as
 * it takes, and what that comes to for each Service.
 */
public final class Reconciler {
    private static final int FURTHER_RUNS = 2;

    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);

    private final ServiceIndex serviceIndex;
    private final ObservedStateReader reader;
    private final TimedPlanner planner;
    private final Drafts drafts;
    private final Writing writing;
    private final StatusWriter serviceResults;
    private final ServiceEvents events;
    private final boolean dryRun;
    private final Replacements replacements = new Replacements();
    private final PassEvents told;
    private final EligibleNodes hosts = new EligibleNodes();
    private final UnsureWrites unsure;
    private final CarefulVerdicts careful;

    public Reconciler(ServiceIndex serviceIndex, ObservedStateReader reader, TimedPlanner planner, Writing writing,
            StatusWriter serviceResults,
            ServiceEvents events, boolean dryRun) {
        this.unsure = writing.unsure();
        this.careful = new CarefulVerdicts(reader, unsure);
        this.serviceIndex = serviceIndex;
        this.reader = reader;
        this.planner = planner;
        this.drafts = new Drafts(reader, planner, writing.inPlace());
        this.writing = writing;
        this.serviceResults = serviceResults;
        this.events = events;
        this.told = new PassEvents(serviceIndex, events);
        this.dryRun = dryRun;
    }

    /**
     * Carries plans out; {@code ended} is run when a pass writes nothing more to Azure; {@code unsure} is told how writes ended, as
     * {@code inPlace} has been already, {@code waits} what is being written.
     */
    public record Writing(ConvergenceLoop loop, Runnable ended, UnsureWrites unsure, LastInPlace inPlace,
            CallWaits waits) {}

    /**
     * For whom the pass failed, by UID, and how; how many Services were brought in line with other nodes; whether anything was written
     * to Azure; and what was tried for whom.
     */
    record Result(Map<String, ServiceResult.Failed> failed, Map<String, FailedAttempt> attempts, int synced,
            boolean wrote,
            List<ServiceSync> tried) {
        static final Result NOTHING = new Result(Map.of(), Map.of(), 0, false, List.of());
    }

    /** This instance leads from now on. */
    void begin() {
        events.begin();
        unsure.begin();
        writing.inPlace().begin();
    }

    /** {@code waiting}: Services that the pass before failed for; those of them that come right now hear of it. */
    Result reconcile(ChangedObjects dirty, Set<String> waiting) {
        told.passBegins(dirty);
        ClusterState clusterState = serviceResults.upToDate(serviceIndex.clusterState(dirty.services().size()));
        if (clusterState.services().isEmpty())
            return Result.NOTHING;
        return PassReason.of(clusterState, dirty)
                .within(() -> writing.loop().pass(() -> reconcile(clusterState, dirty, waiting)));
    }

    private Result reconcile(ClusterState clusterState, ChangedObjects dirty, Set<String> waiting) {
        Map<String, ServiceResult.Failed> unprepared = dryRun ? Map.of() : announce(clusterState, dirty);
        ClusterState prepared = clusterState.stopping(unprepared(clusterState, unprepared));
        Pass pass = new Pass();
        replacements.begin(clusterState);
        if (unsure.passBegins(clusterState))
            reader.everythingChanged();
        final RunResult result;
        try {
            result = PassReason.of(prepared, dirty).within(() -> new Isolation(part -> run(part, pass)).run(prepared));
        } catch (RuntimeException unreadable) {
            return failAll(clusterState, dirty, unreadable);
        } finally {
            writing.ended().run();
            planner.passEnded();
        }
        planner.refused(result.lastPlan().refusals());
        if (dryRun)
            return Result.NOTHING;
        told.drift(clusterState, pass);
        Map<String, RetryReason> reasons = new HashMap<>();
        clusterState.services()
                .stream()
                .filter(service -> service.stop().isPresent())
                .forEach(service -> reasons.put(service.uid(), RetryReason.INVALID));
        unprepared.keySet().forEach(uid -> reasons.put(uid, RetryReason.FAILED));
        Map<String, ServiceResult> each = careful.of(clusterState, pass.plan(), result, reasons);
        replacements.postponed()
                .forEach((uid, problem) -> each.put(uid, new ServiceResult.Failed(problem, RetryReason.FAILED)));
        told.notices(clusterState, pass, each);
        return written(clusterState, dirty.and(new ChangedObjects(recovered(waiting, each), false)), pass, each);
    }

    private static Set<String> recovered(Set<String> waiting, Map<String, ServiceResult> serviceResults) {
        return waiting.stream()
                .filter(uid -> serviceResults.get(uid) instanceof ServiceResult.Ready)
                .collect(Collectors.toSet());
    }

    private Result written(ClusterState clusterState, ChangedObjects dirty, Pass pass,
            Map<String, ServiceResult> each) {
        Optional<List<String>> newHosts = hosts.news(clusterState);
        List<ServiceSync> tried = ServiceSync.of(clusterState, dirty, newHosts.isPresent(), serviceIndex);
        Map<String, ServiceResult.Failed> failed = writing.loop()
                .spans()
                .within("write services", notes -> serviceResults.write(each, dirty, newHosts));
        int synced = newHosts.isPresent()
                ? (int) clusterState.services().stream().filter(ServiceSpec::wanted).count()
                : 0;
        return new Result(failed, new FailedAttempts(pass.results(), pass.plan().plannedServices(), each).of(failed),
                synced,
                pass.results().stream().anyMatch(Reconciler::wroteSomething), tried);
    }

    /** Rounds until nothing more can be done, addresses that Azure has not allocated yet included. */
    private RunResult run(ClusterState clusterState, Pass pass) {
        RunResult result = rounds(clusterState, pass);
        if (replacements.learn(result, clusterState))
            result = rounds(clusterState, pass);
        if (pass.wroteMachines())
            reader.poolsChanged();
        if (pass.wroteFrontends())
            reader.frontendsChanged(Drafts.publicIpGroups(clusterState));
        return result;
    }

    private RunResult rounds(ClusterState clusterState, Pass pass) {
        RunResult result = round(clusterState, pass);
        if (isHeldByScaleSet(result)) {
            reader.everythingChanged();
            result = round(clusterState, pass);
        }
        boolean unready = namesUnreadyResource(result);
        if (unready)
            reader.frontendsChanged(Drafts.publicIpGroups(clusterState));
        boolean learnt = unready
                | new PrivateLinkOutcomes(result).inTheWay().filter(reader::privateLinksNamed).isPresent();
        for (int i = 0; i < FURTHER_RUNS && (learnt || leadsOn(pass.plan(), result)); i++) {
            result = round(clusterState, pass);
            learnt = false;
        }
        return result;
    }

    private RunResult round(ClusterState clusterState, Pass pass) {
        RunResult result = writing.loop().run(() -> plan(clusterState, pass));
        pass.ended(result, clusterState);
        result.rounds().forEach(unsure::ended);
        if (new PrivateLinkOutcomes(result).wereWritten())
            reader.privateLinksChanged();
        return result;
    }

    /** True when another plan can do what the last one could not, for want of an address or because something was in the way. */
    private static boolean leadsOn(ServicePlan plan, RunResult result) {
        return plan.makesWay() && new PrivateLinkOutcomes(result).wereGood()
                || plan.awaitsAddresses() && wroteSomething(result);
    }

    private Plan plan(ClusterState clusterState, Pass pass) {
        forgetWhat(pass);
        ServicePlan plan = drafts.plan(replacements.keeping(clusterState));
        Map<String, Stop> stops = dryRun ? Map.of() : withdraw(plan);
        if (!stops.isEmpty())
            plan = drafts.plan(replacements.keeping(clusterState).stopping(stops));
        pass.planned(plan);
        planner.found(writing.inPlace().planned(plan.plan(), plan.reading()));
        writing.waits().planned(plan);
        return plan.plan();
    }

    /** Takes addresses that the plan gives up out of statuses first; a Service whose status could not be written keeps its own. */
    private Map<String, Stop> withdraw(ServicePlan plan) {
        Map<String, Stop> stops = new HashMap<>();
        for (ServicePlan.PlannedService plannedService : plan.plannedServices().values()) {
            ServiceSpec service = plannedService.service();
            Optional<String> problem = plannedService.meanwhile()
                    .flatMap(addresses -> serviceResults.withdraw(service.uid(), addresses));
            problem.ifPresent(text -> {
                replacements.postpone(service.uid(), text);
                stops.put(service.uid(),
                        new Stop(Stage.ADDRESS, new Refusal("StatusNotWritten", service.subject(), text)));
            });
        }
        return stops;
    }

    /** What the plan carried out last has changed besides its targets has to be read anew. */
    private void forgetWhat(Pass pass) {
        List<Operation> sent = pass.plan() == null ? List.of() : pass.plan().plan().ready();
        if (sent.stream().anyMatch(operation -> operation.verb() == Operation.Verb.POST)) {
            reader.everythingChanged();
        } else if (sent.stream().anyMatch(operation -> Pass.isMachine(operation.target()))) {
            reader.poolsChanged();
        }
    }

    /** Says what is about to happen and puts the finalizers in place; Services without one are left out of the pass. */
    private Map<String, ServiceResult.Failed> announce(ClusterState clusterState, ChangedObjects dirty) {
        told.announce(clusterState, dirty);
        return serviceResults.prepare(clusterState.services()
                .stream()
                .filter(ServiceSpec::wanted)
                .map(ServiceSpec::uid)
                .collect(Collectors.toSet()));
    }

    private static Map<String, Stop> unprepared(ClusterState clusterState, Map<String, ServiceResult.Failed> failures) {
        Map<String, Stop> stops = new HashMap<>();
        clusterState.services()
                .stream()
                .filter(service -> failures.containsKey(service.uid()))
                .forEach(service -> stops.put(service.uid(), new Stop(Stage.ADDRESS,
                        new Refusal("NoFinalizer", service.subject(), failures.get(service.uid()).problem()))));
        return stops;
    }

    /** Nothing could be read, so nothing was planned or written: all are looked at again, those that changed hear of it. */
    private Result failAll(ClusterState clusterState, ChangedObjects dirty, RuntimeException unreadable) {
        if (!(unreadable instanceof UnreadableException))
            log.error("a pass over {} Services failed", clusterState.services().size(), unreadable);
        Optional<Notice> notice = AzureNotices.of(unreadable);
        ServiceResult.Failed failure = new ServiceResult.Failed(String.valueOf(unreadable.getMessage()),
                RetryReason.FAILED);
        Map<String, ServiceResult.Failed> failed = new HashMap<>();
        for (ServiceSpec service : clusterState.services()) {
            failed.put(service.uid(), failure);
            if (!dryRun && dirty.services().contains(service.uid()))
                serviceIndex.entry(service.uid()).ifPresent(entry -> {
                    notice.ifPresent(what -> events.unreadable(entry.service(), what));
                    serviceResults.tell(entry, failure);
                });
        }
        FailedAttempt attempt = FailedAttempts.unreadable(unreadable,
                unreadable instanceof UnreadableException azure ? azure.retryAfter() : Optional.empty());
        return new Result(failed, failed.keySet().stream().collect(Collectors.toMap(uid -> uid, uid -> attempt)), 0,
                false, ServiceSync.of(clusterState, dirty, false, serviceIndex));
    }

    private static boolean wroteSomething(RunResult result) {
        return result.outcomes().values().stream().anyMatch(Outcome.Applied.class::isInstance);
    }

    /** Azure refuses to build on a public IP whose last write went wrong: it has to be read, and written, again first. */
    private static boolean namesUnreadyResource(RunResult result) {
        return result.last()
                .outcomes()
                .values()
                .stream()
                .anyMatch(outcome -> outcome.problem().contains("ReferencedResourceNotProvisioned"));
    }

    /** A load balancer cannot go while a scale set, older than the list of them that is known, refers to one of its pools. */
    private static boolean isHeldByScaleSet(RunResult result) {
        return result.outcomes()
                .values()
                .stream()
                .anyMatch(outcome -> outcome instanceof Outcome.Rejected(int status, String code, String message)
                        && code.equalsIgnoreCase("LoadBalancerInUseByVirtualMachineScaleSet"));
    }
}
