package io.azureccm.common.snapshot;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which responses of ARM show a resource, and which resources change together with it. */
final class Containment {
    private Containment() {}

    /** True if the collection contains the target, or the resource is the target. */
    static boolean holds(Read.Key key, ArmId target) {
        if (key.kind() == Read.Kind.GET)
            return key.id().equals(target);
        String path = key.id().key();
        if (target.key().startsWith(path + "/"))
            return target.key().indexOf('/', path.length() + 1) < 0;
        boolean isOfSubscription = !path.contains("/resourcegroups/") && key.id().hasType(target.type());
        return isOfSubscription && key.id().subscription().equalsIgnoreCase(target.subscription());
    }

    /**
     * Parents contain their children, and children may change with their parents; this does not apply to the instances of a
     * scale set.
     */
    static boolean isRelated(Read.Key key, ArmId target, List<ArmId> wholes) {
        boolean isPart = key.id().key().startsWith(target.key() + "/") && target.isOf(ArmTypes.NETWORK);
        return isPart || wholes.stream().anyMatch(whole -> holds(key, whole));
    }

    /**
     * Whether a change of the resource or collection concerns what was read: the key is about it, contains it or changes with it, or the
     * response, null for none, shows it; {@code wholes}: of the resource.
     */
    static boolean concerns(Read.Key key, Observed observed, ArmId id, List<ArmId> wholes) {
        return key.id().equals(id) || holds(key, id) || observed != null && observed.items().containsKey(id)
                || isRelated(key, id, wholes);
    }

    /**
     * What contains the target as a part: network resources contain their children, scale sets do not contain their
     * instances.
     */
    static List<ArmId> wholesOf(ArmId target) {
        List<ArmId> wholes = new ArrayList<>();
        if (target.isOf(ArmTypes.NETWORK)) {
            for (Optional<ArmId> up = target.parent(); up.isPresent(); up = up.get().parent())
                wholes.add(up.get());
        }
        return wholes;
    }
}
