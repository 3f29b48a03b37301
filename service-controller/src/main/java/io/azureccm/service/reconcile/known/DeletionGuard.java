package io.azureccm.service.reconcile.known;

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
 * Tells from when on it can be believed that Azure has nothing of a Service. Lists of ARM may be some seconds old, and so not show
 * what was just made for it: by a write of ours after which one went wrong, so that nobody knows what is there, or by another
 * instance before this one began to lead. Once a Service is let go nobody would look for that. For one thread.
 */
public final class DeletionGuard {
    private final Duration settle;
    private final InstantSource clock;
    /** When something was last made, or may have been, by Service and target. */
    private final Map<String, Map<ArmId, Instant>> made = new HashMap<>();
    /** Targets whose last write went wrong. */
    private final Set<ArmId> wrong = new HashSet<>();
    /**
     * Services that this instance has taken down itself since it leads: their public IP, or the frontend of an internal one. Other
     * writes for a Service do not tell that the next list is young enough to show what another instance made for it.
     */
    private final Set<String> own = new HashSet<>();
    private final Set<String> internal = new HashSet<>();
    private Instant begun;
    private boolean othersSettled;
    private Instant lookBegan;

    /** {@code settle}: how old an answer of ARM may be at most, by what it shows. */
    public DeletionGuard(Duration settle, InstantSource clock) {
        this.settle = settle;
        this.clock = clock;
        begin();
    }

    /** This instance leads from now on; what another has just written may not show yet. */
    public void begin() {
        made.clear();
        wrong.clear();
        own.clear();
        begun = clock.instant();
        othersSettled = false;
        lookBegan = begun;
    }

    /** Begins a look; true when everything has to be read anew, because some Service that is to be let go could be from now on. */
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

    /** Takes in how a write ended. */
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
        if (!outcome.isGood()) {
            wrong.add(operation.target());
        } else {
            wrong.remove(operation.target());
            if (!othersSettled)
                operation.subjects().stream().filter(subject -> isLast(operation, subject)).forEach(own::add);
        }
    }

    /** Whether nothing else has to go for a Service after this operation. */
    private boolean isLast(Operation operation, String subject) {
        return internal.contains(subject)
                ? operation.target().root().hasType(ArmTypes.LOAD_BALANCER)
                : operation.verb() == Operation.Verb.DELETE && operation.target().hasType(ArmTypes.PUBLIC_IP);
    }

    /** Until when a Service is not let go although nothing of it was seen in this turn; empty when it can be. */
    public Optional<Instant> until(String subject) {
        Stream<Instant> others = othersSettled || own.contains(subject) ? Stream.empty() : Stream.of(begun);
        return Stream.concat(others, inDoubt(subject))
                .filter(this::isYoung)
                .map(at -> at.plus(settle))
                .max(Instant::compareTo);
    }

    /** When that was made of which nobody knows whether it is there. */
    private Stream<Instant> inDoubt(String subject) {
        return made.getOrDefault(subject, Map.of())
                .entrySet()
                .stream()
                .filter(target -> wrong.contains(target.getKey()))
                .map(Map.Entry::getValue);
    }

    /** True for what an answer that was asked for in this look may not show. */
    private boolean isYoung(Instant at) {
        return at.plus(settle).isAfter(lookBegan);
    }
}
