package io.azureccm.service.reconcile.known;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides when it is certain that Azure has nothing of a Service. Lists of ARM may be a few seconds old, and may not show what was just
 * created for the Service: by a write with unknown outcome, or by another instance before this one became leader. Once the finalizer is
 * removed, nothing would look for such resources. Not thread-safe.
 */
public final class DeletionGuard {
    private final Duration settle;
    private final InstantSource clock;
    /** When something was last created, or may have been, by Service and target. */
    private final Map<String, Map<ArmId, Instant>> made = new HashMap<>();
    /** Targets whose last write failed, or was confirmed without showing the resource. */
    private final Set<ArmId> wrong = new HashSet<>();
    /**
     * Services that this instance has removed itself since it leads: their public IP, or the frontend of an internal one. Other writes for
     * a Service do not prove that the next list is recent enough to show what another instance created for it.
     */
    private final Set<String> own = new HashSet<>();
    private final Set<String> internal = new HashSet<>();
    private Instant begun;
    private boolean othersSettled;
    private Instant lookBegan;

    /** {@code settle}: the maximum age of the content of an answer of ARM. */
    public DeletionGuard(Duration settle, InstantSource clock) {
        this.settle = settle;
        this.clock = clock;
        begin();
    }

    /** This instance starts to lead; the latest writes of another instance may not show yet. */
    public void begin() {
        made.clear();
        wrong.clear();
        own.clear();
        begun = clock.instant();
        othersSettled = false;
        lookBegan = begun;
    }

    /**
     * Starts a look; true if everything has to be read again, because the finalizer of some deleted Service could be removed from now on.
     */
    public boolean lookBegins(ClusterState clusterState) {
        lookBegan = clock.instant();
        Set<String> leaving = new HashSet<>();
        clusterState.services()
                .stream()
                .filter(service -> !service.wanted())
                .forEach(each -> leaving.add(each.subject()));
        internal.clear();
        clusterState.services()
                .stream()
                .filter(service -> service.address().internal())
                .forEach(each -> internal.add(each.subject()));
        made.keySet().retainAll(clusterState.services().stream().map(ServiceSpec::subject).collect(Collectors.toSet()));
        boolean readAnew = false;
        if (!othersSettled && !leaving.isEmpty() && !isYoung(begun)) {
            othersSettled = true;
            own.clear();
            readAnew = true;
        }
        for (String subject : leaving) {
            if (inDoubt(subject).findAny().isPresent() && inDoubt(subject).noneMatch(this::isYoung)) {
                made.remove(subject);
                readAnew = true;
            }
        }
        return readAnew;
    }

    /** Records how a write ended. */
    public void ended(Operation operation, Outcome outcome) {
        if (outcome instanceof Outcome.NotAttempted)
            return;
        Instant now = clock.instant();
        if (operation.verb() == Operation.Verb.PUT && operation.changes()
                .stream()
                .anyMatch(change -> change.kind() != Change.Kind.REMOVE))
            operation.subjects()
                    .forEach(subject -> made.computeIfAbsent(subject, none -> new HashMap<>())
                            .put(operation.target(), now));
        if (!outcome.isGood() || isUnseen(operation, outcome)) {
            wrong.add(operation.target());
        } else {
            wrong.remove(operation.target());
            if (!othersSettled)
                operation.subjects().stream().filter(subject -> isLast(operation, subject)).forEach(own::add);
        }
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
    public Optional<Instant> until(String subject) {
        Stream<Instant> others = othersSettled || own.contains(subject) ? Stream.empty() : Stream.of(begun);
        return Stream.concat(others, inDoubt(subject))
                .filter(this::isYoung)
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

    /** True if an answer requested in this look may not show it. */
    private boolean isYoung(Instant at) {
        return at.plus(settle).isAfter(lookBegan);
    }
}
