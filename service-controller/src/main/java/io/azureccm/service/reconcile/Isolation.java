package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.exec.RunResult;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Keeps a Service that Azure refuses from taking the others with it. What is written for one Service alone (a public IP)
 * stops that Service; what is written for many together (a load balancer, the security group) is tried again with half of
 * them, until those that Azure will not have are found. They stay as they are; the others are served. So they are when a public
 * IP cannot be written now, and a load balancer of many would have to wait for it.
 */
final class Isolation {
    /** Enough to find two bad Services among a hundred; what is not found by then waits for the next pass. */
    static final int MAX_RUNS = 16;

    /** A write that Azure refused: the part of the Services it was for, who they are (by UID), and what Azure said. */
    private record Rejection(Stage stage, Set<String> suspects, String code, String message) {}

    private final Function<ClusterState, RunResult> runner;
    private final Map<String, Stop> stopped = new HashMap<>();
    private final Deque<Set<String>> held = new ArrayDeque<>();

    Isolation(Function<ClusterState, RunResult> runner) {
        this.runner = runner;
    }

    /** Runs plans, as often as it takes; returns the last result, in which everybody has a result. */
    RunResult run(ClusterState clusterState) {
        ClusterState current = clusterState;
        RunResult result = runner.apply(current);
        for (int runs = 1; runs < MAX_RUNS; runs++) {
            Optional<Rejection> rejection = rejection(result, current);
            boolean unblocked = rejection.isEmpty() && stopBlockers(result, current);
            if (rejection.isEmpty() && !unblocked && held.isEmpty())
                return result;
            if (rejection.isPresent()) {
                narrow(rejection.get(), current);
            } else if (!unblocked) {
                held.pop();
            }
            current = clusterState.stopping(stops(clusterState, rejection));
            result = runner.apply(current);
        }
        return result;
    }

    /**
     * Stops those whose public IP could not be written for whatever reason, where that keeps a write from being sent that others
     * need too: they do not wait for what may take an hour. True when there are any.
     */
    private boolean stopBlockers(RunResult result, ClusterState clusterState) {
        boolean any = false;
        for (Operation blocker : new HeldUp(result).byAddresses()) {
            for (ServiceSpec service : clusterState.services()) {
                if (service.plans(Stage.ADDRESS)
                        && blocker.subjects().contains(service.subject())) {
                    String problem = blocker.target().shortName() + ": " + result.last().of(blocker.target()).problem();
                    stopped.put(service.uid(), new Stop(Stage.ADDRESS,
                            new Refusal("AddressNotWritten", service.subject(), problem)));
                    any = true;
                }
            }
        }
        return any;
    }

    private void narrow(Rejection rejection, ClusterState clusterState) {
        List<String> suspects = new ArrayList<>(rejection.suspects());
        boolean alone = suspects.size() == 1 || rejection.stage() == Stage.ADDRESS;
        if (alone) {
            for (ServiceSpec service : clusterState.services()) {
                if (rejection.suspects().contains(service.uid())) {
                    stopped.put(service.uid(), new Stop(rejection.stage(),
                            new Refusal(rejection.code(), service.subject(), rejection.message())));
                }
            }
            if (!held.isEmpty())
                held.pop();
            return;
        }
        int half = suspects.size() / 2;
        held.push(new TreeSet<>(suspects.subList(half, suspects.size())));
    }

    /** Those who were found, and those who wait for their turn. */
    private Map<String, Stop> stops(ClusterState clusterState, Optional<Rejection> rejection) {
        Map<String, Stop> stops = new HashMap<>(stopped);
        String why = rejection.map(Rejection::message).orElse("Azure refused a write for several Services");
        for (ServiceSpec service : clusterState.services()) {
            if (held.stream().anyMatch(group -> group.contains(service.uid()))) {
                stops.putIfAbsent(service.uid(), new Stop(Stage.TRAFFIC, new Refusal("NotTriedYet", service.subject(),
                        "was refused together with other Services and is tried again without them: " + why)));
            }
        }
        return stops;
    }

    private static Optional<Rejection> rejection(RunResult result, ClusterState clusterState) {
        for (Operation operation : result.lastPlan().operations()) {
            if (operation.verb() == Operation.Verb.PUT
                    && result.last()
                            .of(operation.target()) instanceof Outcome.Rejected(int status, String code, String message)
                    && isAboutTheRequest(status)) {
                Optional<Stage> stage = stage(operation);
                Set<String> suspects = new TreeSet<>();
                clusterState.services()
                        .stream()
                        .filter(service -> stage.isPresent() && service.plans(stage.get())
                                && operation.subjects().contains(service.subject()))
                        .forEach(service -> suspects.add(service.uid()));
                if (!suspects.isEmpty())
                    return Optional.of(new Rejection(stage.orElseThrow(), suspects, code, message));
            }
        }
        return Optional.empty();
    }

    /** A missing permission or a lock refuses everybody alike: to try others would only repeat it. */
    private static boolean isAboutTheRequest(int status) {
        return status >= 400 && status < 500 && status != 401 && status != 403;
    }

    private static Optional<Stage> stage(Operation operation) {
        if (operation.target().hasType(ArmTypes.PUBLIC_IP))
            return Optional.of(Stage.ADDRESS);
        if (operation.target().hasType(ArmTypes.LOAD_BALANCER))
            return Optional.of(Stage.TRAFFIC);
        return operation.target().hasType(ArmTypes.SECURITY_GROUP) ? Optional.of(Stage.ACCESS) : Optional.empty();
    }
}
