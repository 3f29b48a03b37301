package io.azureccm.service.reconcile.known;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells when it is certain that Azure has nothing of a Service. Lists of ARM may be a few seconds old, and may not show what was just
 * created for the Service: by a write with unknown outcome, or by another instance before this one became leader. Once the finalizer is
 * removed, nothing would look for such resources. Immutable.
 *
 * @param made when something was last created, or may have been, by Service and target
 * @param wrong targets whose last write failed, or was confirmed without showing the resource
 * @param own Services that this instance has removed itself since it leads: their public IP, or the frontend of an internal one. Other
 *        writes for a Service do not prove that the next list is recent enough to show what another instance created for it
 * @param internal the internal Services when the refresh began
 * @param begun when this instance began to lead; the latest writes of another one may not have shown then
 * @param othersSettled whether they must show by now
 */
public record DeletionGuard(Map<String, Map<ArmId, Instant>> made, Set<ArmId> wrong, Set<String> own,
        Set<String> internal,
        Instant begun, boolean othersSettled, Instant refreshBegan) {
    public DeletionGuard {
        made = Map.copyOf(made);
        wrong = Set.copyOf(wrong);
        own = Set.copyOf(own);
        internal = Set.copyOf(internal);
    }

    /** {@code readsAnew}: everything has to be read again, because the finalizer of some deleted Service could be removed from now on. */
    public record Refresh(DeletionGuard guard, boolean readsAnew) {}

    /** This instance starts to lead. */
    public static DeletionGuard begin(Instant now) {
        return new DeletionGuard(Map.of(), Set.of(), Set.of(), Set.of(), now, false, now);
    }

    /** Starts a refresh; {@code settle}: the maximum age of the content of an answer of ARM. */
    public Refresh refreshBegins(ClusterState clusterState, Duration settle, Instant now) {
        Map<String, Map<ArmId, Instant>> asked = Copies.retained(made, subjects(clusterState, service -> true));
        DeletionGuard refresh = new DeletionGuard(asked, wrong, own,
                subjects(clusterState, service -> service.address().internal()), begun, othersSettled, now);
        Set<String> leaving = subjects(clusterState, service -> !service.wanted());
        boolean settled = !othersSettled && !leaving.isEmpty() && !refresh.isYoung(begun, settle);
        Set<String> certain = leaving.stream()
                .filter(subject -> refresh.inDoubt(subject).findAny().isPresent()
                        && refresh.inDoubt(subject).noneMatch(at -> refresh.isYoung(at, settle)))
                .collect(Collectors.toSet());
        Map<String, Map<ArmId, Instant>> stillMade = Copies.without(asked, certain);
        Set<ArmId> stillWrong = wrong.stream()
                .filter(target -> stillMade.values().stream().anyMatch(targets -> targets.containsKey(target)))
                .collect(Collectors.toSet());
        return new Refresh(new DeletionGuard(stillMade, stillWrong, settled ? Set.of() : own, refresh.internal(), begun,
                othersSettled || settled, now), settled || !certain.isEmpty());
    }

    private static Set<String> subjects(ClusterState clusterState, Predicate<ServiceSpec> which) {
        return clusterState.services().stream().filter(which).map(ServiceSpec::subject).collect(Collectors.toSet());
    }

    /** A write ended. */
    public DeletionGuard ended(Operation operation, Outcome outcome, Instant now) {
        if (outcome instanceof Outcome.NotAttempted)
            return this;
        Map<String, Map<ArmId, Instant>> nextMade = new HashMap<>(made);
        if (operation.verb() == Operation.Verb.PUT && operation.changes()
                .stream()
                .anyMatch(change -> change.kind() != Change.Kind.REMOVE))
            operation.subjects()
                    .forEach(subject -> nextMade.merge(subject, Map.of(operation.target(), now), Copies::with));
        Set<ArmId> nextWrong = new HashSet<>(wrong);
        Set<String> nextOwn = new HashSet<>(own);
        if (!outcome.isGood() || isUnseen(operation, outcome)) {
            nextWrong.add(operation.target());
        } else {
            nextWrong.remove(operation.target());
            if (!othersSettled)
                operation.subjects().stream().filter(subject -> isLast(operation, subject)).forEach(nextOwn::add);
        }
        return new DeletionGuard(nextMade, nextWrong, nextOwn, internal, begun, othersSettled, refreshBegan);
    }

    /** Nothing is known that could be shown instead of a list that is older than the write. */
    private static boolean isUnseen(Operation operation, Outcome outcome) {
        return operation.verb() == Operation.Verb.PUT && outcome instanceof Outcome.Applied(ObjectNode body)
                && body == null;
    }

    /** Whether nothing else has to be removed for a Service after this operation. */
    private boolean isLast(Operation operation, String subject) {
        return internal.contains(subject)
                ? operation.target().root().hasType(ArmTypes.LOAD_BALANCER) && operation.changes()
                        .stream()
                        .anyMatch(change -> change.kind() == Change.Kind.REMOVE)
                : operation.verb() == Operation.Verb.DELETE && operation.target().hasType(ArmTypes.PUBLIC_IP);
    }

    /** Until when a Service keeps its finalizer although nothing of it was seen in this turn; empty if it can be removed. */
    public Optional<Instant> until(String subject, Duration settle) {
        Stream<Instant> others = othersSettled || own.contains(subject) ? Stream.empty() : Stream.of(begun);
        return Stream.concat(others, inDoubt(subject))
                .filter(at -> isYoung(at, settle))
                .map(at -> at.plus(settle))
                .max(Instant::compareTo);
    }

    /** When the resources whose existence is uncertain were created. */
    private Stream<Instant> inDoubt(String subject) {
        return made.getOrDefault(subject, Map.of())
                .entrySet()
                .stream()
                .filter(target -> wrong.contains(target.getKey()))
                .map(Map.Entry::getValue);
    }

    /** True if an answer requested in this refresh may not show it. */
    private boolean isYoung(Instant at, Duration settle) {
        return at.plus(settle).isAfter(refreshBegan);
    }
}
