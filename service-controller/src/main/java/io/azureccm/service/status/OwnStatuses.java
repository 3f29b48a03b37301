package io.azureccm.service.status;

import io.azureccm.service.informer.WatchedCluster;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The statuses that this process has written and that the watch does not show yet, by UID, so that the current status of a Service is known
 * without waiting for the watch. Immutable.
 */
public record OwnStatuses(Map<String, StatusWrite> written) {
    public static final OwnStatuses NONE = new OwnStatuses(Map.of());

    public OwnStatuses {
        written = Map.copyOf(written);
    }

    public OwnStatuses wrote(String uid, StatusWrite write) {
        Map<String, StatusWrite> next = new HashMap<>(written);
        next.put(uid, write);
        return new OwnStatuses(next);
    }

    /** Without those that the watch shows by now, and without Services that are gone. */
    public OwnStatuses upToDate(WatchedCluster watched, Instant now) {
        Map<String, StatusWrite> rest = new HashMap<>(written);
        rest.entrySet()
                .removeIf(each -> watched.service(each.getKey())
                        .filter(shown -> each.getValue().isNewerThan(shown.service(), now))
                        .isEmpty());
        return rest.size() == written.size() ? this : new OwnStatuses(rest);
    }

    public Optional<StatusWrite> of(String uid) {
        return Optional.ofNullable(written.get(uid));
    }

    /** The Service with its latest status, which may be newer than the watched one. */
    public Service latest(Service watched) {
        return of(watched.getMetadata().getUid()).map(own -> own.on(watched)).orElse(watched);
    }
}
