package io.azureccm.common.snapshot;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What has to be read again: responses to calls that began up to {@link ObservedView#moment a moment} are not sufficient any more. {@code
 * everything} concerns all of them, {@code since} those that show the resource, or are of the resource or collection.
 */
public record Outdated(long everything, Map<ArmId, Long> since) {
    public static final Outdated NOTHING = new Outdated(0, Map.of());

    public Outdated {
        since = Map.copyOf(since);
    }

    public Outdated everythingAt(long moment) {
        return new Outdated(Math.max(everything, moment), since);
    }

    public Outdated with(Collection<ArmId> ids, long moment) {
        if (ids.isEmpty())
            return this;
        Map<ArmId, Long> next = new HashMap<>(since);
        ids.forEach(id -> next.merge(id, moment, Math::max));
        return new Outdated(everything, next);
    }

    /** Whether this response has to be read again. */
    public boolean covers(Read.Key key, Observed observed) {
        return observed.start() <= moment(key, observed);
    }

    /** Only what concerns a response in the view: everything else has been read again, or is not known. */
    public Outdated in(ObservedView view) {
        if (since.isEmpty())
            return this;
        Map<ArmId, Long> open = Copies.retained(since, (id, moment) -> isOpen(id, moment, view));
        return open.size() == since.size() ? this : new Outdated(everything, open);
    }

    private static boolean isOpen(ArmId id, long moment, ObservedView view) {
        List<ArmId> wholes = Containment.wholesOf(id);
        return view.entries()
                .entrySet()
                .stream()
                .anyMatch(entry -> entry.getValue().observed().start() <= moment
                        && Containment.concerns(entry.getKey(), entry.getValue().observed(), id, wholes));
    }

    /** The moment up to which responses to this are outdated; {@code observed}: the latest one, null for none. */
    long moment(Read.Key key, Observed observed) {
        long moment = everything;
        for (Map.Entry<ArmId, Long> each : since.entrySet()) {
            if (each.getValue() > moment
                    && Containment.concerns(key, observed, each.getKey(), Containment.wholesOf(each.getKey())))
                moment = each.getValue();
        }
        return moment;
    }
}
