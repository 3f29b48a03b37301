package io.azureccm.service.informer;

import java.util.Set;

/** What changed since the last turn: Services by UID, and whether nodes changed. */
public record ChangedObjects(Set<String> services, boolean nodes) {
    public static final ChangedObjects NODES = new ChangedObjects(Set.of(), true);
    public static final ChangedObjects NOTHING = new ChangedObjects(Set.of(), false);

    public ChangedObjects {
        services = Set.copyOf(services);
    }

    public static ChangedObjects service(String uid) {
        return new ChangedObjects(Set.of(uid), false);
    }
}
